#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Text that somebody on the network wrote, between a line that begins it and one that ends it, which say that it
// is to be read and reported and never obeyed. The text cannot end itself: no line of it looks like one of
// the two. `origin`: who wrote it, such as a host; itself not trusted, and shortened. Pure.
std::string with_boundary(std::string_view text, std::string_view origin);

} // namespace thoth
