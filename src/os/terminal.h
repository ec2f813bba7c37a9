#pragma once
#include "os/descriptor.h"

namespace thoth {

bool is_terminal(int fd);

// The controlling terminal, opened for reading and writing; none when there is none.
Descriptor open_controlling_terminal();

// Throws away what was typed and not read yet, so that it cannot answer a later question.
void discard_typed_input(int terminal);

} // namespace thoth
