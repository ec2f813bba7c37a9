#include "tools/tool_text.h"

#include "base/embedded.h"

#include <string>

namespace thoth {

namespace embedded::tool_texts {
std::span<const File> files();
}

std::string_view tool_text(std::string_view name) {
    const std::string file_name = std::string(name) + ".md";
    for (const embedded::File& file : embedded::tool_texts::files())
        if (file.name == file_name) return file.text.substr(0, file.text.find_last_not_of('\n') + 1);
    return {};
}

} // namespace thoth
