#include "permission/shell/option_rules.h"

#include "permission/shell/options.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

// Options that run a program, or reach where they should not.
struct DangerousOptions {
    std::string_view program;
    std::string_view letters;
    std::string_view letters_with_value;   // harmless ones: the rest of their cluster is a value
    bool can_be_cut;                       // long options may be cut to any prefix
    std::array<std::string_view, 7> names; // without dashes
    std::string_view harmless;             // a whole option that is also such a prefix
};
constexpr std::array<std::string_view, 7> k_tar_names{"checkpoint-action", "to-command",  "use-compress-program",
                                                      "rsh-command",       "info-script", "new-volume-script",
                                                      "absolute-names"};
constexpr std::array<DangerousOptions, 7> k_dangerous{{
    {"rg", "z", "ABCEMTefgjmrtd", false, {"pre", "hostname-bin", "search-zip"}, ""},
    {"sort", "", "", true, {"compress-program"}, ""},
    {"split", "", "", true, {"filter"}, ""},
    {"zip", "", "", true, {"unzip-command"}, ""},
    {"tar", "IFP", "fCbTX", true, k_tar_names, "--checkpoint"},
    {"bsdtar", "IFP", "fCbTX", true, k_tar_names, "--checkpoint"},
    {"gtar", "IFP", "fCbTX", true, k_tar_names, "--checkpoint"},
}};

std::string dangerous_option(const DangerousOptions& options, std::string_view word) {
    if (has_letter(word, options.letters, options.letters_with_value)) return std::string(word);
    if (!options.harmless.empty() && is_exact_option(word, options.harmless)) return {};
    for (const std::string_view name : options.names) {
        if (name.empty()) break;
        const std::string whole = "--" + std::string(name);
        if (options.can_be_cut ? is_long_option(word, name) : is_exact_option(word, whole)) return whole;
    }
    return {};
}

bool is_tar(std::string_view program) {
    return program == "tar" || program == "bsdtar" || program == "gtar";
}

void check_table(std::string_view program, std::span<const Word> arguments, OptionFindings& found) {
    const auto options = std::ranges::find(k_dangerous, program, &DangerousOptions::program);
    if (options == k_dangerous.end()) return;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string& text = arguments[i].text;
        if (program == "rg" && arguments[i].literal && text == "--") break;
        std::string option = dangerous_option(*options, text);
        // The first word of tar is a cluster without a dash; values follow it as words.
        if (is_tar(program) && i == 0 && !text.starts_with('-') && has_letter("-" + text, options->letters, ""))
            option = text;
        if (program == "zip" && text.starts_with('-') && !text.starts_with("--") &&
            text.find("TT") != std::string::npos)
            option = text;
        if (!option.empty())
            found.reasons.push_back(fmt::format("{} {} can run a program or leave the project", program, option));
    }
}

// A word that could turn out to be an option.
bool may_be_option(const Word& word) {
    return word.starts_open || word.splits || (word.text.starts_with('-') && word.fixed < word.text.size());
}

constexpr std::array k_checked_for_words{"find"sv, "fd"sv,     "fdfind"sv, "rg"sv, "tar"sv,
                                         "gtar"sv, "bsdtar"sv, "sed"sv,    "git"sv};
constexpr std::array k_words_end_options{"git"sv, "rg"sv, "fd"sv, "fdfind"sv};

// Which words of git may be a message: behind -m, a cluster that ends in m, or --message.
bool is_message_option(const Word& word) {
    const std::string_view text = word.text;
    if (!word.literal || !text.starts_with('-')) return false;
    return text == "--message" ||
           (text.ends_with('m') && text.find_first_not_of("aenpqsvoizm", 1) == std::string_view::npos);
}

bool takes_message(std::span<const Word> arguments) {
    static constexpr std::array k_commands{"commit"sv, "tag"sv,    "merge"sv,      "stash"sv,
                                           "notes"sv,  "revert"sv, "cherry-pick"sv};
    return std::ranges::any_of(arguments, [](const Word& word) {
        return word.literal && std::ranges::find(k_commands, word.text) != k_commands.end();
    });
}

void check_dynamic_words(std::string_view program, std::span<const Word> arguments, const OptionContext& context,
                         OptionFindings& found) {
    if (std::ranges::find(k_checked_for_words, program) == k_checked_for_words.end()) return;
    const bool words_end_options = std::ranges::find(k_words_end_options, program) != k_words_end_options.end();
    const bool has_messages = program == "git" && takes_message(arguments);
    bool may_be = context.words_added;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Word& word = arguments[i];
        if (word.literal && !word.placeholder && word.text == "--") {
            if (program != "find") may_be = may_be && !context.words_added;
            if (words_end_options) break;
        }
        const bool is_message = has_messages && i > 0 && is_message_option(arguments[i - 1]) && !word.splits;
        may_be = may_be || (may_be_option(word) && !is_message);
    }
    if (may_be) found.reasons.push_back(fmt::format("a word could turn out to be an option of {}", program));
}

// Programs of which only some commands can be stored; their first word is the command.
void check_first_word(std::string_view program, std::span<const Word> arguments, OptionFindings& found) {
    static constexpr std::array k_docker{"ps"sv,    "images"sv, "logs"sv, "inspect"sv, "version"sv, "info"sv,
                                         "stats"sv, "top"sv,    "port"sv, "diff"sv,    "history"sv};
    static constexpr std::array k_kubectl{"get"sv,     "describe"sv, "logs"sv,          "version"sv,
                                          "explain"sv, "top"sv,      "api-resources"sv, "cluster-info"sv};
    const bool is_docker = program == "docker" || program == "podman" || program == "nerdctl";
    if (!is_docker && program != "kubectl") return;
    const bool is_known = !arguments.empty() && arguments[0].literal && !arguments[0].placeholder;
    const std::string_view command = is_known ? std::string_view(arguments[0].text) : "";
    const bool is_storable = is_docker ? std::ranges::find(k_docker, command) != k_docker.end()
                                       : std::ranges::find(k_kubectl, command) != k_kubectl.end();
    if (!is_storable) found.reasons.push_back(fmt::format("{} does more than look with this command", program));
    for (const Word& word : arguments)
        if (!is_docker && is_exact_option(word.text, "--kubeconfig"))
            found.reasons.push_back("kubectl --kubeconfig can run a program");
}

void check_find(std::span<const Word> arguments, OptionFindings& found) {
    static constexpr std::array k_changing{"-delete"sv, "-fprint"sv, "-fprint0"sv, "-fprintf"sv, "-fls"sv};
    for (const Word& word : arguments)
        if (std::ranges::find(k_changing, word.text) != k_changing.end())
            found.reasons.push_back(fmt::format("find {} changes files", word.text));
}
} // namespace

OptionFindings check_options(std::string_view program, std::span<const Word> arguments,
                             const OptionContext& context, const Paths& paths) {
    if (program == "curl" || program == "wget") {
        OptionFindings found = program == "curl" ? check_curl(arguments) : check_wget(arguments);
        if (context.words_added)
            found.reasons.push_back(fmt::format("{} is given words that are not known", program));
        return found;
    }
    OptionFindings found;
    if (program == "git") found = check_git(arguments, context, paths);
    if (program == "sed")
        if (std::string reason = check_sed(arguments); !reason.empty()) found.reasons.push_back(std::move(reason));
    if (program == "find") check_find(arguments, found);
    check_table(program, arguments, found);
    check_first_word(program, arguments, found);
    check_dynamic_words(program, arguments, context, found);
    return found;
}

} // namespace thoth::shell
