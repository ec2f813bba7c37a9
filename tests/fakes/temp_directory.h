#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace thoth {

// A directory of its own for one test, removed afterwards. Its path is a real path.
class TempDirectory {
public:
    TempDirectory() {
        std::string name =
            (std::filesystem::canonical(std::filesystem::temp_directory_path()) / "thoth-test-XXXXXX").string();
        m_path = ::mkdtemp(name.data());
    }
    TempDirectory(const TempDirectory&) = delete;
    TempDirectory& operator=(const TempDirectory&) = delete;
    ~TempDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(const std::filesystem::path& name) const { return m_path / name; }

    // Creates parents; returns the absolute path.
    std::filesystem::path put(const std::filesystem::path& name, std::string_view text) const {
        const auto file = m_path / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
        return file;
    }
    std::string text(const std::filesystem::path& name) const {
        std::ifstream in(m_path / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::filesystem::path m_path;
};

} // namespace thoth
