// A schema and an answer, divided by a zero byte. Whatever both are, it ends, and a value that is taken is JSON
// that is taken again.
#include "text/json_schema.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const size_t end = text.find('\0');
    const auto any_pattern = [](const std::string&) -> thoth::Result<thoth::JsonSchema::Pattern> {
        return thoth::JsonSchema::Pattern([](std::string_view) { return true; });
    };
    const auto schema = thoth::JsonSchema::compile(text.substr(0, end), any_pattern);
    if (!schema || end == std::string_view::npos) return 0;
    const auto value = schema->value_in(text.substr(end + 1));
    if (value && !schema->value_in(*value)) std::abort();
    return 0;
}
