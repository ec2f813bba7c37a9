// bench_curl_floor [URL COUNT]
//
// The least that a program linked to libcurl does: without arguments it ends at once, with them
// it sends COUNT small POST requests over one connection, each when the one before is answered.

#include <cstdlib>
#include <curl/curl.h>

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
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, R"({"model":"m","stream":true,"messages":[]})");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &take);
    CURLcode code = CURLE_OK;
    for (int left = std::atoi(argv[2]); left > 0 && code == CURLE_OK; --left)
        code = curl_easy_perform(easy);
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
    return code == CURLE_OK ? 0 : 1;
}
