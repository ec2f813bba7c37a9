#pragma once
#include "base/result.h"
#include "os/descriptor.h"
#include "text/utf16.h"

#include <optional>
#include <string>

namespace thoth {

// An open file as text: bytes as they are, without a byte order mark; UTF-16 that has one as UTF-8. One
// thread.
class TextReader {
public:
    // `may_pause`: a read may bring less than asked for before the end, as below /proc.
    TextReader(Descriptor file, bool may_pause) : m_file(std::move(file)), m_may_pause(may_pause) {}

    // Fills the room; less only at the end.
    Result<size_t> read(char* to, size_t room);
    int fd() const { return m_file.fd(); }
    bool is_utf16() const { return m_decoder.has_value(); }

private:
    Result<size_t> read_bytes(char* to, size_t room);
    Result<size_t> begin(char* to, size_t room);
    Result<size_t> read_decoded(char* to, size_t room);

    Descriptor m_file;
    bool m_may_pause;
    bool m_begun = false;
    bool m_ended = false;
    std::optional<Utf16Decoder> m_decoder;
    std::string m_decoded; // and not yet given out
};

} // namespace thoth
