#pragma once
#include <expected>
#include <string>
#include <utility>

namespace thoth {

// For branching only; what a reader needs stands in Error::message and Error::hint.
enum class Errc {
    invalid_argument, // the caller's input does not fit: a field, a flag, a pattern
    not_found,
    already_exists,
    not_permitted, // the operating system said no
    refused,       // a guardrail of ours said no
    conflict,      // the thing changed since it was looked at
    too_large,
    unsupported, // a kind of thing that is not handled: a FIFO, an encoding
    unavailable, // nobody answers: no server, no library
    timed_out,
    cancelled,
    protocol, // the other side said something that cannot be understood
    io,       // anything else the operating system reports
};

// A failure as its reader needs it. The model reads these and acts on them, so `message`
// names the thing and the reason, and `hint` what would satisfy it.
struct Error {
    Errc code = Errc::io;
    std::string message;
    std::string hint;

    bool operator==(const Error&) const = default;
};

// "message (hint)", for a line of text.
std::string describe(const Error& error);

template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Errc code, std::string message, std::string hint = {}) {
    return std::unexpected(Error{code, std::move(message), std::move(hint)});
}
inline std::unexpected<Error> fail(Error error) {
    return std::unexpected(std::move(error));
}

// The error of the last failed system call: "cannot <what>: <reason>".
Error system_error(int errno_value, const std::string& what);

namespace detail {
template <class T>
T take(std::expected<T, Error>&& result) {
    return std::move(*result);
}
inline void take(std::expected<void, Error>&&) {}
} // namespace detail

} // namespace thoth

// The value of a Result, or return its error from this function.
#define TRY(expression)                                                                                            \
    __extension__({                                                                                                \
        auto try_result_ = (expression);                                                                           \
        if (!try_result_) return std::unexpected(std::move(try_result_).error());                                  \
        ::thoth::detail::take(std::move(try_result_));                                                             \
    })
