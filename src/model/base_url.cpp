#include "model/base_url.h"

#include "model/ascii.h"

#include <algorithm>

namespace thoth {

namespace {
struct Parts {
    std::string_view scheme; // with "://", may be empty
    std::string_view authority;
    std::string_view path;  // without final slashes
    std::string_view query; // with '?'
};

Parts parts_of(std::string_view url) {
    url = trim(url);
    Parts parts;
    if (const size_t end = url.find("://"); end != url.npos) {
        parts.scheme = url.substr(0, end + 3);
        url.remove_prefix(end + 3);
    }
    const size_t query = std::min(url.size(), url.find_first_of("?#"));
    parts.query = url.substr(query);
    if (parts.query.starts_with('#')) parts.query = {};
    url = url.substr(0, query);
    const size_t path = std::min(url.size(), url.find('/'));
    parts.authority = url.substr(0, path);
    parts.path = url.substr(path);
    while (parts.path.ends_with('/'))
        parts.path.remove_suffix(1);
    return parts;
}

void drop_suffix(std::string_view& path, std::string_view suffix) {
    if (!path.ends_with(suffix)) return;
    path.remove_suffix(suffix.size());
    while (path.ends_with('/'))
        path.remove_suffix(1);
}

std::string joined(const Parts& parts, std::string_view path) {
    std::string url(parts.scheme);
    url += parts.authority;
    url += parts.path;
    url += path;
    url += parts.query;
    return url;
}

std::string_view without_user(std::string_view authority) {
    const size_t at = authority.rfind('@');
    return at == authority.npos ? authority : authority.substr(at + 1);
}

bool has_port(std::string_view authority) {
    const size_t colon = authority.rfind(':');
    return colon != authority.npos && authority.find(']', colon) == authority.npos;
}

Parts ollama_parts(std::string_view base_url) {
    Parts parts = parts_of(base_url);
    for (const char* end : {"/api/chat", "/chat/completions", "/v1", "/api"})
        drop_suffix(parts.path, end);
    return parts;
}
} // namespace

std::string openai_url(std::string_view base_url, std::string_view path) {
    Parts parts = parts_of(base_url);
    drop_suffix(parts.path, "/chat/completions");
    if (parts.path.empty()) parts.path = "/v1";
    return joined(parts, path);
}

std::string anthropic_url(std::string_view base_url, std::string_view path) {
    Parts parts = parts_of(base_url);
    for (const char* end : {"/messages", "/v1"})
        drop_suffix(parts.path, end);
    return joined(parts, "/v1" + std::string(path));
}

std::string with_parameter(std::string url, std::string_view parameter) {
    url += url.find('?') == url.npos ? '?' : '&';
    return url.append(parameter);
}

std::string ollama_url(std::string_view base_url, std::string_view path) {
    return joined(ollama_parts(base_url), path);
}

std::string ollama_root(std::string_view base_url) {
    return ollama_url(base_url, {});
}

std::string base_url_of_ollama_host(std::string_view host) {
    const Parts parts = parts_of(host);
    std::string authority(parts.authority.empty() ? "127.0.0.1" : parts.authority);
    if (authority.starts_with(':')) authority = "127.0.0.1" + authority;
    if (authority.starts_with("0.0.0.0")) authority.replace(0, 7, "127.0.0.1");
    if (authority.starts_with("[::]")) authority.replace(0, 4, "[::1]");
    if (parts.scheme.empty() && !has_port(authority)) authority += ":11434";
    return std::string(parts.scheme.empty() ? "http://" : parts.scheme) + authority + std::string(parts.path);
}

std::string host_of(std::string_view url) {
    std::string_view host = without_user(parts_of(url).authority);
    if (has_port(host)) host = host.substr(0, host.rfind(':'));
    return lower(host);
}

bool is_host_below(std::string_view host, std::string_view domain) {
    if (!host.ends_with(domain)) return false;
    return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

std::string shown_url(std::string_view url) {
    Parts parts = parts_of(url);
    parts.authority = without_user(parts.authority);
    parts.query = {};
    return joined(parts, {});
}

} // namespace thoth
