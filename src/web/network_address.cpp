#include "web/network_address.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <span>

namespace thoth {

namespace {
constexpr std::string_view k_this_machine = "this machine";
constexpr std::string_view k_private = "a private network";
constexpr std::string_view k_link = "the local network link, where cloud machines are told their secrets";
constexpr std::string_view k_special = "not a public address";

// The first bits of an address, and what lies behind them.
struct Block {
    std::array<uint8_t, 16> start;
    int bits;
    std::string_view reach;
};

// RFC 6890 and its registry; and where a large cloud tells its machines their secrets, public as the address looks.
constexpr std::array k_ipv4{
    Block{{0}, 8, k_this_machine},       Block{{10}, 8, k_private},         Block{{100, 64}, 10, k_private},
    Block{{127}, 8, k_this_machine},     Block{{169, 254}, 16, k_link},     Block{{172, 16}, 12, k_private},
    Block{{192, 0, 0}, 24, k_special},   Block{{192, 0, 2}, 24, k_special}, Block{{192, 88, 99}, 24, k_special},
    Block{{192, 168}, 16, k_private},    Block{{198, 18}, 15, k_private},   Block{{198, 51, 100}, 24, k_special},
    Block{{203, 0, 113}, 24, k_special}, Block{{224}, 3, k_special},        Block{{168, 63, 129, 16}, 32, k_link},
};
constexpr std::array k_ipv6{
    Block{{}, 127, k_this_machine}, // :: and ::1
    Block{{0xfc}, 7, k_private},
    Block{{0xfe, 0x80}, 10, k_link},
    Block{{0xfe, 0xc0}, 10, k_private},
    Block{{0x20, 0x01, 0x00}, 23, k_special}, // protocol assignments, Teredo among them
    Block{{0x20, 0x01, 0x0d, 0xb8}, 32, k_special},
    Block{{0x3f, 0xff}, 20, k_special},
};
// Where an IPv4 address stands in one of IPv6, in bytes.
struct Embedded {
    std::array<uint8_t, 16> start;
    int bits;
    size_t at;
};
constexpr std::array k_embedded{
    Embedded{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96, 12}, // mapped
    Embedded{{0x00, 0x64, 0xff, 0x9b}, 96, 12},                   // translated
    Embedded{{0x20, 0x02}, 16, 2},                                // 6to4
};
constexpr Block k_public_ipv6{{0x20}, 3, {}};

bool is_within(std::span<const uint8_t> address, std::span<const uint8_t> start, int bits) {
    for (size_t i = 0; bits > 0; ++i, bits -= 8) {
        const auto mask = static_cast<uint8_t>(bits >= 8 ? 0xff : 0xff << (8 - bits));
        if ((address[i] & mask) != start[i]) return false;
    }
    return true;
}

std::string_view reach_of_ipv4(std::span<const uint8_t> address) {
    for (const Block& block : k_ipv4)
        if (is_within(address, block.start, block.bits)) return block.reach;
    return {};
}

std::string_view reach_of_ipv6(std::span<const uint8_t> address) {
    for (const Embedded& form : k_embedded)
        if (is_within(address, form.start, form.bits)) return reach_of_ipv4(address.subspan(form.at, 4));
    for (const Block& block : k_ipv6)
        if (is_within(address, block.start, block.bits)) return block.reach;
    return is_within(address, k_public_ipv6.start, k_public_ipv6.bits) ? std::string_view() : k_special;
}
} // namespace

std::string reach_of_address(std::string_view address) {
    const std::string text(address.substr(0, address.find('%'))); // without a zone
    std::array<uint8_t, 16> bytes{};
    if (inet_pton(AF_INET, text.c_str(), bytes.data()) == 1)
        return std::string(reach_of_ipv4(std::span(bytes).first(4)));
    if (inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) return std::string(reach_of_ipv6(bytes));
    return std::string(k_special);
}

} // namespace thoth
