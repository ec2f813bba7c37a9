#include "search/text_reader.h"

#include "os/directory.h"

#include <algorithm>
#include <cstring>

namespace thoth {

Result<size_t> TextReader::read(char* to, size_t room) {
    if (!m_begun) return begin(to, room);
    return m_decoder ? read_decoded(to, room) : read_bytes(to, room);
}

Result<size_t> TextReader::read_bytes(char* to, size_t room) {
    size_t held = 0;
    while (held < room && !m_ended) {
        const size_t size = TRY(read_some(m_file.fd(), to + held, room - held));
        held += size;
        m_ended = size == 0 || (!m_may_pause && held < room);
    }
    return held;
}

// With room for more than a mark.
Result<size_t> TextReader::begin(char* to, size_t room) {
    m_begun = true;
    const size_t size = TRY(read_bytes(to, room));
    const std::string_view text(to, size);
    if (text.starts_with("\xEF\xBB\xBF")) {
        std::memmove(to, to + 3, size - 3);
        return size - 3;
    }
    if (!text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF")) return size;
    m_decoder.emplace(text[0] == '\xFF' ? ByteOrder::little : ByteOrder::big);
    m_decoded = m_decoder->feed(text.substr(2));
    return read_decoded(to, room);
}

Result<size_t> TextReader::read_decoded(char* to, size_t room) {
    size_t held = 0;
    while (true) {
        const size_t size = std::min(m_decoded.size(), room - held);
        std::memcpy(to + held, m_decoded.data(), size);
        m_decoded.erase(0, size);
        held += size;
        if (held == room || (m_ended && m_decoded.empty())) return held;
        std::string bytes(64 * 1024, '\0');
        bytes.resize(TRY(read_bytes(bytes.data(), bytes.size())));
        m_decoded = m_decoder->feed(bytes);
        if (m_ended) m_decoded += m_decoder->finish();
    }
}

} // namespace thoth
