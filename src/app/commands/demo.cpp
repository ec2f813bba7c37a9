#include "app/commands/demo.h"

#include "app/wire.h"
#include "base/embedded.h"
#include "os/recorded_http.h"
#include "os/temporary_directory.h"
#include "ui/headless/text_output.h"
#include "ui/transcript.h"

#include <fmt/format.h>

namespace thoth {

namespace embedded::demo {
std::span<const File> files();
}

namespace {
constexpr std::string_view k_task =
    "The tests of this project fail. Find out why, mend it, and show that they pass.";

constexpr std::string_view k_connect = R"(
That was the demo. To work with a real model:
  Ollama        ollama pull qwen3-coder; then just: thoth
  llama.cpp     llama-server --jinja -m MODEL.gguf; then just: thoth
  any server    thoth --base-url https://HOST/v1 -m MODEL, with THOTH_API_KEY set
  for good      a profile in ~/.thoth/config.toml (see README.md)
)";

std::string_view embedded_text(std::string_view name) {
    for (const embedded::File& file : embedded::demo::files())
        if (file.name == name) return file.text;
    return {};
}

// How the result of a step that was skipped begins, in a request.
constexpr std::string_view k_refused_result = R"("content":"did not happen:)";

// The story as recorded, unless a step was refused: the script cannot react to that, so it
// says so instead of telling a success that did not happen.
class DemoModel final : public HttpClient {
public:
    static Result<std::unique_ptr<DemoModel>> create() {
        auto story = TRY(ReplayHttp::parse(embedded_text("story.jsonl"), ReplayPace::as_it_was));
        auto model = std::make_unique<DemoModel>();
        model->m_story = std::move(story);
        return model;
    }
    Result<HttpEnd> send(const HttpRequest& request, HttpSink& sink, std::stop_token stop) override {
        if (request.body.find(k_refused_result) == std::string::npos) return m_story->send(request, sink, stop);
        sink.on_head({200, {{"content-type", "text/event-stream"}}});
        sink.on_body(embedded_text("declined.sse"));
        return HttpEnd::complete;
    }

private:
    std::unique_ptr<ReplayHttp> m_story;
};

// The demo must not be steered by settings that are meant for real sessions.
class WithoutThothVariables final : public Environment {
public:
    explicit WithoutThothVariables(const Environment& inner) : m_inner(inner) {}
    std::optional<std::string> get(std::string_view name) const override {
        if (name.starts_with("THOTH_")) return std::nullopt;
        return m_inner.get(name);
    }
    std::vector<std::pair<std::string, std::string>> all() const override {
        auto variables = m_inner.all();
        std::erase_if(variables, [](const auto& v) { return v.first.starts_with("THOTH_"); });
        return variables;
    }

private:
    const Environment& m_inner;
};

Result<void> unpack_project(FileSystem& files, const Path& directory) {
    constexpr std::string_view k_prefix = "project/";
    for (const embedded::File& file : embedded::demo::files()) {
        if (!file.name.starts_with(k_prefix)) continue;
        const Path target = directory / file.name.substr(k_prefix.size());
        TRY(files.make_directories(target.parent_path(), 0755));
        TRY(files.write(target, file.text, 0644, Durability::buffered));
    }
    return {};
}

Invocation demo_invocation(bool without_questions) {
    Invocation invocation;
    invocation.no_undo = true;                                  // its project is gone afterwards
    invocation.overrides.base_url = "http://127.0.0.1:8080/v1"; // never connected to
    invocation.overrides.api = "openai";
    invocation.overrides.model = "demo script";
    invocation.mode = without_questions ? "auto" : "manual";
    return invocation;
}

Result<int> play(DemoTerms terms, const Surroundings& world, const Console& console, SignalWatch& signals,
                 SignalWatch* terminal_signals) {
    const TemporaryDirectory directory = TRY(TemporaryDirectory::create(world.environment, "thoth-demo-"));
    const Path project = directory.path() / "thermo";
    TRY(world.files.make_directories(project, 0755));
    TRY(unpack_project(world.files, project));
    const WithoutThothVariables environment(world.environment);
    const Surroundings demo{world.files,  environment, world.clock, project, directory.path() / "state",
                            world.sleeper};
    console.out.write(
        fmt::format("thoth demo: the model is a script. Everything else is real: the project in {}, the "
                    "tools,\nthe questions, the diff, the commands.\n\n",
                    project.string()));
    auto model = TRY(DemoModel::create());
    auto prepared = TRY(prepare(demo_invocation(terms.without_questions), {}, demo, std::move(model), {}));
    Application application(std::move(prepared), demo);
    if (terminal_signals)
        return application.run_tui(std::string(k_task), Stay::first_request, console, signals, *terminal_signals);
    console.out.write(fmt::format("> {}\n\n", k_task));
    StreamedAnswer output(console.out);
    return application.run_one_shot({std::string(k_task), {}}, {console, output}, signals);
}
} // namespace

int run_demo(DemoTerms terms, const Surroundings& world, const Console& console, SignalWatch& signals,
             SignalWatch* terminal_signals) {
    // One stream, in the order in which things happen.
    const Console joined{
        console.out, console.out, console.input, console.input_is_terminal, true, console.out_is_terminal};
    const auto code = play(terms, world, joined, signals, terminal_signals);
    if (!code) {
        console.err.write(notice_text({Notice::Level::error, describe(code.error())}, console.err.color()));
        return 1;
    }
    console.out.write(k_connect);
    return *code;
}

} // namespace thoth
