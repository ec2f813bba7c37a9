#pragma once
#include "base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Zstd frames, one behind the other.
struct PackedFrame {
    std::unique_ptr<char[]> buffer; // as large as the worst case; mostly never touched
    size_t size = 0;
    std::string_view text() const { return {buffer.get(), size}; }
};
// One frame. Errc::io: no memory for it.
Result<PackedFrame> packed_frame(std::string_view bytes);
// Those of a content that was packed in pieces.
PackedFrame joined(const std::vector<PackedFrame>& pieces);

// The bytes of a file as the ObjectStore keeps them: its frames, and the SHA-256 of the bytes (64
// lower-case hexadecimal digits) as its name. Making it is the costly part of keeping a content.
struct PackedContent {
    std::string name;
    PackedFrame frame;
};
Result<PackedContent> packed_content(std::string_view bytes);

// The bytes behind frames. Errc::protocol when one is damaged or not what `name` says, and above
// 256 MB.
Result<std::string> unpacked_content(std::string_view name, std::string_view frames);

} // namespace thoth
