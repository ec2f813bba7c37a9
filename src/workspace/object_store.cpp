#include "workspace/object_store.h"

#include "workspace/packed_content.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr uint32_t k_file_mode = 0600;
constexpr uint64_t k_largest_frame = 257ull * 1024 * 1024; // of the largest content, which does not shrink
} // namespace

bool is_object_name(std::string_view name) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return name.size() == 64 && std::ranges::all_of(name, is_digit);
}

Result<std::string> ObjectStore::put(std::string_view bytes) {
    const PackedContent content = TRY(packed_content(bytes));
    if (!holds(content.name))
        TRY(m_files->write(file_of(content.name), content.frame.text(), k_file_mode, Durability::synced));
    return content.name;
}

Result<std::string> ObjectStore::get(std::string_view name) const {
    if (!is_object_name(name)) return unpacked_content(name, {});
    const std::string frame = TRY(read_whole(*m_files, file_of(name), k_largest_frame));
    return unpacked_content(name, frame);
}

Result<std::vector<std::string>> ObjectStore::names() const {
    std::vector<std::string> names;
    for (const DirectoryEntry& entry : TRY(m_files->list(m_directory)))
        if (entry.kind == FileKind::regular && is_object_name(entry.name)) names.push_back(entry.name);
    return names;
}

Result<void> ObjectStore::remove(std::string_view name) {
    return m_files->remove(file_of(name));
}

} // namespace thoth
