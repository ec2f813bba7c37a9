#include "ui/transcript.h"

#include "text/display.h"
#include "text/lines.h"
#include "ui/style.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_result_lines = 3;
Ink ink_of(ShownDiffLine::Kind kind) {
    switch (kind) {
    case ShownDiffLine::Kind::file:
        return Ink::bold;
    case ShownDiffLine::Kind::hunk:
        return Ink::cyan;
    case ShownDiffLine::Kind::added:
        return Ink::green;
    case ShownDiffLine::Kind::removed:
        return Ink::red;
    case ShownDiffLine::Kind::context:
    case ShownDiffLine::Kind::note:
        break;
    }
    return Ink::plain;
}

std::string indented(std::string_view text, bool color, Ink ink) {
    std::string out;
    const LineIndex lines(text);
    for (int n = 1; n <= lines.count(); ++n)
        out += "  " + inked(without_line_ending(lines.line(n)), ink, color) + "\n";
    return out;
}

std::string diff_text(const std::string& diff, bool color, DiffLength length) {
    const ShownDiff shown = shown_diff(diff, length);
    std::string out;
    for (const ShownDiffLine& line : shown.lines)
        out += "  " + inked(line.text, ink_of(line.kind), color) + "\n";
    if (!shown.left_out.empty()) out += "  " + inked(shown.left_out, Ink::yellow, color) + "\n";
    return out;
}
} // namespace

bool is_long_diff(const Preview& preview) {
    return preview.kind == Preview::Kind::diff && is_long_diff(preview.body);
}

std::string tool_text(const ToolStarted& started, bool color, DiffLength length) {
    std::string out =
        inked("* ", Ink::yellow, color) + inked(visible_line(started.preview.title), Ink::bold, color) + "\n";
    switch (started.preview.kind) {
    case Preview::Kind::none:
        break;
    case Preview::Kind::diff:
        out += diff_text(started.preview.body, color, length);
        break;
    case Preview::Kind::list:
        out += indented(visible_text(started.preview.body), color, Ink::plain);
        break;
    case Preview::Kind::command:
        out += indented("$ " + visible_text(started.preview.body), color, Ink::cyan);
        break;
    }
    return out;
}

std::string result_text(const ToolFinished& finished, bool color) {
    const std::string text = display_text(finished.result.text);
    const LineIndex lines(text);
    const Ink ink = finished.result.is_error ? Ink::red : Ink::dim;
    std::string out;
    for (int n = 1; n <= std::min(lines.count(), k_result_lines); ++n)
        out += "  " + inked(without_line_ending(lines.line(n)), ink, color) + "\n";
    if (lines.count() > k_result_lines)
        out +=
            "  " + inked(fmt::format("... {} more lines", lines.count() - k_result_lines), Ink::dim, color) + "\n";
    if (finished.denied)
        out += "  " + inked("(did not happen)", Ink::yellow, color) + "\n";
    else if (finished.result.is_error)
        out += "  " + inked("(error)", Ink::red, color) + "\n";
    return out;
}

std::string notice_text(const Notice& notice, bool color) {
    const std::string text = display_text(notice.text);
    switch (notice.level) {
    case Notice::Level::info:
        return inked(text, Ink::dim, color) + "\n";
    case Notice::Level::warning:
        return inked("warning: " + text, Ink::yellow, color) + "\n";
    case Notice::Level::error:
        return inked("error: " + text, Ink::red, color) + "\n";
    }
    return {};
}

std::string retry_text(const RetryScheduled& retry, bool color) {
    const auto seconds = std::chrono::duration<double>(retry.wait).count();
    const std::string wait = seconds < 1 ? fmt::format("{:.1f}", seconds) : fmt::format("{:.0f}", seconds);
    const char* discarded = retry.discards ? "; what was shown of its reply does not count" : "";
    return inked(fmt::format("{}; asking again in {} s ({} of {}){}", display_text(retry.reason), wait,
                             retry.attempt, retry.of, discarded),
                 Ink::yellow, color) +
           "\n";
}

std::string check_asked_text(const CheckAsked& asked, bool color) {
    return inked("code was changed and nothing run since; the model is asked to check it: " +
                     display_line(asked.checks),
                 Ink::dim, color) +
           "\n";
}

std::string waiting_text(const WaitingForModel& waiting, bool color) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waiting.so_far).count();
    std::string text;
    switch (waiting.what) {
    case WaitingForModel::For::answer:
        text = fmt::format(
            "waiting: the server has not answered for {} s; it may be loading the model or reading the prompt",
            seconds);
        break;
    case WaitingForModel::For::more:
        text = fmt::format("waiting: nothing has come from the server for {} s", seconds);
        break;
    case WaitingForModel::For::loading:
        text = seconds == 0 ? "waiting: the server is loading the model"
                            : fmt::format("waiting: the server has been loading the model for {} s", seconds);
        break;
    }
    return inked(text, Ink::dim, color) + "\n";
}

std::string tasks_text(const std::vector<Task>& tasks, bool color) {
    if (tasks.empty()) return inked("nothing runs in the background", Ink::dim, color) + "\n";
    std::string out = inked("running in the background:", Ink::bold, color) + "\n";
    for (const Task& task : tasks) {
        std::string line = fmt::format("  {}  ", task.pid);
        for (const int port : task.ports)
            line += fmt::format("port {}  ", port);
        out += line + inked(visible_line(task.command), Ink::cyan, color) + "\n";
        std::string more = "since " + visible_line(task.since);
        if (task.is_survivor) more += ", by an earlier thoth";
        if (!task.log.empty()) more += ", log " + visible_line(task.log);
        out += "      " + inked(more, Ink::dim, color) + "\n";
    }
    return out;
}

bool asks_to_see_all(std::string_view typed) {
    const size_t start = std::min(typed.find_first_not_of(" \t\r"), typed.size());
    const size_t end = typed.find_last_not_of(" \t\r") + 1;
    const std::string_view word = typed.substr(start, end > start ? end - start : 0);
    return word == "v" || word == "V";
}

std::string question_text(const Question& question, bool color, bool more_to_see) {
    std::string out = inked("? " + visible_line(question.text), Ink::bold, color) + "\n";
    for (const std::string& fact : question.facts)
        out += "  " + inked(visible_line(fact), Ink::dim, color) + "\n";
    for (const std::string& reason : question.reasons)
        out += "  " + inked(visible_line(reason), Ink::dim, color) + "\n";
    if (question.kind == Question::Kind::choice) {
        for (size_t i = 0; i < question.options.size(); ++i)
            out += fmt::format("  [{}] {}\n", i + 1, visible_line(question.options[i]));
        return out + "  a number, or an answer of your own; an empty line gives none: ";
    }
    if (question.kind == Question::Kind::plan)
        return out + "  [y] yes, with edits accepted  [a] yes, asking each time  [n] no, keep planning: ";
    // One thing goes with the answer; several are a list.
    const bool is_list = question.scope.size() > 1;
    if (is_list) {
        out += "  [a] would always allow in this project:\n";
        for (const std::string& words : question.scope)
            out += "      " + visible_line(words) + "\n";
    }
    out += "  [y] yes, once";
    if (question.offers_always())
        out += is_list ? "  [a] always"
                       : fmt::format("  [a] always in this project ({})", visible_line(question.scope.front()));
    if (more_to_see) out += "  [v] view all of it";
    return out + "  [s] skip this step  [n] no, and stop: ";
}

namespace {
// An estimate is marked: it must not be taken for what the server counted.
std::string counted(int64_t tokens, bool estimated) {
    return fmt::format("{}{}", estimated ? "~" : "", tokens);
}

// What is not known is not said; it is not zero.
std::string parts_text(const Usage& usage) {
    std::string text;
    if (usage.cache_read > 0) text += fmt::format(", cached {}", usage.cache_read);
    if (usage.output) text += fmt::format(", out {}", counted(*usage.output, usage.estimated));
    return text;
}
} // namespace

std::string usage_text(const Usage& last, const Spent& spent, bool color) {
    if (last.context() == 0) return {};
    std::string text = fmt::format("ctx {}", counted(last.context(), last.estimated)) + parts_text(last);
    if (spent.replies > 1)
        text += fmt::format("; {} replies: in {}{}", spent.replies,
                            counted(spent.usage.prompt(), spent.usage.estimated), parts_text(spent.usage));
    if (spent.cost) text += fmt::format(", cost {:.4f}", *spent.cost);
    return inked(text, Ink::dim, color) + "\n";
}

std::optional<Choice> choice_from(std::string_view typed, const Question& question) {
    const size_t start = std::min(typed.find_first_not_of(" \t\r"), typed.size());
    const std::string_view words = typed.substr(start, typed.find_last_not_of(" \t\r") + 1 - start);
    if (words.empty()) return Choice{};
    if (words.find_first_not_of("0123456789") != std::string_view::npos) return Choice{0, std::string(words)};
    const bool is_option =
        words.size() == 1 && words[0] != '0' && static_cast<size_t>(words[0] - '0') <= question.options.size();
    return is_option ? std::optional(Choice{words[0] - '0'}) : std::nullopt;
}

std::optional<AnswerGiven> reply_from(std::string_view typed, const Question& question) {
    if (question.kind == Question::Kind::choice) {
        auto choice = choice_from(typed, question);
        if (!choice) return std::nullopt;
        return AnswerGiven{question.id, Answer::once, std::move(*choice)};
    }
    const auto answer = answer_from(typed, question);
    if (!answer) return std::nullopt;
    return AnswerGiven{question.id, *answer};
}

std::optional<Answer> answer_from(std::string_view typed, const Question& question) {
    std::string word;
    for (const char c : typed)
        if (!std::isspace(static_cast<unsigned char>(c)))
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (word == "y" || word == "yes") return Answer::once;
    if (question.offers_always() && (word == "a" || word == "always")) return Answer::always;
    if (question.offers_skip() && (word == "s" || word == "skip")) return Answer::skip;
    if (word == "n" || word == "no") return Answer::no;
    return std::nullopt;
}

} // namespace thoth
