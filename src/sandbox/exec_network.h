#pragma once

namespace thoth {

// `thoth --sandbox-network`: holds a network namespace with nothing but a loopback interface, for the
// commands of a session to meet in. Says "ready" or what failed, on one line of standard output;
// ends with its standard input.
int hold_network();

} // namespace thoth
