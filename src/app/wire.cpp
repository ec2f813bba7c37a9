#include "app/wire.h"

#include "app/version.h"
#include "config/load_settings.h"
#include "os/curl_http.h"
#include "os/recorded_http.h"
#include "os/recording.h"
#include "session/project_state.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint64_t k_max_recording = 256 * 1024 * 1024;
// A replay is not asked which server it stands for.
constexpr std::string_view k_replay_server = "http://127.0.0.1:8080/v1";

Path absolute(const std::string& name, const Path& directory) {
    return (directory / name).lexically_normal();
}

CurlSettings curl_settings(const Environment& environment) {
    return {fmt::format("thoth/{}", k_version), environment.get("SSL_CERT_FILE").value_or(""),
            environment.get("SSL_CERT_DIR").value_or("")};
}

Result<std::string> read_recording(const Invocation& invocation, const Surroundings& world) {
    return read_whole(world.files, absolute(invocation.replay, world.directory), k_max_recording);
}

// A replay stands for a server that was named before: nothing is looked for. What it speaks shows
// in the path of the first request.
Result<void> settle_for_replay(Settings& settings, const Invocation& invocation, const Surroundings& world) {
    if (settings.base_url.value.empty()) settings.base_url = {std::string(k_replay_server), "--replay"};
    if (settings.model.value.empty()) settings.model = {"recorded", "--replay"};
    if (settings.api.value != Api::automatic) return {};
    const std::string text = TRY(read_recording(invocation, world));
    const auto exchanges = TRY(parse_recording(text));
    const bool ollama = !exchanges.empty() && exchanges.front().request.path.ends_with("/api/chat");
    settings.api = {ollama ? Api::ollama : Api::openai, "--replay"};
    return {};
}

struct OpenedSession {
    std::unique_ptr<SessionLog> log;
    std::vector<Message> history;
    std::vector<std::string> notes;
};

Result<OpenedSession> continue_last(const Surroundings& world, const Path& project_state) {
    const auto sessions = list_sessions(world.files, project_state);
    if (sessions.empty())
        return fail(Errc::not_found, "there is no earlier session in this project", "start one without -c");
    StoredSession stored = TRY(read_session_file(world.files, sessions.front().path));
    OpenedSession out;
    out.log = TRY(SessionLog::reopen(world.files, sessions.front().path, world.clock, stored));
    out.notes.push_back(fmt::format("going on with session {} ({} messages)", stored.id, stored.history.size()));
    if (!stored.repairs.empty())
        out.notes.push_back(
            fmt::format("{} calls had been interrupted; the model is told so", stored.repairs.size()));
    if (stored.skipped_lines > 0)
        out.notes.push_back(
            fmt::format("{} lines of the session could not be read and were passed over", stored.skipped_lines));
    out.history = std::move(stored.history);
    return out;
}

// A state directory that cannot be written is a warning; one that is somebody else's is not.
Result<std::optional<Path>> open_state(const Surroundings& world, const Workspace& workspace,
                                       std::vector<std::string>& warnings) {
    auto state = open_project_state(world.files, world.state_directory, workspace.root());
    if (state) return *state;
    if (state.error().code == Errc::refused) return fail(std::move(state).error());
    warnings.push_back("nothing of this run is saved: " + describe(state.error()));
    return std::nullopt;
}

Grants open_grants(const Surroundings& world, const std::optional<Path>& state, const Workspace& workspace,
                   std::vector<std::string>& warnings) {
    if (!state) return Grants::unsaved();
    auto grants = Grants::load(world.files, *state / "allow.json", workspace.root());
    if (grants) return std::move(*grants);
    warnings.push_back(describe(grants.error()));
    return Grants::unsaved();
}

Conversation::NewLog log_factory(const Surroundings& world, std::optional<Path> state, std::string project,
                                 std::string model) {
    return [&files = world.files, &clock = world.clock, state = std::move(state), project = std::move(project),
            model = std::move(model)] {
        if (state)
            if (auto log = SessionLog::create(files, *state, clock, project, model)) return std::move(*log);
        return SessionLog::none();
    };
}

Result<Mode> mode_of(const Invocation& invocation) {
    if (invocation.mode.empty()) return Mode::manual;
    if (const auto mode = mode_from(invocation.mode)) return *mode;
    return fail(Errc::invalid_argument, "--mode: " + unknown_mode(invocation.mode));
}
} // namespace

Result<std::unique_ptr<HttpClient>> open_http(const Invocation& invocation, const Surroundings& world) {
    if (!invocation.replay.empty()) {
        const std::string text = TRY(read_recording(invocation, world));
        return TRY(ReplayHttp::parse(text, ReplayPace::at_once));
    }
    auto http = std::make_unique<CurlHttp>(curl_settings(world.environment));
    if (invocation.record.empty()) return http;
    return TRY(RecordingHttp::create(std::move(http), world.files, absolute(invocation.record, world.directory),
                                     world.clock));
}

Result<Prepared> prepare(const Invocation& invocation, const Surroundings& world, std::unique_ptr<HttpClient> http,
                         std::stop_token stop) {
    const Mode mode = TRY(mode_of(invocation));
    Workspace workspace = TRY(Workspace::open(world.files, world.directory));
    auto [settings, warnings] =
        TRY(load_settings(world.files, world.state_directory, world.environment, invocation.overrides));
    if (!invocation.replay.empty()) TRY(settle_for_replay(settings, invocation, world));

    Connection connection = TRY(connect(*http, settings, world.environment, stop));
    const auto state = TRY(open_state(world, workspace, warnings));
    Grants grants = open_grants(world, state, workspace, warnings);
    auto new_log = log_factory(world, state, workspace.root().string(), connection.model);
    OpenedSession session;
    if (invocation.continue_last && state)
        session = TRY(continue_last(world, *state));
    else
        session.log = new_log();
    return Prepared{std::move(workspace),     std::move(settings),   mode,
                    std::move(http),          std::move(connection), std::move(grants),
                    std::move(session.log),   std::move(new_log),    std::move(session.history),
                    std::move(session.notes), std::move(warnings)};
}

} // namespace thoth
