#pragma once
#include <span>
#include <string_view>

// Texts that are built into the program (see thoth_embed in cmake/Thoth.cmake). Each group
// declares `namespace thoth::embedded::NAME { std::span<const File> files(); }` where it is used.
namespace thoth::embedded {

struct File {
    std::string_view name; // relative, as listed in the build file
    std::string_view text;
};

} // namespace thoth::embedded
