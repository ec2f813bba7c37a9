#include "ui/tui/tui.h"

#include "os/poll.h"
#include "os/terminal.h"
#include "text/clusters.h"
#include "text/display.h"
#include "text/terminal_text.h"
#include "ui/event_round.h"
#include "ui/tui/notice_block.h"
#include "ui/tui/start_screen.h"
#include "ui/tui/status_line.h"
#include "ui/tui/theme.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <iterator>
#include <span>
#include <unistd.h>
#include <utility>

namespace thoth {

namespace {
using std::chrono::milliseconds;
constexpr milliseconds k_frame{16};           // between two frames of what streams
constexpr milliseconds k_escape_wait{50};     // for what may come behind an escape byte
constexpr milliseconds k_settle{50};          // after the last change of the size
constexpr milliseconds k_settle_in_tmux{300}; // which changes it at once and says so up to 250 ms later
constexpr milliseconds k_on_its_way{25};      // a frame that was just written may not have reached the terminal
constexpr milliseconds k_at_rest{50};         // nothing is drawn and typed
constexpr milliseconds k_behind_paste{25};    // keys that come so soon were not pressed
constexpr milliseconds k_paste_is_stuck{500}; // so long nothing of it came: its end mark may be lost
constexpr size_t k_burst = 512;               // bytes in one read that nobody types
constexpr size_t k_most_live_rows = 8;        // of a command that runs
constexpr size_t k_most_live_output = 4096;

bool is_in_tmux(const Environment& environment) {
    return !environment.get("TMUX").value_or("").empty();
}

// Those of which it is known that they cut rows: xterm and st, the Linux console, screen. tmux wraps them anew,
// whatever it runs in, and so do nearly all others.
Reflow reflow_of(const Environment& environment) {
    if (is_in_tmux(environment)) return Reflow::wraps;
    const std::string term = environment.get("TERM").value_or("");
    const bool cuts = environment.get("XTERM_VERSION").has_value() || term == "linux" ||
                      term.starts_with("screen") || term.starts_with("st-") || term.starts_with("vt");
    return cuts ? Reflow::cuts : Reflow::wraps;
}

bool knows_extended_keys(const Environment& environment) {
    return environment.get("TERM") != "linux";
}

// Ctrl+C and nothing else.
bool is_interrupt_key(std::string_view bytes) {
    return bytes == "\x03" || bytes == "\x1b[99;5u";
}

// Nobody types lines faster than they are read: an Enter with text behind it in one read is part of a paste, and so
// is all of a long read.
bool is_burst(const std::vector<Key>& keys, size_t bytes) {
    if (bytes >= k_burst) return true;
    bool after_enter = false;
    for (const Key& key : keys) {
        if (key.name == Key::Name::enter || key.is_ctrl('j'))
            after_enter = true;
        else if (after_enter && key.is_plain_text())
            return true;
    }
    return false;
}

// Text, ends of lines and tabs that came as keys, as one paste; other keys stay what they are.
std::vector<Key> as_paste(std::vector<Key> keys) {
    std::vector<Key> result;
    for (Key& key : keys) {
        std::string text;
        if (key.is_plain_text())
            text = key.text;
        else if (key.name == Key::Name::enter || key.is_ctrl('j'))
            text = "\n";
        else if (key.name == Key::Name::tab)
            text = "\t";
        else if (key.name == Key::Name::paste)
            text = std::move(key.text);
        if (text.empty())
            result.push_back(std::move(key));
        else if (!result.empty() && result.back().name == Key::Name::paste)
            result.back().text += text;
        else
            result.push_back({Key::Name::paste, std::move(text)});
    }
    return result;
}
} // namespace

Tui::Tui(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, TuiWorld world, SessionFacts facts)
    : m_link(link), m_wakeup(wakeup), m_signals(signals), m_world(std::move(world)), m_facts(std::move(facts)),
      m_painter([theme = Theme(m_world.out.color())](Role role) { return theme.attributes(role); },
                terminal_size(m_world.out.fd()), reflow_of(m_world.environment)),
      m_view(m_painter.size().columns), m_history(m_world.files, m_world.history_file),
      m_files(m_world.files, m_world.environment, m_world.directory, [this] { m_wakeup.notify(); }),
      m_input(m_history, m_files), m_ahead(link.typed_ahead),
      m_settle(is_in_tmux(m_world.environment) ? k_settle_in_tmux : k_settle) {}

Tui::~Tui() = default;

Result<int> Tui::run(std::string first_prompt) {
    m_mode = TRY(TerminalMode::enter(m_world.input, m_world.out.fd(), knows_extended_keys(m_world.environment)));
    m_typed_before = wait_readable({m_world.input}, milliseconds(0)).contains(m_world.input);
    m_view.say(start_screen(m_facts, m_painter.size().columns));
    if (!first_prompt.empty()) send(std::move(first_prompt));
    while (!m_exit)
        round();
    m_stop.request_stop();
    m_link.events.close();
    m_user_command.reset();
    m_view.end_request(std::chrono::steady_clock::now()); // what had come of an answer stays to be read
    const StyledLines rest = m_view.take_finished();
    std::string last = m_painter.paint(rest, {}); // before the cursor leaves, which a sum would not promise
    last += m_painter.leave();
    m_world.out.write(last);
    m_mode.reset();
    return *m_exit;
}

void Tui::round() {
    draw();
    const auto ready = wait_readable({m_wakeup.fd(), m_signals.fd(), m_world.terminal_signals.fd(), m_world.input},
                                     time_to_wait());
    if (ready.contains(m_signals.fd())) take_signal();
    if (ready.contains(m_world.terminal_signals.fd())) take_resize();
    m_wakeup.clear();
    take_events(m_link.events, m_wakeup, [this](const Event& event) { take(event); });
    user_command_changed();
    if (ready.empty()) find_sandbox_level();
    if (m_files.has_more()) {
        m_input.files_changed();
        m_changed = true;
    }
    if (ready.contains(m_world.input)) {
        read_keys();
    } else if (m_keys.is_undecided() && std::chrono::steady_clock::now() >= m_escape_since + k_escape_wait) {
        std::vector<Key> keys;
        m_keys.settle(keys);
        for (const Key& key : keys)
            take(key);
    }
    if (m_world.out.broken()) leave(0);
}

std::optional<milliseconds> Tui::time_to_wait() const {
    const Time now = std::chrono::steady_clock::now();
    std::optional<Time> next = m_view.next_change(now);
    const auto earlier = [&](Time time) { next = next ? std::min(*next, time) : time; };
    if (m_keys.is_undecided()) earlier(m_escape_since + k_escape_wait);
    if (m_changed && !may_draw(now)) earlier(m_resized ? *m_resized + m_settle : m_last_drawn + k_frame);
    if (!m_sandbox) earlier(m_last_drawn + k_at_rest);
    if (!next) return std::nullopt;
    return std::max(std::chrono::ceil<milliseconds>(*next - now), milliseconds(0));
}

// It takes some milliseconds to find out: not before the first screen, and not between two keys.
void Tui::find_sandbox_level() {
    if (m_sandbox || std::chrono::steady_clock::now() < m_last_drawn + k_at_rest) return;
    m_sandbox = m_facts.sandbox_level ? m_facts.sandbox_level() : "";
    m_changed = true;
}

void Tui::take_signal() {
    const int number = m_signals.take();
    if (number == 0) return;
    if (number == SIGINT) return interrupt();
    m_world.out.stop_waiting();
    leave(128 + number);
}

void Tui::take_resize() {
    const Time now = std::chrono::steady_clock::now();
    while (const int number = m_world.terminal_signals.take())
        if (number == SIGCONT) { // the shell may have changed the terminal meanwhile
            m_mode->pause();
            m_mode->resume();
            m_painter.forget();
        }
    resized(now);
}

void Tui::resized(Time now) {
    m_painter.resize(terminal_size(m_world.out.fd()), now - m_last_reshaped > k_on_its_way);
    m_view.resize(m_painter.size().columns);
    m_resized = now;
    m_changed = true;
}

void Tui::read_keys() {
    std::array<char, 64 * 1024> bytes;
    const ssize_t n = ::read(m_world.input, bytes.data(), bytes.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (n <= 0) return leave(128 + SIGHUP); // the terminal is gone
    const Time now = std::chrono::steady_clock::now();
    // What was typed before the terminal was ours has line feeds where Enter was pressed.
    if (std::exchange(m_typed_before, false))
        std::ranges::replace(std::span(bytes).first(static_cast<size_t>(n)), '\n', '\r');
    std::vector<Key> keys;
    const std::string_view came(bytes.data(), static_cast<size_t>(n));
    const Time last_read = std::exchange(m_last_read, now);
    // Without its end all keys would be taken for more of the paste, for ever.
    if (m_keys.is_in_paste() && is_interrupt_key(came) && now >= last_read + k_paste_is_stuck)
        m_keys.end_paste(keys);
    else
        m_keys.feed(came, keys);
    if (m_keys.is_undecided()) m_escape_since = now;
    const bool is_paste = is_burst(keys, static_cast<size_t>(n)) || now < m_paste_end + k_behind_paste;
    if (is_paste) keys = as_paste(std::move(keys));
    for (const Key& key : keys) {
        take(key);
        if (m_exit) return;
    }
    const bool has_paste = std::ranges::any_of(keys, [](const Key& key) { return key.name == Key::Name::paste; });
    if (has_paste) m_paste_end = now;
}

bool Tui::may_draw(Time now) const {
    if (m_resized) return now >= *m_resized + m_settle;
    return m_draw_now || now >= m_last_drawn + k_frame;
}

void Tui::draw() {
    const Time now = std::chrono::steady_clock::now();
    if (const auto next = m_view.next_change(m_last_drawn); next && now >= *next) m_changed = true;
    if (!m_changed || !may_draw(now) || m_exit) return;
    if (terminal_size(m_world.out.fd()) != m_painter.size()) return resized(now); // the signal is on its way
    m_resized.reset();
    const Frame live = frame(now);
    const StyledLines finished = m_view.take_finished();
    m_world.out.write(m_painter.paint(finished, live));
    if (m_painter.has_new_shape()) m_last_reshaped = now;
    m_last_drawn = now;
    m_changed = false;
    m_draw_now = false;
}

// From above: what streams, what was queued, the question or the input, the status.
Frame Tui::frame(Time now) {
    const TerminalSize size = m_painter.size();
    const InputRoom room = input_room(size);
    LivePanel panel = m_question ? question_area(*m_question, size)
                                 : input_area(m_input.rows(room.columns, room.rows, room.list_rows), size);
    StyledLines above = rows_above(command_rows(), m_queued, size.columns);
    m_view.make_room(conversation_rows(above, panel, size));
    return live_frame(m_view, std::move(above), std::move(panel), status_row(), size,
                      static_cast<int>(m_queued.size()), now);
}

// What the user's own command has printed so far, the end of it.
StyledLines Tui::command_rows() const {
    if (!m_user_command) return {};
    const std::string output = m_user_command->output();
    const size_t from = output.size() - std::min(output.size(), k_most_live_output);
    StyledLines rows = text_block(terminal_text(std::string_view(output).substr(from)), m_painter.size().columns);
    if (rows.size() > k_most_live_rows)
        rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(k_most_live_rows));
    return rows;
}

StyledLine Tui::status_row() const {
    if (!m_hint.empty()) return cut_to({{{m_hint, Role::warning}}}, m_painter.size().columns);
    StatusFacts facts;
    facts.mode = m_facts.mode;
    facts.model = m_facts.model;
    facts.last = m_usage;
    facts.window = m_facts.in_use.window;
    facts.written = m_totals.spent.usage.output;
    facts.cost = m_totals.spent.cost;
    facts.sandbox = m_sandbox.value_or("");
    facts.tasks = m_tasks;
    return status_line(facts, m_painter.size().columns);
}

} // namespace thoth
