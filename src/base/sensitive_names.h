#pragma once
#include "base/path.h"

#include <string_view>

namespace thoth {

// Which file names are special wherever they lie. Two tables, asked by permission, tools and
// search alike. Names are compared ignoring ASCII case.

// Holds credentials by its name (".env", "id_rsa", "*.pem", anything below ".ssh" ...).
// Reading or changing such a file asks every time, in every mode.
bool is_secret_name(const Path& path);
// By the last part of a path alone; cheap.
bool is_secret_file_name(std::string_view name);
// The same for a file that was found below `start`: the names on the way to `start` do not count.
bool is_secret_below(const Path& start, const Path& relative);

// Steers programs that run later (".git", editor and agent settings, shell start-up files).
// Changing such a file asks every time, in every mode.
bool is_protected_name(const Path& path);

} // namespace thoth
