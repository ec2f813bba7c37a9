#pragma once

namespace thoth {

// Puts the null device in the place of each of the descriptors 0, 1 and 2 that the caller left
// closed, so that no file opened later gets such a number and with it what is meant for a
// person. It is opened the wrong way round: reading or writing it fails as before. Call before
// anything is opened.
void fill_closed_standard_streams();

} // namespace thoth
