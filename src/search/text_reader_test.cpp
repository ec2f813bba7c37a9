#include "search/text_reader.h"

#include "fakes/temp_directory.h"
#include "os/directory.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::string text_of(std::string_view bytes, size_t room) {
    TempDirectory directory;
    directory.put("file", bytes);
    TextReader reader(Directory::open(directory.path())->open_file("file", true), false);
    std::string text;
    std::string part(room, '\0');
    while (const size_t size = *reader.read(part.data(), room))
        text.append(part, 0, size);
    return text;
}

TEST(TextReader, GivesBytesAsTheyAre) {
    const std::string text = "a\0\xFF z"
                             "more than a part";
    EXPECT_EQ(text_of(text, 7), text);
    EXPECT_EQ(text_of("", 7), "");
}

TEST(TextReader, LeavesTheByteOrderMarkOut) {
    EXPECT_EQ(text_of("\xEF\xBB\xBFmark", 7), "mark");
}

TEST(TextReader, ReadsUtf16ThatHasAMark) { // F14
    const std::string little("\xFF\xFE"
                             "a\0\xE9\0=\xD8\x00\xDE",
                             10);
    EXPECT_EQ(text_of(little, 64), "aé\U0001F600");
    const std::string big("\xFE\xFF\0a\0b\0c\0d\0e\0f", 14);
    EXPECT_EQ(text_of(big, 4), "abcdef");
}

} // namespace
} // namespace thoth
