#include "web/query_guard.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(QueryGuard, LetsQuestionsThrough) { // T48
    for (const char* query :
         {"how to reset a password in postgres", "task-based parallelism c++", "risk-averse investing slovakia",
          "what is a secret sharing scheme", "std::expected and_then", "keyjson parser", "desk-top 2024",
          "disk-encryption-on-linux with luks", "bearer token in curl", "git clone ssh://git@host:22/x",
          "http://localhost:8080/@vite/client 404"})
        EXPECT_TRUE(check_query(query)) << query;
    EXPECT_TRUE(check_query(std::string(400, 'x')));
}

TEST(QueryGuard, KeepsSecretsHere) { // T48
    for (const char* query : {"error with sk-abc",
                              "SK-PROJ",
                              "xsk-proj1a2b3c4d5e6f7g",
                              "ghp_16C7e42F292c69",
                              "(github_pat_11AAAA)",
                              "xoxb-123",
                              "AKIAIOSFODNN7EXAMPLE",
                              "AIzaSyD",
                              "eyJhbGciOi",
                              "-----BEGIN RSA PRIVATE KEY-----",
                              "a-----END x",
                              "api_key=x",
                              "APIKEY: x",
                              "my secret = y",
                              "\"password\": \"x\"",
                              "passwd:x",
                              "private_key=1",
                              "access_token =1",
                              "auth_token:1",
                              "AWS_SECRET_ACCESS_KEY=wJalr",
                              "x-api-key: 1",
                              "api key: 1",
                              "db_password_prod=hunter2",
                              "password＝1",
                              "secret：1",
                              "Authorization: Bearer abcdef123456",
                              "postgres://admin:hunter2@10.0.0.1/db does not connect"}) {
        const auto checked = check_query(query);
        ASSERT_FALSE(checked) << query;
        EXPECT_EQ(checked.error().code, Errc::refused);
        EXPECT_EQ(checked.error().message,
                  "nothing was searched: the query looks as if a password or a key were in it");
    }
}

TEST(QueryGuard, TakesOneShortLine) { // T48
    EXPECT_EQ(check_query("a\nb").error().message, "nothing was searched: the query has a line break in it");
    EXPECT_EQ(check_query("a\rb").error().message, "nothing was searched: the query has a line break in it");
    EXPECT_EQ(check_query(std::string(401, 'x')).error().message,
              "nothing was searched: the query is longer than 400 characters");
    EXPECT_EQ(check_query("  ").error().code, Errc::invalid_argument);
}

} // namespace thoth
