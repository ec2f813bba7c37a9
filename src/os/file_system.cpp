#include "os/file_system.h"

#include <fmt/format.h>

namespace thoth {

Result<void> FileSystem::set_mode(const Path& path, uint32_t mode) {
    return fail(Errc::unsupported, fmt::format("cannot give {} the mode {:o}", path.string(), mode));
}

Result<void> FileSystem::write_together(std::span<const WholeFile> files, uint32_t mode, Durability durability) {
    for (const WholeFile& file : files)
        TRY(write(file.path, file.bytes, mode, durability));
    return {};
}

Result<void> FileSystem::replace(const Path& real, ContentHash before, std::string_view bytes,
                                 Durability durability) {
    const auto pending = TRY(begin_replace(real, before, bytes, durability));
    return pending->put_into_place();
}

namespace {
constexpr size_t k_chance_digits = 12;

// A long name is cut so that the temporary one fits into NAME_MAX as well.
std::string temporary_prefix(std::string_view file) {
    constexpr size_t k_most_of_name = 200;
    return fmt::format(".{}.thoth-", file.substr(0, k_most_of_name));
}
} // namespace

std::string temporary_name_of(std::string_view file, uint64_t chance) {
    return fmt::format("{}{:012x}", temporary_prefix(file), chance & 0xffff'ffff'ffffull);
}

bool is_temporary_name(std::string_view name, std::string_view file) {
    const std::string prefix = temporary_prefix(file);
    if (!name.starts_with(prefix) || name.size() != prefix.size() + k_chance_digits) return false;
    return name.find_first_not_of("0123456789abcdef", prefix.size()) == std::string_view::npos;
}

Result<std::string> read_whole(const FileSystem& files, const Path& path, uint64_t limit) {
    std::string bytes = TRY(files.read(path, 0, limit + 1));
    if (bytes.size() > limit)
        return fail(Errc::too_large, fmt::format("{} is larger than {} bytes", path.string(), limit));
    return bytes;
}

Result<std::string> read_whole(const OpenFile& file, uint64_t limit) {
    std::string bytes = TRY(file.read(0, limit + 1));
    if (bytes.size() > limit) return fail(Errc::too_large, fmt::format("the file is larger than {} bytes", limit));
    return bytes;
}

Result<std::string> read_real(const FileSystem& files, const Path& real, uint64_t limit) {
    const auto file = TRY(files.open(real));
    return read_whole(*file, limit);
}

Result<ContentHash> hash_file(const OpenFile& file, const std::stop_token& stop) {
    constexpr uint64_t k_block = 1024 * 1024;
    ContentHasher hasher;
    for (uint64_t offset = 0;;) {
        if (stop.stop_requested()) return fail(Errc::cancelled, "cancelled by user");
        const std::string block = TRY(file.read(offset, k_block));
        hasher.add(block);
        offset += block.size();
        if (block.size() < k_block) return hasher.finish();
    }
}

} // namespace thoth
