#include "same_reply.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return thoth::check_same_reply(thoth::make_anthropic_decoder, data, size);
}
