#pragma once
#include "base/result.h"

#include <curl/curl.h>
#include <span>

namespace thoth {

// The functions of libcurl that we use. The library brings thirty others with it and takes
// ten milliseconds to load, so the program is not linked with it: one that prints its
// version, or waits for the first line to be typed, does not pay for it.
struct CurlLibrary {
    decltype(&::curl_global_init) global_init = nullptr;
    decltype(&::curl_easy_init) easy_init = nullptr;
    decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
    decltype(&::curl_easy_reset) easy_reset = nullptr;
    decltype(&::curl_easy_setopt) easy_setopt = nullptr;
    decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
    decltype(&::curl_easy_strerror) easy_strerror = nullptr;
    decltype(&::curl_multi_init) multi_init = nullptr;
    decltype(&::curl_multi_cleanup) multi_cleanup = nullptr;
    decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
    decltype(&::curl_multi_remove_handle) multi_remove_handle = nullptr;
    decltype(&::curl_multi_perform) multi_perform = nullptr;
    decltype(&::curl_multi_poll) multi_poll = nullptr;
    decltype(&::curl_multi_wakeup) multi_wakeup = nullptr;
    decltype(&::curl_multi_info_read) multi_info_read = nullptr;
    decltype(&::curl_slist_append) slist_append = nullptr;
    decltype(&::curl_slist_free_all) slist_free_all = nullptr;
    decltype(&::curl_url) url = nullptr;
    decltype(&::curl_url_cleanup) url_cleanup = nullptr;
    decltype(&::curl_url_set) url_set = nullptr;
    decltype(&::curl_url_get) url_get = nullptr;
    decltype(&::curl_free) free = nullptr;
};

// The library under the first of `names` that can be loaded; it stays loaded. Errors:
// Errc::unavailable when there is none, or when it is older than 7.68.
Result<CurlLibrary> load_curl(std::span<const char* const> names);

// The one table, loaded by whoever asks first; a second thread waits for it. It lives in a
// constant inside the function, not in an object: libcurl allows one initialisation per
// process, the table never changes afterwards, and no two clients could want different ones.
// Any thread. The error names what to install.
Result<const CurlLibrary*> curl_library();

} // namespace thoth
