#include "sandbox/exec.h"

#include <gmock/gmock.h>

// The test program is the helper of the sandbox, too, as thoth is: tests run commands under real
// rules through their own file.
int main(int argc, char** argv) {
    thoth::run_sandbox_helper({argv, static_cast<size_t>(argc)});
    testing::InitGoogleMock(&argc, argv);
    return RUN_ALL_TESTS();
}
