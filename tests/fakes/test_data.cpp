#include "fakes/test_data.h"

namespace thoth {

std::filesystem::path source_root() {
    return THOTH_SOURCE_ROOT;
}

std::filesystem::path test_data() {
    return source_root() / "tests" / "data";
}

} // namespace thoth
