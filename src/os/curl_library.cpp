#include "os/curl_library.h"

#include <array>
#include <dlfcn.h>
#include <fmt/format.h>

namespace thoth {

namespace {

constexpr const char* k_install = "install libcurl: package libcurl4 on Debian and Ubuntu, libcurl on Fedora, "
                                  "curl on Arch, libcurl4 on openSUSE";

void* open_first(std::span<const char* const> names) {
    for (const char* name : names)
        if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    return nullptr;
}

// Fills the table; remembers the first name that the library does not have.
class Symbols {
public:
    explicit Symbols(void* library) : m_library(library) {}

    template <class Function>
    void take(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(m_library, name));
        if (!function && !m_missing) m_missing = name;
    }
    const char* missing() const { return m_missing; }

private:
    void* m_library;
    const char* m_missing = nullptr;
};

void take_all(Symbols& symbols, CurlLibrary& curl) {
    symbols.take(curl.global_init, "curl_global_init");
    symbols.take(curl.easy_init, "curl_easy_init");
    symbols.take(curl.easy_cleanup, "curl_easy_cleanup");
    symbols.take(curl.easy_reset, "curl_easy_reset");
    symbols.take(curl.easy_setopt, "curl_easy_setopt");
    symbols.take(curl.easy_getinfo, "curl_easy_getinfo");
    symbols.take(curl.easy_strerror, "curl_easy_strerror");
    symbols.take(curl.multi_init, "curl_multi_init");
    symbols.take(curl.multi_cleanup, "curl_multi_cleanup");
    symbols.take(curl.multi_add_handle, "curl_multi_add_handle");
    symbols.take(curl.multi_remove_handle, "curl_multi_remove_handle");
    symbols.take(curl.multi_perform, "curl_multi_perform");
    symbols.take(curl.multi_poll, "curl_multi_poll");
    symbols.take(curl.multi_wakeup, "curl_multi_wakeup");
    symbols.take(curl.multi_info_read, "curl_multi_info_read");
    symbols.take(curl.slist_append, "curl_slist_append");
    symbols.take(curl.slist_free_all, "curl_slist_free_all");
    symbols.take(curl.url, "curl_url");
    symbols.take(curl.url_cleanup, "curl_url_cleanup");
    symbols.take(curl.url_set, "curl_url_set");
    symbols.take(curl.url_get, "curl_url_get");
    symbols.take(curl.free, "curl_free");
}

} // namespace

Result<CurlLibrary> load_curl(std::span<const char* const> names) {
    void* const library = open_first(names);
    if (!library) return fail(Errc::unavailable, "libcurl cannot be loaded", k_install);

    CurlLibrary curl;
    Symbols symbols(library);
    take_all(symbols, curl);
    if (symbols.missing())
        return fail(Errc::unavailable, fmt::format("libcurl is too old: it has no {}", symbols.missing()),
                    "libcurl 7.68 or later is needed");
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return fail(Errc::unavailable, "libcurl cannot be initialised", k_install);
    return curl;
}

Result<const CurlLibrary*> curl_library() {
    // The second starts half a millisecond sooner; the first is the one that systems have, and
    // keeps the certificates it has read for the next connection.
    static constexpr std::array k_names{"libcurl.so.4", "libcurl-gnutls.so.4"};
    static const Result<CurlLibrary> library = load_curl(k_names);
    if (!library) return fail(library.error());
    return &*library;
}

} // namespace thoth
