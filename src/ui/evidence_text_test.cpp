#include "ui/evidence_text.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using How = ObservedFile::How;
using Code = Evidence::Code;

ObservedFile file(std::string path, How how = How::changed) {
    return {std::move(path), how, {}, how == How::moved ? "old.c" : ""};
}

CheckRun check(std::string line, CommandEnd end = {}, bool is_newest = true) {
    return {{std::move(line), end, true, false}, is_newest};
}
} // namespace

TEST(EvidenceText, IsNothingWhereNothingHappened) { // G16
    EXPECT_EQ(evidence_text({}, true), "");
}

TEST(EvidenceText, NamesFilesChecksDenialsCommandsAndWhatRuns) {
    Evidence evidence;
    evidence.files = {file("a.c"), file("b.c", How::created), file("c.c", How::moved), file("d.c", How::deleted)};
    evidence.checks = {check("make"), check("make test", {CommandEnd::How::exited, 2})};
    evidence.code = Code::checked;
    evidence.commands = {"npm i"};
    evidence.denied = {{"shell", "rm -rf build", Denial::skipped}, {"edit_file", "", Denial::not_reached}};
    evidence.running = {Task{42, "npm start", {}, {}, {}, {}, false}};
    EXPECT_EQ(evidence_text(evidence, false),
              "seen: changed a.c, b.c (new), c.c (was old.c), d.c (deleted); make passed, make test failed (exit "
              "code 2); may have changed files, too: npm i; 2 steps did not happen: rm -rf build, edit_file; still "
              "running: npm start (pid 42)\n");
}

TEST(EvidenceText, SaysHowTheCodeStands) {
    Evidence evidence;
    evidence.files = {file("a.py")};
    evidence.code = Code::not_checked;
    evidence.checks = {check("ruff .", {}, false)};
    EXPECT_EQ(evidence_text(evidence, false),
              "seen: changed a.py; ruff . passed before the last change; nothing was run after the last change\n");
    evidence.checks.clear();
    evidence.code = Code::only_ran;
    evidence.unchecked = {"Python", "Ruby"};
    EXPECT_EQ(evidence_text(evidence, false),
              "seen: changed a.py; run but not checked: running is no check for Python, Ruby\n");
    evidence.code = Code::ran;
    EXPECT_EQ(evidence_text(evidence, false), "seen: changed a.py\n");
}

TEST(EvidenceText, IsShortHoweverMuchHappenedAndSafeToDraw) {
    Evidence evidence;
    for (int i = 0; i < 8; ++i) {
        evidence.files.push_back(file("f" + std::to_string(i)));
        evidence.checks.push_back(check("c" + std::to_string(i)));
        evidence.commands.push_back("x" + std::to_string(i) + "\n\x1b[2J" + std::string(1000, 'y'));
        evidence.denied.push_back({"shell", "d", Denial::skipped});
    }
    const std::string text = evidence_text(evidence, false);
    EXPECT_TRUE(
        text.starts_with("seen: changed f0, f1, f2, f3, f4 and 3 more; c5 passed, c6 passed, c7 passed; may "
                         "have changed files, too: x0\\x0a\\x1b[2Jyyy"))
        << text;
    EXPECT_NE(text.find("... and 5 more; 8 steps did not happen: d, d, d and 5 more\n"), std::string::npos) << text;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_LT(text.size(), 500u);
}

TEST(EvidenceText, IsColouredWhereTheUserShouldLook) {
    Evidence evidence;
    evidence.files = {file("a")};
    const std::string calm = evidence_text(evidence, true);
    evidence.denied = {{"shell", "rm", Denial::skipped}};
    const std::string loud = evidence_text(evidence, true);
    EXPECT_NE(calm.substr(0, calm.find('s')), loud.substr(0, loud.find('s')));
}

} // namespace thoth
