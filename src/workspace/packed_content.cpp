#include "workspace/packed_content.h"

#include "base/hash.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <zstd.h>

namespace thoth {

namespace {
constexpr int k_level = -3; // fast: an edit waits for it, and few contents are kept for long
constexpr uint64_t k_largest_content = 256ull * 1024 * 1024;

// Of all frames together; nothing when it cannot be told, or is more than a content may have.
std::optional<size_t> size_behind(std::string_view frames) {
    uint64_t size = 0;
    do {
        const unsigned long long of_frame = ZSTD_getFrameContentSize(frames.data(), frames.size());
        const size_t length = ZSTD_findFrameCompressedSize(frames.data(), frames.size());
        // The two error values are above any size.
        if (of_frame > k_largest_content || ZSTD_isError(length) != 0) return std::nullopt;
        size += of_frame;
        if (size > k_largest_content) return std::nullopt;
        frames.remove_prefix(length);
    } while (!frames.empty());
    return static_cast<size_t>(size);
}
} // namespace

PackedFrame joined(const std::vector<PackedFrame>& pieces) {
    size_t size = 0;
    for (const PackedFrame& piece : pieces)
        size += piece.size;
    PackedFrame frames{std::make_unique_for_overwrite<char[]>(size), size};
    char* end = frames.buffer.get();
    for (const PackedFrame& piece : pieces)
        end = std::ranges::copy(piece.text(), end).out;
    return frames;
}

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

Result<std::string> unpacked_content(std::string_view name, std::string_view frames) {
    const auto damaged = [&] {
        return fail(Errc::protocol, fmt::format("the saved content {} is damaged", name),
                    "thoth fsck lists what can be put back");
    };
    const auto size = size_behind(frames);
    if (!size) return damaged();
    std::string bytes(*size, '\0');
    const size_t length = ZSTD_decompress(bytes.data(), bytes.size(), frames.data(), frames.size());
    if (ZSTD_isError(length) != 0 || length != bytes.size() || sha256_hex(bytes) != name) return damaged();
    return bytes;
}

} // namespace thoth
