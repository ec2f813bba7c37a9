#include "ui/tui/start_screen.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(StartScreen, TellsModelServerPlaceAndHowToBegin) { // V03
    SessionFacts facts;
    facts.version = "1.2";
    facts.model = "qwen3:8b";
    facts.server = "http://localhost:11434";
    facts.directory = "/srv/a\x1b[2J project";
    facts.mode = "manual";
    facts.in_use.window = 32'768;
    EXPECT_EQ(rows_text(start_screen(facts, 80)), "thoth 1.2\n"
                                                  "\n"
                                                  "  model      qwen3:8b\n"
                                                  "  server     http://localhost:11434\n"
                                                  "  window     32.8k tokens\n"
                                                  "  directory  /srv/a project\n"
                                                  "  mode       manual\n"
                                                  "\n"
                                                  "  /          commands\n"
                                                  "  @          attach a file\n"
                                                  "  shift+tab  change what is asked before it happens\n");
    EXPECT_LE(widest_row(start_screen(facts, 24)), 24);
}

} // namespace thoth
