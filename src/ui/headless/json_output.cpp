#include "ui/headless/json_output.h"

#include "base/json.h"
#include "text/display.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
Json session_of(const std::string& id) {
    return id.empty() ? Json(nullptr) : Json(id);
}

void write_line(Output& out, const Json& value) {
    out.write(json_for_terminals(dump_json(value)) + "\n");
}

Json usage_object(const Usage& usage) {
    Json out{{"input", usage.input.value_or(0)},
             {"cache_read", usage.cache_read},
             {"cache_write", usage.cache_write},
             {"output", usage.output.value_or(0)},
             {"reasoning", usage.reasoning}};
    if (usage.estimated) out["estimated"] = true;
    return out;
}

const char* name_of(ObservedFile::How how) {
    switch (how) {
    case ObservedFile::How::created:
        return "created";
    case ObservedFile::How::changed:
        return "changed";
    case ObservedFile::How::moved:
        return "moved";
    case ObservedFile::How::deleted:
        break;
    }
    return "deleted";
}

const char* name_of(CommandEnd::How how) {
    switch (how) {
    case CommandEnd::How::exited:
        return "exited";
    case CommandEnd::How::signalled:
        return "signalled";
    case CommandEnd::How::timed_out:
        return "timed_out";
    case CommandEnd::How::cancelled:
        return "cancelled";
    case CommandEnd::How::goes_on:
        break;
    }
    return "goes_on";
}

const char* name_of(Denial denial) {
    switch (denial) {
    case Denial::none:
        return "none";
    case Denial::skipped:
        return "skipped";
    case Denial::stopped:
        return "stopped";
    case Denial::not_reached:
        return "not_reached";
    case Denial::refused:
        return "refused";
    case Denial::withdrawn:
        break;
    }
    return "withdrawn";
}

const char* name_of(Evidence::Code code) {
    switch (code) {
    case Evidence::Code::unchanged:
        return "unchanged";
    case Evidence::Code::checked:
        return "checked";
    case Evidence::Code::ran:
        return "ran";
    case Evidence::Code::only_ran:
        return "only_ran";
    case Evidence::Code::not_checked:
        break;
    }
    return "not_checked";
}

Json files_list(const Evidence& evidence) {
    Json list = Json::array();
    for (const ObservedFile& file : evidence.files) {
        Json object{{"path", file.path}, {"how", name_of(file.how)}};
        if (!file.from.empty()) object["from"] = file.from;
        list.push_back(std::move(object));
    }
    return list;
}

Json checks_list(const Evidence& evidence) {
    Json list = Json::array();
    for (const CheckRun& check : evidence.checks) {
        const ObservedCommand& command = check.command;
        const bool is_clear = command.exit_tells || command.end.how != CommandEnd::How::exited;
        list.push_back({{"command", command.line},
                        {"end", name_of(command.end.how)},
                        {"number", command.end.number},
                        {"passed", is_clear ? Json(command.end.succeeded()) : Json(nullptr)},
                        {"after_last_change", check.is_newest}});
    }
    return list;
}

Json denied_list(const Evidence& evidence) {
    Json list = Json::array();
    for (const DeniedCall& denied : evidence.denied)
        list.push_back({{"tool", denied.tool}, {"what", denied.what}, {"why", name_of(denied.why)}});
    return list;
}

Json running_list(const Evidence& evidence) {
    Json list = Json::array();
    for (const Task& task : evidence.running)
        list.push_back({{"pid", task.pid}, {"command", task.command}, {"log", task.log}, {"ports", task.ports}});
    return list;
}

Json evidence_object(const Evidence& evidence) {
    Json out{{"files", files_list(evidence)},
             {"checks", checks_list(evidence)},
             {"denied", denied_list(evidence)},
             {"running", running_list(evidence)},
             {"code", name_of(evidence.code)}};
    if (!evidence.commands.empty()) out["commands"] = evidence.commands;
    return out;
}

Json result_object(const RunResult& result, const std::string& session) {
    const RequestFinished& finished = result.finished;
    Json out{{"type", "result"},
             {"subtype", name_of(result.outcome)},
             {"is_error", is_failure(result.outcome)},
             {"duration_ms", result.duration.count()},
             {"num_turns", finished.turns},
             {"result", result.answer},
             {"session_id", session_of(session)}};
    if (finished.spent.cost) out["total_cost_usd"] = *finished.spent.cost;
    out["usage"] = usage_object(finished.spent.usage);
    out["permission_denials"] = denied_list(finished.evidence);
    out["evidence"] = evidence_object(finished.evidence);
    if (result.structured)
        if (auto value = parse_json(*result.structured)) out["structured_output"] = std::move(*value);
    if (!finished.error.empty()) out["error"] = finished.error;
    return out;
}

// Arguments that are no JSON stay the text that they are.
Json arguments_of(const ToolCall& call) {
    if (auto parsed = parse_json(call.arguments)) return std::move(*parsed);
    return call.arguments;
}
} // namespace

void JsonOutput::finish(const RunResult& result) {
    write_line(m_out, result_object(result, m_session));
}

void JsonStreamOutput::begin(const RunFacts& facts) {
    m_session = facts.session;
    write_line(m_out, {{"type", "system"},
                       {"subtype", "init"},
                       {"session_id", session_of(m_session)},
                       {"model", facts.model},
                       {"cwd", facts.directory},
                       {"mode", facts.mode},
                       {"tools", facts.tools}});
}

void JsonStreamOutput::text(std::string_view piece) {
    if (m_pieces == Pieces::left_out) return;
    write_line(
        m_out,
        {{"type", "stream_event"},
         {"event",
          {{"type", "content_block_delta"}, {"index", 0}, {"delta", {{"type", "text_delta"}, {"text", piece}}}}},
         {"session_id", session_of(m_session)}});
}

void JsonStreamOutput::discard(const RetryScheduled& retry) {
    if (m_pieces == Pieces::left_out) return;
    write_line(m_out, {{"type", "system"},
                       {"subtype", "retry"},
                       {"discards_partial", true},
                       {"reason", retry.reason},
                       {"session_id", session_of(m_session)}});
}

void JsonStreamOutput::reply(const ReplyFinished& finished) {
    Json content = Json::array();
    if (!finished.text.empty()) content.push_back({{"type", "text"}, {"text", finished.text}});
    for (const ToolCall& call : finished.calls)
        content.push_back(
            {{"type", "tool_use"}, {"id", call.id}, {"name", call.name}, {"input", arguments_of(call)}});
    Json message{{"role", "assistant"}, {"content", std::move(content)}};
    if (finished.usage_known) message["usage"] = usage_object(finished.usage);
    write_line(m_out,
               {{"type", "assistant"}, {"message", std::move(message)}, {"session_id", session_of(m_session)}});
}

void JsonStreamOutput::result(const ToolFinished& finished) {
    Json part{{"type", "tool_result"},
              {"tool_use_id", finished.result.call_id},
              {"content", finished.result.text},
              {"is_error", finished.result.is_error}};
    if (finished.denied) part["denied"] = true;
    write_line(m_out, {{"type", "user"},
                       {"message", {{"role", "user"}, {"content", Json::array({std::move(part)})}}},
                       {"session_id", session_of(m_session)}});
}

void JsonStreamOutput::finish(const RunResult& result) {
    write_line(m_out, result_object(result, m_session));
}

} // namespace thoth
