// bench_curl_floor [URL COUNT [FIRST LAST]]
//
// The least that a program linked to libcurl does: without arguments it ends at once, with them
// it sends COUNT POST requests over one connection, each when the one before is answered. They are small, or
// grow from FIRST to LAST bytes.

#include <algorithm>
#include <cstdlib>
#include <curl/curl.h>
#include <string>

namespace {

size_t take(char*, size_t size, size_t count, void*) {
    return size * count;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) return curl_version_info(CURLVERSION_NOW) ? 0 : 1;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURL* const easy = curl_easy_init();
    if (!easy) return 1;
    curl_slist* const headers = curl_slist_append(nullptr, "Content-Type: application/json");
    curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    std::string body = R"({"model":"m","stream":true,"messages":[]})";
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &take);
    const int count = std::atoi(argv[2]);
    const long first = argc > 4 ? std::atol(argv[3]) : static_cast<long>(body.size());
    const long last = argc > 4 ? std::atol(argv[4]) : first;
    CURLcode code = CURLE_OK;
    for (int sent = 0; sent < count && code == CURLE_OK; ++sent) {
        body.resize(static_cast<size_t>(first + (last - first) * sent / std::max(1, count - 1)), ' ');
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body.c_str());
        code = curl_easy_perform(easy);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
    return code == CURLE_OK ? 0 : 1;
}
