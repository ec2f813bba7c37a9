#pragma once
#include "fakes/undo_bench.h"

#include <array>
#include <random>
#include <string>

namespace thoth {

// Changes of a tree by the file tools, valid ones most of the time.
class RandomChanges {
public:
    RandomChanges(UndoBench& bench, unsigned seed) : m_bench(bench), m_random(seed) {}

    void run(int count) {
        for (int i = 0; i < count; ++i)
            one();
    }
    // Somebody else writes, creates or removes a file.
    void stranger() {
        const Path path = "/project/" + name();
        const auto* node = m_bench.memory.find(path);
        if (node && node->kind != FileKind::regular) return;
        if (node && below(3) == 0)
            m_bench.memory.drop(path);
        else
            m_bench.memory.put(path, "mine " + std::to_string(++m_strangers));
    }
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }

private:
    bool is_file(const std::string& name) const { return m_bench.memory.text("/project/" + name).has_value(); }
    std::string name() {
        static constexpr std::array k_directories{"", "d/", "d/e/", "f/g/h/"};
        return k_directories[static_cast<size_t>(below(4))] + std::string(1, static_cast<char>('a' + below(4)));
    }
    std::string content() {
        static constexpr std::array k_ends{"\n", "\r\n", "\r", ""};
        std::string out = below(5) == 0 ? "\xEF\xBB\xBF" : "";
        for (int line = below(6); line >= 0; --line)
            out += std::string(static_cast<size_t>(below(9)), static_cast<char>('a' + below(26))) +
                   (below(9) == 0 ? "\xE9" : "") + k_ends[static_cast<size_t>(below(4))];
        return out;
    }
    void one() {
        const std::string path = name();
        switch (below(5)) {
        case 0:
            (void)m_bench.create(path, content());
            break;
        case 1:
            (void)m_bench.change("write_file", Json{{"path", path}, {"content", content()}, {"append", true}});
            break;
        case 2:
            (void)m_bench.move(path, name());
            break;
        case 3:
            if (is_file(path)) (void)m_bench.remove(path);
            break;
        default:
            if (!is_file(path)) return;
            (void)m_bench.replace(path, m_bench.files.text(path).substr(0, 2), content());
            break;
        }
    }

    UndoBench& m_bench;
    std::mt19937 m_random;
    int m_strangers = 0;
};

} // namespace thoth
