#include "workspace/object_store.h"

#include "base/hash.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <zstd.h>

namespace thoth {

namespace {
constexpr uint32_t k_file_mode = 0600;
constexpr int k_level = -3; // fast: an edit waits for it, and few contents are kept for long
constexpr uint64_t k_largest_content = 256ull * 1024 * 1024;
constexpr uint64_t k_largest_file = k_largest_content + 1024 * 1024;

// The buffer is as large as the worst case and mostly never touched, so it is not filled first.
struct Packed {
    std::unique_ptr<char[]> buffer;
    size_t size = 0; // 0: it failed, for want of memory
};

Packed compressed(std::string_view bytes) {
    const size_t most = ZSTD_compressBound(bytes.size());
    Packed packed{std::make_unique_for_overwrite<char[]>(most)};
    const size_t size = ZSTD_compress(packed.buffer.get(), most, bytes.data(), bytes.size(), k_level);
    if (ZSTD_isError(size) == 0) packed.size = size;
    return packed;
}

std::unexpected<Error> damaged(std::string_view name) {
    return fail(Errc::protocol, fmt::format("the saved content {} is damaged", name),
                "thoth fsck lists what can be put back");
}
} // namespace

bool is_object_name(std::string_view name) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return name.size() == 64 && std::ranges::all_of(name, is_digit);
}

Result<std::string> ObjectStore::put(std::string_view bytes) {
    std::string name = sha256_hex(bytes);
    const Path file = m_directory / name;
    // One that is there is trusted only as far as it can be read.
    if (m_files->link_status(file) && get(name)) return name;
    const Packed packed = compressed(bytes);
    if (packed.size == 0) return fail(Errc::io, "a content could not be compressed");
    TRY(m_files->write(file, {packed.buffer.get(), packed.size}, k_file_mode, Durability::synced));
    return name;
}

Result<std::string> ObjectStore::get(std::string_view name) const {
    if (!is_object_name(name)) return damaged(name);
    const std::string packed = TRY(read_whole(*m_files, m_directory / name, k_largest_file));
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size > k_largest_content) return damaged(name); // the two error values too
    std::string bytes(static_cast<size_t>(size), '\0');
    const size_t length = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
    if (ZSTD_isError(length) != 0 || length != bytes.size() || sha256_hex(bytes) != name) return damaged(name);
    return bytes;
}

Result<std::vector<std::string>> ObjectStore::names() const {
    std::vector<std::string> names;
    for (const DirectoryEntry& entry : TRY(m_files->list(m_directory)))
        if (entry.kind == FileKind::regular && is_object_name(entry.name)) names.push_back(entry.name);
    return names;
}

Result<void> ObjectStore::remove(std::string_view name) {
    return m_files->remove(m_directory / name);
}

} // namespace thoth
