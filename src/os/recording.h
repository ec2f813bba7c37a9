#pragma once
#include "os/http.h"

#include <chrono>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thoth {

// The file format of record and replay: JSON lines, described in docs/recordings.md. Here
// values become lines and lines become values; nothing is read or written.

// What a recording keeps of a request: enough to tell whether the same thing was asked.
struct RecordedRequest {
    std::string method;
    std::string path;                 // without host, query and fragment
    std::vector<std::string> answers; // ids of the calls whose results it brings
    bool operator==(const RecordedRequest&) const = default;
};

// `body` is searched for "messages" as the chat interfaces know them. Answers are the ids of
// tool results after the last message of the assistant.
RecordedRequest recorded_request(const HttpRequest& request);

// One line each, with its line end. `at` counts from the start of the exchange. Of the
// headers only those stay that say nothing about the user.
std::string request_line(const RecordedRequest& request, int number);
std::string head_line(const HttpHead& head, std::chrono::milliseconds at);
std::string data_line(std::string_view bytes, std::chrono::milliseconds at);
std::string end_line(HttpEnd end, std::chrono::milliseconds at);
std::string failed_line(const Error& error, std::chrono::milliseconds at);

struct RecordedPiece {
    std::chrono::milliseconds at{0};
    std::variant<HttpHead, std::string, HttpEnd, Error> what; // the string is a piece of the body
};

struct RecordedExchange {
    RecordedRequest request;
    std::vector<RecordedPiece> pieces;
};

// Errc::invalid_argument with the number of the line that cannot be understood. Lines of a
// kind that is not known are passed over.
Result<std::vector<RecordedExchange>> parse_recording(std::string_view text);

// Whether a file that starts with `text` is a recording of ours (or empty), so that it may
// be replaced.
bool is_recording(std::string_view text);

} // namespace thoth
