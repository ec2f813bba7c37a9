#include "ui/context_text.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(ContextText, ShowsEachKindWithItsPartOfTheWindowAndWhatIsFree) {
    const ContextUse use{{{"system prompt", 1000}, {"results of read_file", 2000}}, 8000, true};
    EXPECT_EQ(context_text(use, false), "the model's window: 8000 tokens\n"
                                        "  system prompt                    1000  12.5%  ###.................\n"
                                        "  results of read_file             2000  25.0%  #####...............\n"
                                        "  in all                           3000  37.5%  ########............\n"
                                        "  free                             5000  62.5%  #############.......\n"
                                        "  counted by the server\n");
}

TEST(ContextText, WithoutAWindowPartsAreThoseOfAllThatIsSent) {
    const ContextUse use{{{"tools\x1b[2J", 30}, {"replies", 10}}, {}, false};
    EXPECT_EQ(context_text(use, false), "the model's window: nobody says how large it is\n"
                                        "  tools                              30  75.0%  ###############.....\n"
                                        "  replies                            10  25.0%  #####...............\n"
                                        "  in all                             40 100.0%  ####################\n"
                                        "  estimated: this server counts for nobody\n");
}

} // namespace thoth
