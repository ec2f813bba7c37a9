#pragma once
#include "ui/tui/editor.h"
#include "ui/tui/keys.h"

namespace thoth {

// What a key does to an edited text wherever one is edited: characters, pastes, the motions and cuts of readline.
// False: the key has no meaning for a text alone (Enter, Tab, Up, Esc, Ctrl+C and so on).
bool edit(Editor& editor, const Key& key);

} // namespace thoth
