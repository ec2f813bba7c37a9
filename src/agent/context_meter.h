#pragma once
#include "model/model_client.h"
#include "protocol/usage.h"

#include <cstdint>
#include <span>

namespace thoth {

// Bytes of a request as a model reads them: texts, names and arguments, without the JSON around them.
size_t bytes_of(const Message& message);
size_t bytes_of(std::span<const Message> messages);
size_t bytes_of(std::span<const ToolSpec> tools);
size_t bytes_of(const ModelRequest& request);

// How many tokens a request has before it is sent: what the server counted in the last one, and an estimate of
// what is new, by the bytes that a token of this model had so far. Agent thread only.
class ContextMeter {
public:
    // `usage` is what the server counted in `sent`; an estimate of ours teaches nothing.
    void counted(const ModelRequest& sent, const Usage& usage);
    // Another model counts from now on.
    void start_over() { *this = {}; }

    int64_t tokens_of(const ModelRequest& request) const;
    int64_t tokens_in(size_t bytes) const;
    size_t bytes_in(int64_t tokens) const;

private:
    // Code and English have 3 to 4 bytes a token; too few rather than too many, so that what is sent fits.
    double m_bytes_per_token = 3.5;
    size_t m_sent_bytes = 0; // of the last request that was counted
    int64_t m_sent_tokens = 0;
};

} // namespace thoth
