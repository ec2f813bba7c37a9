#include "web/media_type.h"

#include <gtest/gtest.h>

namespace thoth {

using namespace std::string_view_literals;

namespace {
BodyKind kind(std::string_view header, std::string_view body) {
    return body_kind(parse_media_type(header), body);
}
} // namespace

TEST(MediaType, IsReadFromItsHeader) {
    const MediaType type = parse_media_type("Text/HTML ; boundary=x; Charset=\"UTF-8\"");
    EXPECT_EQ(type.name, "text/html");
    EXPECT_EQ(type.charset, "UTF-8");
    EXPECT_EQ(parse_media_type("").name, "");
    EXPECT_EQ(parse_media_type("a;;;=").charset, "");
}

TEST(MediaType, TellsWhatCanBeRead) {
    EXPECT_EQ(kind("text/html", "<p>"), BodyKind::html);
    EXPECT_EQ(kind("application/xhtml+xml", "<html>"), BodyKind::html);
    for (const char* type : {"text/plain", "text/markdown", "application/json", "application/ld+json", "text/xml",
                             "application/rss+xml", "image/svg+xml", "application/javascript"})
        EXPECT_EQ(kind(type, "x"), BodyKind::text) << type;
    for (const char* type : {"image/png", "application/pdf", "application/zip", "video/mp4"})
        EXPECT_EQ(kind(type, "x"), BodyKind::binary) << type;
}

TEST(MediaType, LooksAtTheBodyWhereTheTypeSaysNothing) {
    EXPECT_EQ(kind("", "<!DOCTYPE html><p>"), BodyKind::html);
    EXPECT_EQ(kind("application/octet-stream", "\n <html>"), BodyKind::html);
    EXPECT_EQ(kind("", "plain words"), BodyKind::text);
    EXPECT_EQ(kind("", "a\0b"sv), BodyKind::binary);
    EXPECT_EQ(kind("text/html", "%PDF-1.7"), BodyKind::binary); // said wrongly
    EXPECT_EQ(kind("text/plain", "\x7f"
                                 "ELF"),
              BodyKind::binary);
    EXPECT_EQ(kind("text/html; charset=utf-16", "<\0p\0>\0"sv), BodyKind::html);
}

TEST(MediaType, NamesBinaries) {
    EXPECT_EQ(binary_in_words(parse_media_type("application/pdf"), "%PDF-1.7"), "a PDF");
    EXPECT_EQ(binary_in_words(parse_media_type("video/mp4"), "xx"), "video/mp4");
    EXPECT_EQ(binary_in_words(parse_media_type("obey me, now"), "xx"), "binary data"); // its words are not repeated
}

} // namespace thoth
