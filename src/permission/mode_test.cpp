#include "permission/mode.h"

#include <array>
#include <gtest/gtest.h>
#include <set>

namespace thoth {

namespace {
constexpr std::array k_all_modes{Mode::manual, Mode::accept_edits, Mode::automatic, Mode::plan};
}

TEST(ModeNames, P07KnowsTheSpellingsOfModes) {
    for (const char* name : {"manual", "ask", "default"})
        EXPECT_EQ(mode_from(name), Mode::manual) << name;
    for (const char* name : {"accept-edits", "accept_edits", "acceptEdits", "edits", "accept"})
        EXPECT_EQ(mode_from(name), Mode::accept_edits) << name;
    for (const char* name : {"auto", "yolo"})
        EXPECT_EQ(mode_from(name), Mode::automatic) << name;
    for (const char* name : {"", "Manual", "auto ", "plans"})
        EXPECT_EQ(mode_from(name), std::nullopt) << name;
    for (const Mode mode : k_all_modes)
        EXPECT_EQ(mode_from(name_of(mode)), mode);
}

TEST(ModeNames, AnUnknownOneIsToldWhatThereIs) {
    EXPECT_EQ(unknown_mode("fast"), "there is no mode \"fast\"; there are manual, accept-edits, auto and plan");
}

TEST(ModeNames, P08GoRoundInTheirOrder) {
    EXPECT_EQ(mode_after(Mode::manual), Mode::accept_edits);
    EXPECT_EQ(mode_after(Mode::accept_edits), Mode::automatic);
    EXPECT_EQ(mode_after(Mode::automatic), Mode::plan);
    EXPECT_EQ(mode_after(Mode::plan), Mode::manual);
}

TEST(ModeNames, P08EachIsDescribedInOneLineOfItsOwn) {
    std::set<std::string> lines;
    for (const Mode mode : k_all_modes) {
        const std::string line = description_of(mode);
        EXPECT_TRUE(!line.empty() && line.find('\n') == std::string::npos) << name_of(mode);
        lines.insert(line);
    }
    EXPECT_EQ(lines.size(), k_all_modes.size());
}

} // namespace thoth
