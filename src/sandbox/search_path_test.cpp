#include "sandbox/search_path.h"

#include "fakes/memory_file_system.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {
using testing::ElementsAre;

TEST(SearchPath, FollowsLinksOutOfReplacedPlaces) {
    MemoryFileSystem files;
    files.put("/home/u/node/bin/node", "elf");
    files.put_link("/run/user/7/shells/1", "/home/u/node");
    std::vector<Path> kept;
    EXPECT_EQ(search_path_inside(files, "/usr/bin:/run/user/7/shells/1/bin:/bin", kept),
              "/usr/bin:/home/u/node/bin:/bin");
    EXPECT_THAT(kept, ElementsAre());
}

TEST(SearchPath, KeepsProgramsThatReallyAreThere) {
    MemoryFileSystem files;
    files.put("/tmp/tools/bin/x", "elf");
    std::vector<Path> kept;
    EXPECT_EQ(search_path_inside(files, "/tmp/tools/bin:/tmp/gone", kept), "/tmp/tools/bin:/tmp/gone");
    EXPECT_THAT(kept, ElementsAre("/tmp/tools/bin"));
}

TEST(SearchPath, KeepsNoPlaceOfEverybody) {
    MemoryFileSystem files;
    files.put("/tmp/x", "");
    files.put("/run/user/7/bus", "");
    std::vector<Path> kept;
    search_path_inside(files, "/tmp:/run/user/7:/run:relative:", kept);
    EXPECT_THAT(kept, ElementsAre());
}

} // namespace
} // namespace thoth
