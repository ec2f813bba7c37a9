#include "workspace/file_ledger.h"

#include <algorithm>

namespace thoth {

void FileLedger::Seen::add(LineSpan lines) {
    lines.first = std::max(lines.first, 1);
    lines.last = std::min(lines.last, total_lines);
    if (lines.first > lines.last) return;
    // Everything that overlaps or touches the new span is taken into it.
    std::erase_if(spans, [&](const LineSpan& old) {
        if (old.last + 1 < lines.first || lines.last + 1 < old.first) return false;
        lines = {std::min(lines.first, old.first), std::max(lines.last, old.last)};
        return true;
    });
    const auto place = std::lower_bound(spans.begin(), spans.end(), lines,
                                        [](const LineSpan& a, const LineSpan& b) { return a.first < b.first; });
    spans.insert(place, lines);
    whole = whole || spans.front() == LineSpan{1, total_lines};
}

void FileLedger::saw(const Path& file, LineSpan lines, int total_lines, ContentHash content) {
    if (total_lines == 0) return saw_all(file, content);
    Seen& seen = m_seen[file];
    if (seen.content != content || (!seen.whole && seen.total_lines != total_lines))
        seen = Seen{content, false, total_lines, {}};
    if (!seen.whole) seen.add(lines);
}

void FileLedger::saw_all(const Path& file, ContentHash content) {
    m_seen[file] = Seen{content, true, 0, {}};
}

void FileLedger::changed(const Path& file, ContentHash before, ContentHash after) {
    const auto it = m_seen.find(file);
    if (it == m_seen.end() || it->second.content != before) return;
    it->second = Seen{after, it->second.whole, 0, {}};
}

void FileLedger::appended(const Path& file, ContentHash before, ContentHash after, int lines_before,
                          int total_lines) {
    const auto it = m_seen.find(file);
    if (it == m_seen.end() || it->second.content != before) return;
    Seen& seen = it->second;
    seen.content = after;
    if (seen.whole) return;
    seen.total_lines = total_lines;
    seen.add({lines_before + 1, total_lines});
}

void FileLedger::moved(const Path& from, const Path& to) {
    auto node = m_seen.extract(from);
    m_seen.erase(to);
    if (node.empty()) return;
    node.key() = to;
    m_seen.insert(std::move(node));
}

void FileLedger::forget(const Path& file) {
    m_seen.erase(file);
}

std::vector<Path> FileLedger::files() const {
    std::vector<Path> files;
    for (const auto& [file, seen] : m_seen)
        files.push_back(file);
    return files;
}

std::vector<SeenFile> FileLedger::seen() const {
    std::vector<SeenFile> out;
    for (const auto& [file, seen] : m_seen)
        out.push_back({file, seen.content, seen.whole, seen.total_lines, seen.spans});
    return out;
}

void FileLedger::restore(const std::vector<SeenFile>& seen) {
    for (const SeenFile& file : seen) {
        Seen& entry = m_seen[file.path];
        entry = Seen{file.content, file.whole, file.total_lines, {}};
        if (entry.whole) continue;
        for (const LineSpan& span : file.spans)
            entry.add(span);
    }
}

Coverage FileLedger::coverage(const Path& file, ContentHash content_now) const {
    const auto it = m_seen.find(file);
    if (it == m_seen.end()) return Coverage::unseen;
    if (it->second.content != content_now) return Coverage::stale;
    return it->second.whole ? Coverage::whole : Coverage::partial;
}

std::vector<LineSpan> FileLedger::missing(const Path& file, ContentHash content_now, int total_lines) const {
    std::vector<LineSpan> gaps;
    int next = 1;
    switch (coverage(file, content_now)) {
    case Coverage::whole:
        return {};
    case Coverage::partial:
        for (const LineSpan& span : m_seen.at(file).spans) {
            if (next < span.first) gaps.push_back({next, std::min(span.first - 1, total_lines)});
            next = span.last + 1;
        }
        break;
    case Coverage::unseen:
    case Coverage::stale:
        break;
    }
    if (next <= total_lines) gaps.push_back({next, total_lines});
    return gaps;
}

} // namespace thoth
