#include "app/commands/search.h"

#include "search/find_files.h"
#include "search/grep.h"
#include "text/display.h"
#include "tools/search_notes.h"
#include "ui/transcript.h"

#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_exit_nothing = 1;
constexpr int k_exit_trouble = 2;
constexpr int k_exit_signal = 128;
constexpr size_t k_max_context = 1000;
constexpr const char* k_grep_usage = "thoth grep [-F] [-i] [-w] [-l] [-C N] [-g GLOB] -e PATTERN [PATH]";
constexpr const char* k_glob_usage = "thoth glob PATTERN [PATH]";

int report(const Error& error, const Console& console) {
    console.err.write(notice_text({Notice::Level::error, describe(error)}, console.err.color()));
    return k_exit_trouble;
}

struct Asked {
    std::optional<std::string> pattern;
    std::optional<std::string> path;
    std::string glob;
    PatternStyle style;
    size_t context = 0;
    bool files_only = false;
};

// The letters of "-iw"; false: there is another one.
bool set_flags(std::string_view letters, Asked& asked) {
    for (const char letter : letters) {
        if (letter == 'F')
            asked.style.plain_text = true;
        else if (letter == 'i')
            asked.style.ignore_case = true;
        else if (letter == 'w')
            asked.style.whole_word = true;
        else if (letter == 'l')
            asked.files_only = true;
        else if (letter != 'n') // lines have their numbers anyway
            return false;
    }
    return !letters.empty();
}

Result<size_t> as_context(const std::string& text) {
    size_t lines = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lines);
    if (error != std::errc() || end != text.data() + text.size() || lines > k_max_context)
        return fail(Errc::invalid_argument, fmt::format("-C {}: a number up to {} is needed", text, k_max_context));
    return lines;
}

// A flag with a value, "-C3" or "-C 3". How many arguments it took; 0: it is none.
Result<size_t> set_value(std::span<const std::string> rest, Asked& asked) {
    const std::string flag = rest[0].substr(0, 2);
    if (flag != "-e" && flag != "-g" && flag != "-C") return 0;
    const bool joined = rest[0].size() > flag.size();
    if (!joined && rest.size() == 1) return fail(Errc::invalid_argument, flag + " needs a value", k_grep_usage);
    const std::string value = joined ? rest[0].substr(flag.size()) : rest[1];
    if (flag == "-e")
        asked.pattern = value;
    else if (flag == "-g")
        asked.glob = value;
    else
        asked.context = TRY(as_context(value));
    return joined ? 1 : 2;
}

Result<void> set_word(const std::string& word, Asked& asked, const char* usage) {
    if (asked.path) return fail(Errc::invalid_argument, fmt::format("one word too many: {}", word), usage);
    (asked.pattern ? asked.path : asked.pattern) = word;
    return {};
}

Result<Asked> parse_grep(std::span<const std::string> arguments) {
    Asked asked;
    bool only_words = false;
    for (size_t i = 0; i < arguments.size();) {
        const std::string& word = arguments[i];
        if (only_words || !word.starts_with('-') || word == "-") {
            TRY(set_word(word, asked, k_grep_usage));
        } else if (word == "--") {
            only_words = true;
        } else if (const size_t taken = TRY(set_value(arguments.subspan(i), asked)); taken > 0) {
            i += taken;
            continue;
        } else if (!set_flags(std::string_view(word).substr(1), asked)) {
            return fail(Errc::invalid_argument, fmt::format("grep: unknown flag {}", word), k_grep_usage);
        }
        ++i;
    }
    if (!asked.pattern) return fail(Errc::invalid_argument, "grep: there is no pattern", k_grep_usage);
    return asked;
}

Result<Asked> parse_glob(std::span<const std::string> arguments) {
    Asked asked;
    bool only_words = false;
    for (const std::string& word : arguments) {
        if (word == "--" && !only_words)
            only_words = true;
        else
            TRY(set_word(word, asked, k_glob_usage));
    }
    if (!asked.pattern) return fail(Errc::invalid_argument, "glob: there is no pattern", k_glob_usage);
    return asked;
}

// Alone: anything else may be what is looked for.
bool is_asking_for_help(std::span<const std::string> arguments) {
    return arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "-h");
}

// Where a search begins, and what names in it begin with.
struct Start {
    Path real;
    std::string shown; // "" for the current directory
};

Result<Start> start_of(const std::optional<std::string>& path, const Surroundings& world) {
    Start start;
    start.real = TRY(world.files.real_path(world.directory / path.value_or(".")));
    TRY(world.files.status(start.real));
    if (!path || *path == ".") return start;
    start.shown = *path;
    return start;
}

// What a terminal is given is made safe; a pipe gets the bytes.
class Lines {
public:
    explicit Lines(const Console& console) : m_console(console) {}
    bool write(std::string_view text) {
        if (m_console.out_is_terminal)
            m_console.out.write(display_text(text));
        else
            m_console.out.write(text);
        m_any = true;
        return !m_console.out.broken();
    }
    bool any() const { return m_any; }

private:
    const Console& m_console;
    bool m_any = false;
};

std::string shown_name(const Path& file, const Start& start) {
    if (file == start.real) return start.shown;
    const std::string relative = file.lexically_relative(start.real).string();
    return start.shown.empty() ? relative : (Path(start.shown) / relative).string();
}

int exit_code(const Lines& lines, const StopOnSignal& stop) {
    if (stop.number() != 0) return k_exit_signal + stop.number();
    return lines.any() ? 0 : k_exit_nothing;
}

Result<GrepOutcome> search(const Asked& asked, const Surroundings& world, Lines& lines,
                           const std::stop_token& stop) {
    const Start start = TRY(start_of(asked.path, world));
    const IgnoreSources ignore(world.files, world.environment);
    GrepQuery query;
    query.pattern = *asked.pattern;
    query.style = asked.style;
    query.start = start.real;
    query.glob = asked.glob;
    query.ignore = &ignore;
    query.context = asked.context;
    query.files_only = asked.files_only;
    query.max_matches = SIZE_MAX;
    query.compact = true;
    query.with_secrets = true;
    query.show = [&](const Path& file) { return shown_name(file, start); };
    query.write = [&](std::string_view text) { return lines.write(text); };
    return grep(world.files, query, stop);
}
} // namespace

int run_grep(std::span<const std::string> arguments, const Surroundings& world, const Console& console,
             SignalWatch& signals) {
    if (is_asking_for_help(arguments)) {
        console.out.write(fmt::format("{}\n", k_grep_usage));
        return 0;
    }
    const auto asked = parse_grep(arguments);
    if (!asked) return report(asked.error(), console);
    Lines lines(console);
    const StopOnSignal stop(signals);
    const auto outcome = search(*asked, world, lines, stop.token());
    if (!outcome && outcome.error().code != Errc::cancelled) return report(outcome.error(), console);
    if (outcome && !lines.any() && console.err_is_terminal)
        console.err.write(fmt::format("no matches in {}{}\n", counted(outcome->files_searched, "searched file"),
                                      describe_left_out(left_out_of(*outcome))));
    if (outcome && outcome->given_up.lines > 0) {
        console.err.write(notice_text({Notice::Level::warning, describe_given_up(*outcome)}, console.err.color()));
        if (stop.number() == 0) return k_exit_trouble;
    }
    return exit_code(lines, stop);
}

int run_glob(std::span<const std::string> arguments, const Surroundings& world, const Console& console,
             SignalWatch& signals) {
    if (is_asking_for_help(arguments)) {
        console.out.write(fmt::format("{}\n", k_glob_usage));
        return 0;
    }
    const auto asked = parse_glob(arguments);
    if (!asked) return report(asked.error(), console);
    const auto start = start_of(asked->path, world);
    if (!start) return report(start.error(), console);
    const IgnoreSources ignore(world.files, world.environment);
    Lines lines(console);
    FindQuery query{start->real, *asked->pattern, &ignore};
    const std::string lead = start->shown.empty() ? "" : (Path(start->shown) / "").string();
    query.write = [&](std::string_view names) {
        if (lead.empty()) return lines.write(names);
        std::string text;
        for (size_t at = 0; at < names.size();) {
            const size_t end = names.find('\n', at) + 1;
            text += lead;
            text += names.substr(at, end - at);
            at = end;
        }
        return lines.write(text);
    };
    const StopOnSignal stop(signals);
    const FindOutcome outcome = find_files(query, stop.token());
    if (outcome.stats.files == 0 && outcome.stats.unreadable > 0)
        if (const auto listed = world.files.list(start->real); !listed) return report(listed.error(), console);
    if (!lines.any() && console.err_is_terminal)
        console.err.write(fmt::format("no file matches; {} looked at{}\n", counted(outcome.stats.files, "file"),
                                      describe_left_out(left_out_of(outcome))));
    return exit_code(lines, stop);
}

} // namespace thoth
