#include "workspace/packed_content.h"

#include "base/hash.h"

#include <fmt/format.h>
#include <utility>
#include <zstd.h>

namespace thoth {

namespace {
constexpr int k_level = -3; // fast: an edit waits for it, and few contents are kept for long
constexpr uint64_t k_largest_content = 256ull * 1024 * 1024;
} // namespace

Result<PackedFrame> packed_frame(std::string_view bytes) {
    const size_t most = ZSTD_compressBound(bytes.size());
    PackedFrame frame{std::make_unique_for_overwrite<char[]>(most), 0}; // filling it would cost as much as packing
    frame.size = ZSTD_compress(frame.buffer.get(), most, bytes.data(), bytes.size(), k_level);
    if (ZSTD_isError(frame.size) != 0) return fail(Errc::io, "a content could not be compressed");
    return frame;
}

Result<PackedContent> packed_content(std::string_view bytes) {
    return PackedContent{sha256_hex(bytes), TRY(packed_frame(bytes))};
}

Result<std::string> unpacked_content(std::string_view name, std::string_view frame) {
    const auto damaged = [&] {
        return fail(Errc::protocol, fmt::format("the saved content {} is damaged", name),
                    "thoth fsck lists what can be put back");
    };
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size > k_largest_content) return damaged(); // the two error values too
    std::string bytes(static_cast<size_t>(size), '\0');
    const size_t length = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(length) != 0 || length != bytes.size() || sha256_hex(bytes) != name) return damaged();
    return bytes;
}

} // namespace thoth
