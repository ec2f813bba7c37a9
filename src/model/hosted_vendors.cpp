#include "model/hosted_vendors.h"

#include "model/base_url.h"

#include <algorithm>
#include <array>
#include <string>

namespace thoth {

bool is_hosted_vendor(std::string_view base_url) {
    static constexpr std::array<std::string_view, 22> k_domains{
        "openai.com",    "azure.com",        "anthropic.com", "googleapis.com", "groq.com",
        "openrouter.ai", "together.ai",      "together.xyz",  "deepseek.com",   "z.ai",
        "bigmodel.cn",   "aliyuncs.com",     "mistral.ai",    "x.ai",           "cerebras.ai",
        "fireworks.ai",  "moonshot.ai",      "moonshot.cn",   "nvidia.com",     "perplexity.ai",
        "ollama.com",    "githubcopilot.com"};
    const std::string host = host_of(base_url);
    return std::ranges::any_of(k_domains, [&](std::string_view domain) {
        return host == domain || host.ends_with("." + std::string(domain));
    });
}

} // namespace thoth
