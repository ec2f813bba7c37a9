#include "model/reasoning_switch.h"

#include "model/base_url.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
enum class Style { effort, reasoning_enabled, thinking_type, enable_thinking, template_kwargs };

struct Family {
    std::string_view host; // this host, or one below it
    Style style;
};
constexpr std::array<Family, 11> k_families{{
    {"openai.com", Style::effort},
    {"azure.com", Style::effort},
    {"groq.com", Style::effort},
    {"googleapis.com", Style::effort},
    {"openrouter.ai", Style::reasoning_enabled},
    {"together.xyz", Style::reasoning_enabled},
    {"together.ai", Style::reasoning_enabled},
    {"deepseek.com", Style::thinking_type},
    {"z.ai", Style::thinking_type},
    {"bigmodel.cn", Style::thinking_type},
    {"aliyuncs.com", Style::enable_thinking},
}};

bool is_below(std::string_view host, std::string_view domain) {
    if (!host.ends_with(domain)) return false;
    return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

Style style_of(std::string_view base_url) {
    const std::string host = host_of(base_url);
    const auto family = std::ranges::find_if(k_families, [&](const Family& f) { return is_below(host, f.host); });
    if (family != k_families.end()) return family->style;
    // Ollama's /v1 is told by its port; what else runs on one's own machine renders a template.
    return base_url.find(":11434") != base_url.npos ? Style::effort : Style::template_kwargs;
}
} // namespace

Json reasoning_switch(std::string_view base_url, bool think) {
    switch (style_of(base_url)) {
    case Style::effort:
        return {{"reasoning_effort", think ? "medium" : "none"}};
    case Style::reasoning_enabled:
        return {{"reasoning", {{"enabled", think}}}};
    case Style::thinking_type:
        return {{"thinking", {{"type", think ? "enabled" : "disabled"}}}};
    case Style::enable_thinking:
        return {{"enable_thinking", think}};
    case Style::template_kwargs:
        break;
    }
    return {{"chat_template_kwargs", {{"enable_thinking", think}}}};
}

const char* output_limit_field(std::string_view base_url) {
    const std::string host = host_of(base_url);
    return is_below(host, "openai.com") || is_below(host, "azure.com") ? "max_completion_tokens" : "max_tokens";
}

} // namespace thoth
