#pragma once
#include "model/text_calls/found_calls.h"
#include "model/text_calls/text_cursor.h"

#include <span>
#include <string_view>

namespace thoth {

// Where the first characters of a form must stand to count. Never inside a fence or a code span.
enum class Placement {
    line_start,
    anywhere,      // templates put no line break before it
    message_start, // and the calls are the whole message
    only_fence,    // a fenced block: the first one, behind at most one paragraph, and nothing after it
};

// One way in which models write calls. `read` begins at the marker and takes all calls with their end
// marks; false if it is something else, or if the text ran out (TextCursor::open()). One table: forms().
struct TextCallForm {
    std::string_view marker;
    Placement placement;
    bool (*read)(TextCursor& text, FoundCalls& found);
};
std::span<const TextCallForm> text_call_forms();

// Readers, by family. tagged_forms.cpp:
bool read_tagged_calls(TextCursor& text, FoundCalls& found); // <tool_call>, <function=: Hermes, Qwen, GLM
// token_forms.cpp:
bool read_mistral_calls(TextCursor& text, FoundCalls& found);
bool read_deepseek_calls(TextCursor& text, FoundCalls& found);
bool read_kimi_calls(TextCursor& text, FoundCalls& found);
// gemma_forms.cpp:
bool read_function_gemma_calls(TextCursor& text, FoundCalls& found);
bool read_gemma4_calls(TextCursor& text, FoundCalls& found);
// harmony_form.cpp: gpt-oss
bool read_harmony_calls(TextCursor& text, FoundCalls& found);
// bare_forms.cpp: JSON or calls as Python writes them, as a whole message or in one fence
bool read_bare_calls(TextCursor& text, FoundCalls& found);
bool read_fenced_calls(TextCursor& text, FoundCalls& found);

} // namespace thoth
