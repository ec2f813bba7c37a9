#pragma once
#include "model/model_client.h"

#include <string>

namespace thoth {

// Keeps what a reply streamed.
class RecordingSink final : public ReplySink {
public:
    std::string text;
    std::string thinking;
    void on_text(std::string_view piece) override { text += piece; }
    void on_thinking(std::string_view piece) override { thinking += piece; }
};

} // namespace thoth
