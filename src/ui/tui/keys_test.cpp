#include "ui/tui/keys.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::vector<Key> keys_of(std::string_view bytes) {
    KeyReader reader;
    std::vector<Key> keys;
    reader.feed(bytes, keys);
    return keys;
}

Key text(std::string_view character) {
    return {Key::Name::text, std::string(character)};
}

Key with(Key key, bool ctrl, bool alt, bool shift) {
    key.ctrl = ctrl;
    key.alt = alt;
    key.shift = shift;
    return key;
}

std::string after(std::string_view bytes) { // that nothing is left open
    const auto keys = keys_of(std::string(bytes) + "x");
    return keys.size() == 1 && keys[0] == text("x") ? "" : "not swallowed";
}
} // namespace

TEST(Keys, AreCharactersAndControlCharacters) { // V04
    EXPECT_EQ(keys_of("aß你\r\t\x7f"),
              (std::vector<Key>{
                  text("a"), text("ß"), text("你"), {Key::Name::enter}, {Key::Name::tab}, {Key::Name::backspace}}));
    EXPECT_EQ(keys_of("\x01\x1f\n"),
              (std::vector<Key>{with(text("a"), true, false, false), with(text("_"), true, false, false),
                                with(text("j"), true, false, false)}));
}

TEST(Keys, OfXtermWithModifiers) { // V04
    EXPECT_EQ(keys_of("\x1b[A\x1bOB\x1b[1;5C\x1b[1;3D\x1b[H\x1bOF"),
              (std::vector<Key>{{Key::Name::up},
                                {Key::Name::down},
                                with({Key::Name::right}, true, false, false),
                                with({Key::Name::left}, false, true, false),
                                {Key::Name::home},
                                {Key::Name::end}}));
    EXPECT_EQ(keys_of("\x1b[3~\x1b[5~\x1b[6~\x1b[Z\x1b[27;2;13~"),
              (std::vector<Key>{{Key::Name::remove},
                                {Key::Name::page_up},
                                {Key::Name::page_down},
                                with({Key::Name::tab}, false, false, true),
                                with({Key::Name::enter}, false, false, true)}));
    EXPECT_EQ(keys_of("\x1b"
                      "b\x1b\r\x1b\x7f"),
              (std::vector<Key>{with(text("b"), false, true, false), with({Key::Name::enter}, false, true, false),
                                with({Key::Name::backspace}, false, true, false)}));
}

TEST(Keys, OfTheKittyProtocol) { // V04, V18
    EXPECT_EQ(keys_of("\x1b[13;2u\x1b[99;5u\x1b[27u\x1b[97;5:3u\x1b[57414u\x1b[57400u\x1b[122;6u"),
              (std::vector<Key>{with({Key::Name::enter}, false, false, true),
                                with(text("c"), true, false, false),
                                {Key::Name::escape},
                                {Key::Name::enter},
                                text("1"),
                                with(text("z"), true, false, true)}));
}

TEST(Keys, AnswersOfATerminalAndUnknownSequencesAreSwallowed) { // B75
    for (const char* bytes : {"\x1b[?62;4c", "\x1b[12;40R", "\x1b]11;rgb:0/0/0\x07", "\x1bP>|x(1)\x1b\\", "\x1b[I",
                              "\x1b[<0;1;1M", "\x1b[?1u", "\x1b[[A", "\x1b[201~", "\x1b[15~"})
        EXPECT_EQ(after(bytes), "") << (bytes + 1);
}

TEST(Keys, ALoneEscapeIsOneWhenNothingFollows) { // B77
    KeyReader reader;
    std::vector<Key> keys;
    reader.feed("\x1b", keys);
    EXPECT_TRUE(keys.empty());
    EXPECT_TRUE(reader.is_undecided());
    reader.settle(keys);
    EXPECT_FALSE(reader.is_undecided());
    reader.feed("[A", keys);
    EXPECT_EQ(keys, (std::vector<Key>{{Key::Name::escape}, text("["), text("A")}));
    EXPECT_EQ(keys_of("\x1b\x1b[A"), (std::vector<Key>{{Key::Name::escape}, {Key::Name::up}}));
}

TEST(Keys, APasteIsOnePieceWhateverIsInIt) { // V07, B73
    EXPECT_EQ(keys_of("\x1b[200~a\rb\n\x1b[201~c"), (std::vector<Key>{{Key::Name::paste, "a\rb\n"}, text("c")}));
    EXPECT_EQ(keys_of("\x1b[200~\x1b[A\x1b[2\x1b\x1b[201~"),
              (std::vector<Key>{{Key::Name::paste, "\x1b[A\x1b[2\x1b"}}));
}

TEST(Keys, AreTheSameWhereverTheBytesAreSplit) {
    const std::string bytes = "a你\x1b[1;5C\x1b[200~p\x1b[q\r\x1b[201~\x1b[13;2u\x1bOA\x1b]0;x\x07\xff"
                              "b\x1b[[B\xe4\xbd";
    const auto whole = keys_of(bytes);
    for (size_t i = 0; i <= bytes.size(); ++i) {
        KeyReader reader;
        std::vector<Key> keys;
        reader.feed(std::string_view(bytes).substr(0, i), keys);
        reader.feed(std::string_view(bytes).substr(i), keys);
        EXPECT_EQ(keys, whole) << i;
    }
}

TEST(Keys, APasteWhoseEndIsLostCanBeEnded) { // B73
    KeyReader reader;
    std::vector<Key> keys;
    reader.feed("\x1b[200~half\x1b[2", keys);
    EXPECT_TRUE(reader.is_in_paste());
    reader.end_paste(keys);
    reader.end_paste(keys);
    reader.feed("x", keys);
    EXPECT_EQ(keys, (std::vector<Key>{{Key::Name::paste, "half\x1b[2"}, {Key::Name::text, "x"}}));
}

TEST(Keys, ALongPasteIsBounded) { // B73
    KeyReader reader;
    std::vector<Key> keys;
    reader.feed("\x1b[200~", keys);
    const std::string part(1024 * 1024, 'x');
    for (int i = 0; i < 20; ++i)
        reader.feed(part, keys);
    reader.feed("\x1b[201~", keys);
    ASSERT_EQ(keys.size(), 1U);
    EXPECT_EQ(keys[0].text.size(), KeyReader::k_longest_paste);
}

} // namespace thoth
