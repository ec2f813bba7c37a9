#include "base/sensitive_text.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(SensitiveText, KnowsWhatLooksLikeACredential) {
    for (const char* text :
         {"the key is sk-abcdefgh0123456789", "push with ghp_0123456789abcdefghij", "AKIA0123456789ABCDEF",
          "-----BEGIN RSA PRIVATE KEY-----", "DB_PASSWORD=hunter2x", "password: 'abc123def'", "Api Key : x1y2z3w4"})
        EXPECT_TRUE(holds_credential(text)) << text;
}

TEST(SensitiveText, WordsAboutPasswordsAreNone) {
    for (const char* text :
         {"", "the password is in the keyring", "token: see README", "tests need API_KEY to be set",
          "secret = none", "task-force sk-1", "port token: 123456", "password=", "use eyJ headers"})
        EXPECT_FALSE(holds_credential(text)) << text;
}

} // namespace thoth
