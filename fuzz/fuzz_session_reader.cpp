// A session file with any bytes in it gives a history that a model server accepts.
#include "fakes/memory_file_system.h"
#include "fakes/paired_history.h"
#include "session/session_reader.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace thoth;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const MemoryFileSystem no_files; // those of this machine that the input names must not be looked at
    const StoredSession session = read_session(text, no_files);
    if (!is_paired(session.history) || session.valid_size > size || session.next_number < 1) std::abort();
    return 0;
}
