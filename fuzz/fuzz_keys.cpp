// Bytes from a keyboard become the same keys wherever they are split, and what is typed or pasted holds nothing
// that a terminal would obey.
#include "ui/tui/edit_keys.h"
#include "ui/tui/keys.h"

#include <cstdint>
#include <cstdlib>

namespace {
bool is_control(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return (byte < 0x20 && character != '\n' && character != '\t') || byte == 0x7f;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const size_t split = bytes.empty() ? 0 : data[0] % bytes.size();
    std::vector<thoth::Key> whole;
    thoth::KeyReader().feed(bytes, whole);
    std::vector<thoth::Key> parts;
    thoth::KeyReader reader;
    reader.feed(bytes.substr(0, split), parts);
    reader.feed(bytes.substr(split), parts);
    if (whole != parts) std::abort();
    thoth::Editor editor;
    for (const thoth::Key& key : whole)
        thoth::edit(editor, key);
    for (const char character : editor.expanded())
        if (is_control(character)) std::abort();
    return 0;
}
