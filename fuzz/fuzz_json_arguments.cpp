// Arguments of a call as a model may send them: an object of the declared types, or an error.
#include "tools/arguments.h"

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const thoth::ToolSpec spec{"sample", "",
                               R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},)"
                               R"("c":{"type":"boolean"},"d":{"type":"array"},"e":{"type":"object"}},)"
                               R"("required":["a"]})"};
    const auto result = thoth::checked_arguments(spec, {reinterpret_cast<const char*>(data), size});
    if (!result) return result.error().message.size() > 2'000 ? (std::abort(), 0) : 0;
    if (!thoth::text_field(*result, "a")) std::abort();
    if (result->contains("b") && !thoth::integer_field(*result, "b")) std::abort();
    if (result->contains("d") && !result->at("d").is_array()) std::abort();
    return 0;
}
