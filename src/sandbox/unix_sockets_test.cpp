#include "sandbox/unix_sockets.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {

TEST(UnixSockets, AreThoseWithAPathOfTheirOwn) {
    const std::string_view table = "Num       RefCount Protocol Flags    Type St Inode Path\n"
                                   "0000000000000000: 00000002 00000000 00010000 0001 01 1234 /home/u/a b.sock\n"
                                   "0000000000000000: 00000003 00000000 00000000 0001 03 1235\n"
                                   "0000000000000000: 00000002 00000000 00010000 0001 01 1236 @/tmp/.X11-unix/X0\n"
                                   "0000000000000000: 00000002 00000000 00010000 0001 01 1238 relative.sock\n"
                                   "0000000000000000: 00000002 00000000 00010000 0005 01 1239 /srv/x/../db.sock";
    EXPECT_THAT(sockets_in(table), testing::ElementsAre("/home/u/a b.sock", "/srv/db.sock"));
    EXPECT_THAT(sockets_in(""), testing::ElementsAre());
}

} // namespace
} // namespace thoth
