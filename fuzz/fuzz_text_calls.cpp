// Calls in text: what is found must not depend on how the text was cut, text that holds no call must come
// out as it went in, and a call names a tool that was offered and has an object of arguments, or says why not.
#include "model/text_calls/text_call_filter.h"
#include "model/wire_json.h"
#include "text/json_repair.h"

#include <cstdint>
#include <cstdlib>

namespace {
const std::vector<thoth::ToolSpec> k_tools{
    {"f", "",
     R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array","items":{"type":"integer"}}}})"},
    {"read_file", "", R"({"type":"object","properties":{"path":{"type":"string"},"n":{"type":"integer"}}})"}};

struct Read {
    std::string streamed;
    thoth::TextCallFilter::Outcome outcome;
};

Read read(std::string_view text, size_t piece) {
    const thoth::OfferedTools offered(k_tools);
    thoth::TextCallFilter filter(offered);
    Read out;
    for (size_t at = 0; at < text.size(); at += piece)
        out.streamed += filter.feed(text.substr(at, piece));
    out.outcome = filter.finish(true);
    return out;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text(data, data + size);
    const Read whole = read(text, size + 1);
    for (const size_t piece : {1u, 5u, 64u}) {
        const Read cut = read(text, piece);
        if (cut.outcome.calls != whole.outcome.calls || cut.outcome.doubt != whole.outcome.doubt) std::abort();
        if (cut.streamed + cut.outcome.text != whole.streamed + whole.outcome.text) std::abort();
    }
    if (whole.outcome.markup.empty() && whole.streamed + whole.outcome.text != text) std::abort();
    for (const thoth::TextCall& call : whole.outcome.calls) {
        const bool readable = thoth::arguments_object(call.arguments) || call.arguments.starts_with("unreadable");
        if ((call.name != "f" && call.name != "read_file") || !readable) std::abort();
    }
    if (const auto repaired = thoth::repaired_json(text); repaired && !thoth::is_json(repaired->text)) std::abort();
    return 0;
}
