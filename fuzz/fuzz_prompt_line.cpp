// A line of --input-format stream-json: a prompt that is not blank and valid UTF-8, or an error.
#include "text/unicode.h"
#include "ui/headless/prompt_line.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto prompt = thoth::prompt_in({reinterpret_cast<const char*>(data), size});
    if (!prompt) return prompt.error().message.empty() ? (std::abort(), 0) : 0;
    if (!thoth::is_valid_utf8(*prompt) || prompt->find_first_not_of(" \t\r\n") == std::string::npos) std::abort();
    return 0;
}
