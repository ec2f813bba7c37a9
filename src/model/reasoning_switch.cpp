#include "model/reasoning_switch.h"

#include "model/base_url.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
enum class Style {
    effort,
    reasoning, // an effort, or on and off
    reasoning_enabled,
    thinking_type,
    thinking_and_effort,
    enable_thinking,
    template_kwargs
};

struct Family {
    std::string_view host; // this host, or one below it
    Style style;
};
constexpr std::array<Family, 11> k_families{{
    {"openai.com", Style::effort},
    {"azure.com", Style::effort},
    {"groq.com", Style::effort},
    {"googleapis.com", Style::effort},
    {"openrouter.ai", Style::reasoning},
    {"together.xyz", Style::reasoning_enabled},
    {"together.ai", Style::reasoning_enabled},
    {"deepseek.com", Style::thinking_and_effort},
    {"z.ai", Style::thinking_type},
    {"bigmodel.cn", Style::thinking_type},
    {"aliyuncs.com", Style::enable_thinking},
}};

Style style_of(std::string_view base_url) {
    const std::string host = host_of(base_url);
    const auto family =
        std::ranges::find_if(k_families, [&](const Family& f) { return is_host_below(host, f.host); });
    if (family != k_families.end()) return family->style;
    // Ollama's /v1 is told by its port; what else runs on one's own machine renders a template.
    return base_url.find(":11434") != base_url.npos ? Style::effort : Style::template_kwargs;
}
} // namespace

std::string_view common_effort(std::string_view effort) {
    if (effort == "minimal") return "low";
    if (effort == "xhigh" || effort == "max") return "high";
    return effort;
}

Json reasoning_switch(std::string_view base_url, const ReasoningWish& wish) {
    if (!wish.said()) return Json::object();
    const bool on = wish.on();
    const bool with_effort = on && !wish.effort.empty();
    Json out;
    switch (style_of(base_url)) {
    case Style::effort:
        out["reasoning_effort"] = !on ? "none" : with_effort ? wish.effort : "medium";
        break;
    case Style::reasoning:
        if (with_effort)
            out["reasoning"]["effort"] = wish.effort;
        else
            out["reasoning"]["enabled"] = on;
        break;
    case Style::reasoning_enabled:
        out["reasoning"]["enabled"] = on;
        break;
    case Style::thinking_and_effort:
        out["thinking"]["type"] = on ? "enabled" : "disabled";
        if (with_effort) out["reasoning_effort"] = wish.effort;
        break;
    case Style::thinking_type:
        out["thinking"]["type"] = on ? "enabled" : "disabled";
        break;
    case Style::enable_thinking:
        out["enable_thinking"] = on;
        break;
    case Style::template_kwargs: // one template knows the first, another the second
        out["chat_template_kwargs"]["enable_thinking"] = on;
        if (with_effort) out["chat_template_kwargs"]["reasoning_effort"] = wish.effort;
        break;
    }
    return out;
}

const char* output_limit_field(std::string_view base_url, int form) {
    const std::string host = host_of(base_url);
    const bool newer = is_host_below(host, "openai.com") || is_host_below(host, "azure.com");
    return newer == (form == 0) ? "max_completion_tokens" : "max_tokens";
}

} // namespace thoth
