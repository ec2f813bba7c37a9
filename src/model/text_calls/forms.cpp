#include "model/text_calls/forms.h"

#include <array>

namespace thoth {

std::span<const TextCallForm> text_call_forms() {
    using enum Placement;
    static constexpr std::array<TextCallForm, 16> k_forms{{
        {"<tool_call>", line_start, read_tagged_calls},
        {"<function=", line_start, read_tagged_calls},
        {"<start_function_call>", line_start, read_function_gemma_calls},
        {"<|tool_call>", line_start, read_gemma4_calls},
        {"[TOOL_CALLS]", anywhere, read_mistral_calls},
        {"<｜tool▁calls▁begin｜>", anywhere, read_deepseek_calls},
        {"<｜tool▁call▁begin｜>", anywhere, read_deepseek_calls},
        {"<|tool_calls_section_begin|>", anywhere, read_kimi_calls},
        {"<|channel|>", anywhere, read_harmony_calls},
        {"<|start|>assistant", anywhere, read_harmony_calls},
        {"to=functions.", message_start, read_harmony_calls},
        {"<|python_tag|>", message_start, read_bare_calls},
        {"{", message_start, read_bare_calls},
        {"[", message_start, read_bare_calls},
        {"```json", only_fence, read_fenced_calls},
        {"```tool_code", only_fence, read_fenced_calls},
    }};
    return k_forms;
}

} // namespace thoth
