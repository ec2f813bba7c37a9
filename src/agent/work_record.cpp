#include "agent/work_record.h"

#include "workspace/stack_table.h"

#include <algorithm>

namespace thoth {

namespace {
// What two changes of one file, one after the other, come to. Nothing: it is as it was at the beginning.
std::optional<ObservedFile> joined(const ObservedFile& first, const ObservedFile& then) {
    using How = ObservedFile::How;
    ObservedFile both = then;
    switch (first.how) {
    case How::created:
        if (then.how == How::deleted) return std::nullopt;
        both.how = How::created;
        both.from.clear();
        break;
    case How::moved:
        if (then.how == How::deleted)
            both.path = first.from;
        else if (both.path == first.from)
            both.how = How::changed; // back where it was, and nobody knows with what
        else
            both.how = How::moved;
        both.from = both.how == How::moved ? first.from : std::string();
        break;
    case How::deleted:
        both.how = How::changed;
        break;
    case How::changed:
        break;
    }
    return both;
}

void add_file(std::vector<ObservedFile>& files, const ObservedFile& change) {
    const std::string& before = change.how == ObservedFile::How::moved ? change.from : change.path;
    const auto known = std::ranges::find(files, before, &ObservedFile::path);
    if (known == files.end()) {
        files.push_back(change);
        return;
    }
    if (auto both = joined(*known, change))
        *known = std::move(*both);
    else
        files.erase(known);
}

bool is_of_code(const ObservedFile& file) {
    return StackTable::is_code(file.path) || StackTable::is_code(file.from);
}

void note_code_change(Work& work) {
    work.changed_code = true;
    work.ran_since_change = false;
    ++work.code_changes_since_check;
    for (CheckRun& check : work.checks)
        check.is_newest = false;
}

void add_command(Work& work, const ObservedCommand& command) {
    if (!command.only_looks) {
        std::erase(work.commands, command.line);
        work.commands.push_back(command.line);
    }
    if (!command.end.is_result()) return;
    if (command.is_check) {
        std::erase_if(work.checks, [&](const CheckRun& check) { return check.command.line == command.line; });
        work.checks.push_back({command, true});
        work.code_changes_since_check = 0;
    }
    std::erase_if(work.open_errors, [&](const ObservedCommand& failed) { return failed.line == command.line; });
    if (!command.end.succeeded() && (command.is_check || !command.only_looks)) work.open_errors.push_back(command);
}

// A check comes after what it changed itself, and has seen it. Another command that changes code does no more
// than an edit does.
void add_to(Work& work, const ToolResult& result) {
    const Observed& seen = result.observed;
    if (seen.denial != Denial::none) work.denied.push_back({result.tool, seen.denied, seen.denial});
    for (const ObservedFile& file : seen.files)
        add_file(work.files, file);
    const bool changes_code = std::ranges::any_of(seen.files, is_of_code);
    if (changes_code) note_code_change(work);
    if (!seen.command) return;
    add_command(work, *seen.command);
    const bool runs = seen.command->is_check || (!seen.command->only_looks && !changes_code);
    work.ran_since_change = work.ran_since_change || runs;
}
} // namespace

WorkRecord WorkRecord::of(std::span<const Message> history, std::span<const ToolResult> before) {
    WorkRecord record;
    for (const ToolResult& result : before)
        record.add(result);
    for (const Message& message : history) {
        if (std::holds_alternative<UserMessage>(message)) record.begin_request();
        if (const auto* result = std::get_if<ToolResult>(&message)) record.add(*result);
    }
    return record;
}

void WorkRecord::add(const ToolResult& result) {
    add_to(m_request, result);
    add_to(m_session, result);
}

void WorkRecord::add_denied(DeniedCall denied) {
    m_request.denied.push_back(denied);
    m_session.denied.push_back(std::move(denied));
}

} // namespace thoth
