#pragma once
#include "base/path.h"
#include "os/file_system.h"

#include <algorithm>
#include <map>
#include <optional>

namespace thoth {

// A file system in memory: files, directories and links, with modes. Changes are counted, and
// the one with a given number can be made to fail, alone or with all that come after it. What was
// synced survives a power cut. Not for several threads.
class MemoryFileSystem final : public FileSystem {
public:
    struct Node {
        FileKind kind = FileKind::regular;
        std::string bytes; // content, or where a link leads
        uint32_t mode = 0644;
        uint64_t links = 1;
        uint64_t inode = 0; // given when it is put there
        int64_t modified_ns = 0;
        bool operator==(const Node&) const = default;
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
    // Exactly this node in the place of one that is there.
    void put_node(const Path& path, const Node& node) {
        m_nodes.at(path) = node;
        sync(path);
    }
    void put_directory(const Path& path) { add(path, {FileKind::directory, "", 0755, 1}); }
    void put_fifo(const Path& path) { add(path, {FileKind::other, "", 0644, 1}); }
    void drop(const Path& path) {
        m_nodes.erase(path);
        m_durable.erase(path);
    }
    void set_mode_of(const Path& path, uint32_t mode) {
        m_nodes.at(path).mode = mode;
        sync(path);
    }
    // The names below `directory` with what is there: "d", or mode and bytes.
    std::map<std::string, std::string> tree(const Path& directory) const {
        std::map<std::string, std::string> out;
        for (const auto& [path, node] : m_nodes)
            if (is_within(path, directory))
                out[path.string()] =
                    node.kind == FileKind::directory ? "d" : std::to_string(node.mode & 07777u) + " " + node.bytes;
        return out;
    }
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
    // From the change with this number on nothing happens any more: the program was killed.
    void kill_at(int number) { m_kill_at = number == 0 ? 0 : m_changes + number; }
    // The machine comes back with what was synced.
    void power_cut() { m_nodes = m_durable; }
    int changes() const { return m_changes; }
    // The most bytes that one read() handed out: what a caller holds in memory at once.
    uint64_t largest_read() const { return m_largest_read; }

    Result<FileStatus> status(const Path& path) const override { return link_status(TRY(real_path(path))); }

    Result<FileStatus> link_status(const Path& path) const override {
        const Node* node = find(path);
        if (!node) return missing(path);
        return FileStatus{node->kind, node->bytes.size(), node->mode,       node->links, 0,
                          1,          node->inode,        node->modified_ns};
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

    Result<void> write(const Path& path, std::string_view bytes, uint32_t mode, Durability durability) override {
        TRY(count_change());
        return put_bytes(TRY(real_path(path)), bytes, mode, durability);
    }

    Result<std::unique_ptr<OpenFile>> open(const Path& real) const override {
        TRY(check_real(real));
        if (!find(real)) return missing(real);
        if (find(real)->kind != FileKind::regular) return fail(Errc::unsupported, "not a regular file");
        return std::make_unique<MemoryOpenFile>(*this, real);
    }

    Result<void> create(const Path& real, std::string_view bytes, uint32_t mode, Durability durability) override {
        TRY(check_real(real));
        TRY(count_change());
        if (find(real)) return fail(Errc::already_exists, "cannot create '" + real.string() + "': File exists");
        return put_bytes(real, bytes, mode, durability);
    }

    // Both halves count as a change: either may fail, or the program be killed there.
    Result<std::unique_ptr<PendingReplacement>>
    begin_replace(const Path& real, ContentHash before, std::string_view bytes, Durability durability) override {
        TRY(check_real(real));
        if (!find(real)) return missing(real);
        TRY(count_change());
        return std::make_unique<MemoryReplacement>(*this, real, before, bytes, durability);
    }

    Result<void> remove_file(const Path& real, ContentHash before, Durability durability) override {
        TRY(check_content(real, before));
        TRY(count_change());
        m_nodes.erase(real);
        if (durability == Durability::synced) m_durable.erase(real);
        return {};
    }

    Result<void> rename(const Path& from, const Path& to, Durability durability) override {
        TRY(check_real(from));
        TRY(check_real(to));
        TRY(count_change());
        if (!find(from) || !find(to.parent_path())) return missing(from);
        if (find(to)) return fail(Errc::already_exists, "cannot move to '" + to.string() + "': File exists");
        auto node = m_nodes.extract(from);
        node.key() = to;
        m_nodes.insert(std::move(node));
        if (durability == Durability::buffered) return {};
        m_durable.erase(from);
        sync(to);
        return {};
    }

    Result<void> remove_directory(const Path& real) override {
        TRY(count_change());
        if (!find(real)) return missing(real);
        if (!TRY(list(real)).empty()) return fail(Errc::conflict, "Directory not empty");
        drop(real);
        return {};
    }

    Result<void> make_directories(const Path& path, uint32_t mode) override {
        TRY(count_change());
        if (const Node* node = find(path); node && node->kind != FileKind::directory)
            return fail(Errc::already_exists, "a file is in the way");
        for (Path missing = path; !m_nodes.contains(missing); missing = missing.parent_path())
            m_nodes[missing] = {FileKind::directory, "", mode, 1};
        return {};
    }

    Result<void> remove(const Path& path) override {
        TRY(count_change());
        if (m_nodes.erase(path) == 0) return missing(path);
        return {};
    }

    Result<void> set_mode(const Path& path, uint32_t mode) override {
        TRY(count_change());
        Node* node = find_mutable(TRY(real_path(path)));
        if (!node) return missing(path);
        node->mode = mode;
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
        Result<void> append(std::string_view bytes, Durability durability) override {
            TRY(m_files.count_change());
            m_files.m_nodes[m_path].bytes += bytes;
            if (durability == Durability::synced) m_files.sync(m_path);
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

    class MemoryReplacement final : public PendingReplacement {
    public:
        MemoryReplacement(MemoryFileSystem& files, Path real, ContentHash before, std::string_view bytes,
                          Durability durability)
            : m_files(files), m_real(std::move(real)), m_before(before), m_bytes(bytes), m_durability(durability) {}
        Result<void> put_into_place() override {
            TRY(m_files.check_content(m_real, m_before));
            TRY(m_files.count_change());
            return m_files.put_bytes(m_real, m_bytes, 0, m_durability);
        }

    private:
        MemoryFileSystem& m_files;
        Path m_real;
        ContentHash m_before;
        std::string_view m_bytes;
        Durability m_durability;
    };

    class MemoryOpenFile final : public OpenFile {
    public:
        MemoryOpenFile(const MemoryFileSystem& files, Path path) : m_files(files), m_path(std::move(path)) {}
        Result<FileStatus> status() const override { return m_files.link_status(m_path); }
        Result<std::string> read(uint64_t offset, uint64_t limit) const override {
            return m_files.read(m_path, offset, limit);
        }

    private:
        const MemoryFileSystem& m_files;
        Path m_path;
    };

    static std::unexpected<Error> missing(const Path& path) {
        return fail(Errc::not_found, "cannot look at '" + path.string() + "': No such file or directory");
    }
    Result<void> count_change() {
        ++m_changes;
        if (m_changes == m_fail_at || (m_kill_at != 0 && m_changes >= m_kill_at))
            return fail(Errc::io, "cannot write: No space left on device");
        return {};
    }
    Result<void> check_real(const Path& real) const {
        if (TRY(real_path(real)) == real) return {};
        return fail(Errc::conflict, "a link was put into the way to '" + real.string() + "'");
    }
    Result<void> check_content(const Path& real, ContentHash before) const {
        TRY(check_real(real));
        if (!find(real)) return missing(real);
        if (hash_of(find(real)->bytes) == before) return {};
        return fail(Errc::conflict, "'" + real.string() + "' was changed by someone else at this moment");
    }
    Node* find_mutable(const Path& path) {
        const auto it = m_nodes.find(path);
        return it == m_nodes.end() ? nullptr : &it->second;
    }
    Result<void> put_bytes(const Path& real, std::string_view bytes, uint32_t mode, Durability durability) {
        const Node* parent = find(real.parent_path());
        if (!parent || parent->kind != FileKind::directory) return missing(real.parent_path());
        const auto [it, created] = m_nodes.try_emplace(real, Node{FileKind::regular, "", mode & ~022u, 1});
        if (it->second.kind != FileKind::regular) return fail(Errc::unsupported, "not a regular file");
        if (!created) it->second.mode &= 01777u;
        it->second.bytes = bytes;
        it->second.modified_ns = ++m_last_change;
        if (created || it->second.links == 1) it->second.inode = ++m_last_inode;
        if (durability == Durability::synced) sync(real);
        return {};
    }
    // What is at `path`, and the directories on the way to it, survives a power cut.
    void sync(const Path& path) {
        for (Path parent = path; parent != parent.parent_path(); parent = parent.parent_path())
            if (const Node* node = find(parent); node && (parent == path || node->kind == FileKind::directory))
                m_durable[parent] = *node;
    }
    void add(const Path& path, Node node) {
        for (Path parent = path.parent_path(); !m_nodes.contains(parent); parent = parent.parent_path())
            m_nodes[parent] = {FileKind::directory, "", 0755, 1};
        node.inode = ++m_last_inode;
        node.modified_ns = ++m_last_change;
        m_nodes[path] = std::move(node);
        sync(path);
    }

    std::map<Path, Node> m_nodes;
    std::map<Path, Node> m_durable{{"/", {FileKind::directory, "", 0755, 1}}};
    uint64_t m_last_inode = 0;
    int m_changes = 0;
    int64_t m_last_change = 0;
    int m_fail_at = 0;
    int m_kill_at = 0;
    mutable uint64_t m_largest_read = 0;
};

} // namespace thoth
