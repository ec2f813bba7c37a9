#include "web/network_address.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(NetworkAddress, PublicOnesAreReachedByEverybody) {
    for (const char* address :
         {"93.184.216.34", "1.1.1.1", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "100.63.255.255",
          "100.128.0.0", "198.20.0.1", "223.255.255.255", "2606:2800:220:1::1", "2a00:1450::1", "2002:0808:0808::1",
          "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"})
        EXPECT_EQ(reach_of_address(address), "") << address;
}

TEST(NetworkAddress, TheOthersAreNamedByWhatTheyAre) { // B102
    const std::string link = "the local network link, where cloud machines are told their secrets";
    for (const char* address : {"127.0.0.1", "127.255.255.254", "0.0.0.0", "::", "::1", "::ffff:127.0.0.1"})
        EXPECT_EQ(reach_of_address(address), "this machine") << address;
    for (const char* address :
         {"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "198.18.0.1", "fc00::1",
          "fdff::1", "::ffff:10.0.0.1", "64:ff9b::192.168.0.1", "2002:0a00:0001::1"})
        EXPECT_EQ(reach_of_address(address), "a private network") << address;
    for (const char* address :
         {"169.254.169.254", "fe80::1", "fe80::1%eth0", "::ffff:169.254.169.254", "168.63.129.16"})
        EXPECT_EQ(reach_of_address(address), link) << address;
    for (const char* address : {"224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "ff02::1", "2001:db8::1",
                                "2001::1", "::7f00:1", "4000::1", "", "localhost", "127.1"})
        EXPECT_EQ(reach_of_address(address), "not a public address") << address;
    EXPECT_EQ(reach_of_address("fd00:ec2::254"), "a private network"); // where a cloud answers, too
}

} // namespace thoth
