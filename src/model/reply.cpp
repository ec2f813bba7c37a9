#include "model/reply.h"

namespace thoth {

const char* name_of(Finish finish) {
    switch (finish) {
    case Finish::stop:
        return "stop";
    case Finish::tool_calls:
        return "tool_calls";
    case Finish::length:
        return "length";
    case Finish::content_filter:
        return "content_filter";
    case Finish::refusal:
        return "refusal";
    case Finish::pause:
        return "pause";
    case Finish::context_overflow:
        return "context_overflow";
    case Finish::error:
        return "error";
    case Finish::incomplete:
        return "incomplete";
    case Finish::cancelled:
        return "cancelled";
    }
    return "?";
}

const char* name_of(ReplyErrorKind kind) {
    switch (kind) {
    case ReplyErrorKind::server:
        return "server";
    case ReplyErrorKind::overloaded:
        return "overloaded";
    case ReplyErrorKind::rate_limit:
        return "rate_limit";
    case ReplyErrorKind::quota:
        return "quota";
    case ReplyErrorKind::auth:
        return "auth";
    case ReplyErrorKind::not_found:
        return "not_found";
    case ReplyErrorKind::invalid_request:
        return "invalid_request";
    case ReplyErrorKind::context_overflow:
        return "context_overflow";
    case ReplyErrorKind::loading:
        return "loading";
    case ReplyErrorKind::truncated:
        return "truncated";
    case ReplyErrorKind::stalled:
        return "stalled";
    case ReplyErrorKind::unreachable:
        return "unreachable";
    case ReplyErrorKind::malformed_call:
        return "malformed_call";
    }
    return "?";
}

} // namespace thoth
