#pragma once
#include "os/file_system.h"

#include <algorithm>
#include <map>
#include <optional>

namespace thoth {

// A file system in memory: files, directories and links, with modes. Changes are counted, and
// the one with a given number can be made to fail. Not for several threads.
class MemoryFileSystem final : public FileSystem {
public:
    struct Node {
        FileKind kind = FileKind::regular;
        std::string bytes; // content, or where a link leads
        uint32_t mode = 0644;
        uint64_t links = 1;
        uint64_t inode = 0; // given when it is put there
    };

    MemoryFileSystem() { m_nodes["/"] = {FileKind::directory, "", 0755, 1}; }

    // Setting up and looking: not counted as changes. Parents are created.
    void put(const Path& path, std::string_view bytes, uint32_t mode = 0644) {
        add(path, {FileKind::regular, std::string(bytes), mode, 1});
    }
    void put_link(const Path& path, const std::string& target) { add(path, {FileKind::symlink, target, 0777, 1}); }
    // A file that has other names as well, elsewhere.
    void put_hard_link(const Path& path, std::string_view bytes, uint64_t links) {
        add(path, {FileKind::regular, std::string(bytes), 0644, links});
    }
    void put_directory(const Path& path) { add(path, {FileKind::directory, "", 0755, 1}); }
    void put_fifo(const Path& path) { add(path, {FileKind::other, "", 0644, 1}); }
    void drop(const Path& path) { m_nodes.erase(path); }
    // Content of a file; nothing if there is none.
    std::optional<std::string> text(const Path& path) const {
        const Node* node = find(path);
        return node && node->kind == FileKind::regular ? std::optional(node->bytes) : std::nullopt;
    }
    const Node* find(const Path& path) const {
        const auto it = m_nodes.find(path);
        return it == m_nodes.end() ? nullptr : &it->second;
    }

    // The change with this number (1: the next) fails as on a full disk; 0: none.
    void fail_change(int number) { m_fail_at = number == 0 ? 0 : m_changes + number; }
    int changes() const { return m_changes; }
    // The most bytes that one read() handed out: what a caller holds in memory at once.
    uint64_t largest_read() const { return m_largest_read; }

    Result<FileStatus> status(const Path& path) const override { return link_status(TRY(real_path(path))); }

    Result<FileStatus> link_status(const Path& path) const override {
        const Node* node = find(path);
        if (!node) return missing(path);
        return FileStatus{node->kind, node->bytes.size(), node->mode, node->links, 0, 1, node->inode};
    }

    Result<std::string> read(const Path& path, uint64_t offset, uint64_t limit) const override {
        const Node* node = find(TRY(real_path(path)));
        if (!node) return missing(path);
        if (node->kind != FileKind::regular) return fail(Errc::unsupported, "not a regular file");
        if (offset >= node->bytes.size()) return std::string();
        std::string bytes = node->bytes.substr(offset, limit);
        m_largest_read = std::max<uint64_t>(m_largest_read, bytes.size());
        return bytes;
    }

    Result<std::vector<DirectoryEntry>> list(const Path& path) const override {
        const Path real = TRY(real_path(path));
        const Node* node = find(real);
        if (!node) return missing(path);
        if (node->kind != FileKind::directory) return fail(Errc::not_found, "not a directory");
        std::vector<DirectoryEntry> entries;
        for (const auto& [name, child] : m_nodes)
            if (name != "/" && name.parent_path() == real)
                entries.push_back({name.filename().string(), child.kind});
        std::sort(entries.begin(), entries.end());
        return entries;
    }

    Result<Path> real_path(const Path& path) const override {
        Path done = "/";
        std::vector<Path> rest(path.begin(), path.end());
        std::reverse(rest.begin(), rest.end());
        for (int links = 0; !rest.empty();) {
            const Path part = std::move(rest.back());
            rest.pop_back();
            if (part.empty() || part == "." || part == "/") continue;
            if (part == "..") {
                done = done.parent_path();
                continue;
            }
            const Node* node = find(done / part);
            if (!node || node->kind != FileKind::symlink) {
                done /= part;
                continue;
            }
            if (++links > 40) return fail(Errc::invalid_argument, "too many links");
            if (node->bytes.starts_with('/')) done = "/";
            const Path target(node->bytes);
            const std::vector<Path> parts(target.begin(), target.end());
            rest.insert(rest.end(), parts.rbegin(), parts.rend());
        }
        return done;
    }

    Result<void> write(const Path& path, std::string_view bytes, uint32_t mode, Durability) override {
        TRY(count_change());
        const Path real = TRY(real_path(path));
        const Node* parent = find(real.parent_path());
        if (!parent || parent->kind != FileKind::directory) return missing(real.parent_path());
        const auto [it, created] = m_nodes.try_emplace(real, Node{FileKind::regular, "", mode & ~022u, 1});
        if (it->second.kind != FileKind::regular) return fail(Errc::unsupported, "not a regular file");
        if (!created) it->second.mode &= 01777u;
        it->second.bytes = bytes;
        return {};
    }

    Result<void> make_directories(const Path& path, uint32_t mode) override {
        TRY(count_change());
        if (const Node* node = find(path); node && node->kind != FileKind::directory)
            return fail(Errc::already_exists, "a file is in the way");
        add(path / "x", {FileKind::directory, "", mode, 1});
        drop(path / "x");
        return {};
    }

    Result<void> remove(const Path& path) override {
        TRY(count_change());
        if (m_nodes.erase(path) == 0) return missing(path);
        return {};
    }

    Result<std::unique_ptr<AppendFile>> open_append(const Path& path, uint32_t mode) override {
        TRY(count_change());
        m_nodes.try_emplace(path, Node{FileKind::regular, "", mode, 1});
        return std::make_unique<MemoryAppendFile>(*this, path);
    }

private:
    class MemoryAppendFile final : public AppendFile {
    public:
        MemoryAppendFile(MemoryFileSystem& files, Path path) : m_files(files), m_path(std::move(path)) {}
        Result<void> append(std::string_view bytes, Durability) override {
            TRY(m_files.count_change());
            m_files.m_nodes[m_path].bytes += bytes;
            return {};
        }
        Result<bool> try_lock() override { return true; }
        Result<void> truncate(uint64_t size) override {
            TRY(m_files.count_change());
            m_files.m_nodes[m_path].bytes.resize(size);
            return {};
        }

    private:
        MemoryFileSystem& m_files;
        Path m_path;
    };

    static std::unexpected<Error> missing(const Path& path) {
        return fail(Errc::not_found, "cannot look at '" + path.string() + "': No such file or directory");
    }
    Result<void> count_change() {
        if (++m_changes == m_fail_at) return fail(Errc::io, "cannot write: No space left on device");
        return {};
    }
    void add(const Path& path, Node node) {
        for (Path parent = path.parent_path(); !m_nodes.contains(parent); parent = parent.parent_path())
            m_nodes[parent] = {FileKind::directory, "", 0755, 1};
        node.inode = ++m_last_inode;
        m_nodes[path] = std::move(node);
    }

    std::map<Path, Node> m_nodes;
    uint64_t m_last_inode = 0;
    int m_changes = 0;
    int m_fail_at = 0;
    mutable uint64_t m_largest_read = 0;
};

} // namespace thoth
