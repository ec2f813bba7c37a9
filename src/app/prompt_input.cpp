#include "app/prompt_input.h"

#include "os/input.h"
#include "os/poll.h"
#include "text/unicode.h"

#include <chrono>
#include <sys/stat.h>

namespace thoth {

namespace {
using namespace std::chrono_literals;
constexpr size_t k_max_input = 64 * 1024 * 1024;

// A pipe, a socket or a file may hold a prompt; a terminal or the null device never does.
bool can_be_read(int fd) {
    struct stat status{};
    return ::fstat(fd, &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode) || S_ISSOCK(status.st_mode));
}

// False: nothing came, and the caller should go on without.
Result<bool> wait_for_first_byte(int fd, Output& err, SignalWatch& signals) {
    for (const auto wait : {1'000ms, 29'000ms}) {
        const auto ready = wait_readable({fd, signals.fd()}, wait);
        if (ready.contains(signals.fd()))
            return fail(Errc::cancelled, "interrupted while waiting for standard input");
        if (ready.contains(fd)) return true;
        if (wait == 1'000ms) err.write("waiting for stdin; use </dev/null\n");
    }
    err.write("nothing came on standard input for 30 s; going on without it\n");
    return false;
}

Result<std::string> read_input(int fd, Output& err, SignalWatch& signals) {
    if (!TRY(wait_for_first_byte(fd, err, signals))) return std::string();
    return to_valid_utf8(TRY(read_to_end(fd, k_max_input, signals)));
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}
} // namespace

Result<PromptInput> one_shot_prompt(const Invocation& invocation, int standard_input, Output& err,
                                    SignalWatch& signals) {
    const bool text_given = invocation.prompt && *invocation.prompt != "-";
    const bool has_text = text_given && !is_blank(*invocation.prompt); // an empty one needs no input
    std::string input;
    if ((has_text || !text_given) && can_be_read(standard_input))
        input = TRY(read_input(standard_input, err, signals));
    PromptInput prompt{text_given ? *invocation.prompt : input, {}};
    if (is_blank(prompt.text))
        return fail(Errc::invalid_argument, "the prompt is empty",
                    "thoth -p \"TEXT\", or a prompt on standard input");
    if (text_given && !is_blank(input))
        prompt.context = "<stdin>\n" + input + (input.ends_with('\n') ? "" : "\n") + "</stdin>";
    return prompt;
}

} // namespace thoth
