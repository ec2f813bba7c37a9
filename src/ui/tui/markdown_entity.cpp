#include "ui/tui/markdown_entity.h"

#include "text/display.h"
#include "text/unicode.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace thoth {

namespace {
struct Entity {
    std::string_view name;
    std::string_view text;
};
constexpr std::array k_entities = std::to_array<Entity>({
    {"&amp;", "&"},
    {"&lt;", "<"},
    {"&gt;", ">"},
    {"&quot;", "\""},
    {"&apos;", "'"},
    {"&nbsp;", " "},
    {"&hellip;", "…"},
    {"&mdash;", "—"},
    {"&ndash;", "–"},
    {"&rarr;", "→"},
    {"&larr;", "←"},
    {"&times;", "×"},
    {"&copy;", "©"},
    {"&middot;", "·"},
    {"&bull;", "•"},
});
} // namespace

std::string entity_text(std::string_view entity) {
    for (const Entity& known : k_entities)
        if (entity == known.name) return std::string(known.text);
    if (!entity.starts_with("&#") || !entity.ends_with(';')) return std::string(entity);
    std::string_view digits = entity.substr(2, entity.size() - 3);
    const bool is_hex = digits.starts_with('x') || digits.starts_with('X');
    if (is_hex) digits.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::string(entity);
    std::string text;
    append_utf8(text, code);
    return display_line(text);
}

} // namespace thoth
