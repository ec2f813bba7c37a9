#include "app/wire.h"

#include "app/network_settings.h"
#include "app/permissions.h"
#include "app/session_start.h"
#include "config/load_settings.h"
#include "os/curl_http.h"
#include "os/recorded_http.h"
#include "os/recording.h"
#include "session/project_state.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace thoth {

namespace {
constexpr uint64_t k_max_recording = 256 * 1024 * 1024;
// A replay is not asked which server it stands for.
constexpr std::string_view k_replay_server = "http://127.0.0.1:8080/v1";

Path absolute(const std::string& name, const Path& directory) {
    return (directory / name).lexically_normal();
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
    const std::string path = exchanges.empty() ? "" : exchanges.front().request.path;
    const Api api = path.ends_with("/api/chat")      ? Api::ollama
                    : path.ends_with("/v1/messages") ? Api::anthropic
                                                     : Api::openai;
    settings.api = {api, "--replay"};
    return {};
}

// A state directory that cannot be written is a warning; one that is somebody else's is not.
Result<ProjectState> open_state(const Surroundings& world, const Workspace& workspace,
                                std::vector<std::string>& warnings) {
    auto state = open_project_state(world.files, world.state_directory, workspace.root());
    if (state) return ProjectState{std::move(*state), true};
    if (state.error().code == Errc::refused) return fail(std::move(state).error());
    warnings.push_back(unsaved_warning(state.error()));
    return ProjectState{TRY(find_project_state(world.files, world.state_directory, workspace.root())), false};
}

Grants open_grants(const Surroundings& world, const ProjectState& state, const Workspace& workspace,
                   std::vector<std::string>& warnings) {
    if (!state.writable) return Grants::unsaved();
    auto grants = Grants::load(world.files, state.directory / "allow.json", workspace.root());
    if (grants) return std::move(*grants);
    warnings.push_back(describe(grants.error()));
    return Grants::unsaved();
}

bool names_server_and_model(const Settings& settings) {
    return !settings.base_url.value.empty() && !settings.model.value.empty();
}

// For -c with another model than before: the next -c goes on with this one.
void note_model(StartedSession& session, const std::string& model) {
    if (session.model == model) return;
    session.model = model;
    if (const auto noted = session.log->model(model); !noted)
        session.warnings.push_back(unsaved_warning(noted.error()));
}

// A state directory that cannot hold them is said with each change.
CheckpointRecorder open_checkpoints(const Invocation& invocation, const Surroundings& world,
                                    const ProjectState& state) {
    if (invocation.no_undo) return {world.files, world.clock, {}};
    if (!state.writable) return {world.files, world.clock, "the state directory cannot be written"};
    auto store = CheckpointStore::open(world.files, state.directory);
    if (!store) return {world.files, world.clock, describe(store.error())};
    return {world.files, std::move(*store), world.clock};
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

Result<Prepared> prepare(const Invocation& invocation, RunTerms terms, const Surroundings& world,
                         std::unique_ptr<HttpClient> http, std::stop_token stop) {
    const Mode mode = TRY(mode_of(invocation));
    Workspace workspace = TRY(Workspace::open(world.files, world.directory));
    auto [settings, user_rules, warnings] =
        TRY(load_settings(world.files, world.state_directory, world.environment, invocation.overrides));
    TRY(check_prices(terms, settings));
    std::ranges::copy(terms.tools.rules, std::back_inserter(user_rules));
    LoadedRules rules = TRY(load_rules(world, workspace, std::move(user_rules)));
    std::ranges::move(rules.warnings, std::back_inserter(warnings));
    const ProjectState state = TRY(open_state(world, workspace, warnings));
    const ProjectState sessions{state.directory, state.writable && !invocation.no_session};
    Grants grants = open_grants(world, state, workspace, warnings);
    auto new_log = log_factory(world.files, world.clock, sessions, workspace.root().string());
    std::optional<StartedSession> session;
    if (invocation.continue_last || invocation.resume) {
        session = TRY(continue_session(world.files, world.clock, world.state_directory, sessions,
                                       workspace.root().string(), {invocation.resume_id, invocation.fork}, stop));
        if (settings.model.value.empty()) settings.model = {session->model, "the session"};
    }
    if (!invocation.replay.empty()) TRY(settle_for_replay(settings, invocation, world));
    TRY(settle_certificates(settings, world));
    // What needs no server is done before libcurl is waited for.
    if (!session && names_server_and_model(settings)) session = start_session(new_log, settings.model.value);

    Connection connection = TRY(connect(*http, world.clock, settings, world.environment, stop));
    TRY(check_reply_length(terms, settings, connection.in_use.window));
    connection.client = with_retries(std::move(connection.client), settings, connection.base_url,
                                     invocation.replay.empty() ? Waits::real : Waits::none, world);
    if (auto warning = warning_of_plain_http(settings, connection.base_url))
        warnings.push_back(*std::move(warning));
    if (!session) session = start_session(new_log, connection.model);
    note_model(*session, connection.model);
    std::ranges::move(session->warnings, std::back_inserter(warnings));
    return Prepared{std::move(workspace),
                    std::move(settings),
                    std::move(terms),
                    mode,
                    invocation.one_shot,
                    !invocation.replay.empty(),
                    std::move(http),
                    std::move(connection),
                    std::move(grants),
                    std::move(rules.rules),
                    state.directory / "quarantine",
                    open_checkpoints(invocation, world, state),
                    state.writable ? state.directory / "tasks" : Path(),
                    {world.state_directory, state.directory, sessions.writable},
                    std::move(*session),
                    std::move(new_log),
                    std::move(warnings)};
}

} // namespace thoth
