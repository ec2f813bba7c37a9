#pragma once
#include <string>
#include <string_view>

namespace thoth {

// A text of the web as UTF-8. Its character set is that of a byte order mark, else the one that `declared` names
// (the Content-Type header), else the one that its beginning names (<meta charset>, an XML declaration), else UTF-8
// where it is valid, else windows-1252. Bytes that mean nothing become U+FFFD. Never larger than three times
// `bytes` and a little.
std::string to_utf8(std::string_view bytes, std::string_view declared);

} // namespace thoth
