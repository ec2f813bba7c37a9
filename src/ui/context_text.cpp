#include "ui/context_text.h"

#include "text/display.h"
#include "ui/style.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr size_t k_bar = 20;
constexpr size_t k_name = 28; // the widest that keeps the columns

std::string line_of(std::string_view name, int64_t tokens, int64_t whole, bool color, Ink ink) {
    const double part = whole <= 0 ? 0 : static_cast<double>(tokens) / static_cast<double>(whole);
    const auto filled = static_cast<size_t>(std::clamp(part, 0.0, 1.0) * k_bar + 0.5);
    const std::string bar = std::string(filled, '#') + std::string(k_bar - filled, '.');
    return fmt::format("  {:<{}} {:>8} {:>5.1f}%  {}\n", name, k_name, tokens, 100 * part, inked(bar, ink, color));
}
} // namespace

std::string context_text(const ContextUse& use, bool color) {
    int64_t used = 0;
    for (const ContextShare& share : use.shares)
        used += share.tokens;
    const int64_t whole = use.window.value_or(used);
    std::string out = inked(use.window ? fmt::format("the model's window: {} tokens", *use.window)
                                       : std::string("the model's window: nobody says how large it is"),
                            Ink::bold, color) +
                      "\n";
    for (const ContextShare& share : use.shares)
        out += line_of(display_line(share.name), share.tokens, whole, color, Ink::cyan);
    out += line_of("in all", used, whole, color, Ink::yellow);
    if (use.window) out += line_of("free", std::max<int64_t>(0, whole - used), whole, color, Ink::green);
    return out +
           inked(use.counted ? "  counted by the server" : "  estimated: this server counts for nobody", Ink::dim,
                 color) +
           "\n";
}

} // namespace thoth
