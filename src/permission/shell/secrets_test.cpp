#include "fakes/shell_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

TEST(ShellSecrets, AreKnownByTheirName) {
    for (const char* file : {".env",        ".env.local",  ".ENV",
                             "a.pem",       "a.key",       "a.p12",
                             "a.pfx",       "a.jks",       "a.keystore",
                             "a.kdbx",      "a.tfstate",   "id_rsa",
                             "id_rsa_work", "id_dsa",      "id_ecdsa",
                             "id_ed25519",  ".npmrc",      ".pypirc",
                             ".netrc",      "_netrc",      ".git-credentials",
                             ".pgpass",     ".htpasswd",   "application_default_credentials.json",
                             ".ssh",        ".ssh/config", ".gnupg/a",
                             ".aws/a",      "a/.kube/b",   ".docker/c"})
        EXPECT_EQ(keys_of(fmt::format("cat {}", file)), fmt::format("secret:./{} shell:cat !", file));
    for (const char* file : {".env.example", ".env.sample", ".env.template", ".env.dist", "id_rsa.pub", "env",
                             "a.pem.txt", "key", "credentials", ".environment", "keys/a"})
        EXPECT_EQ(keys_of(fmt::format("cat {}", file)), "shell:cat") << file;
    EXPECT_EQ(keys_of("cat /proc/self/environ"), "secret:/proc/self/environ shell:cat !");
    EXPECT_EQ(keys_of("cat //proc/1/../self/environ"), "secret:/proc/self/environ shell:cat !");
}

TEST(ShellSecrets, AreFoundInPartsOfWords) {
    for (const char* word : {".env", "a=.env", "--file=.env", "HEAD:.env", "@.env", "data=@.env", "a:@.env",
                             "'.env'", ".e''nv", "\\.env", "./a/../.env"})
        EXPECT_EQ(keys_of(fmt::format("a {}", word)), "secret:./.env shell:a !") << word;
    EXPECT_EQ(keys_of("a \"$HOME/.ssh/id_rsa\""), "secret:/.ssh/id_rsa shell:a !");
    EXPECT_EQ(keys_of("a ~/.aws/x"), "secret:~/.aws/x shell:a !");
    EXPECT_EQ(keys_of("cd b; a .env"), "secret:.env shell:a !");
    EXPECT_EQ(keys_of("cd b && a .env"), "secret:./b/.env shell:a !");
    EXPECT_EQ(keys_of("for f in .env; do a; done"), "secret:./.env shell:a !");
    EXPECT_EQ(keys_of("a < .env"), "secret:./.env shell:a !");
    EXPECT_EQ(keys_of("a > .env"), "secret:./.env shell:a write:./ !");
    EXPECT_EQ(keys_of("f=.env; a $f"), "secret:./.env shell:a !");
    EXPECT_EQ(keys_of("a $(<.env)"), "secret:./.env shell:a !");
}

TEST(ShellSecrets, DoNotCountInTestsAndFilters) {
    for (const char* line : {"test -f .env", "[ -f .env ]", "[[ -f .env ]]"})
        EXPECT_EQ(keys_of(line), "shell:builtin") << line;
    EXPECT_EQ(keys_of("jq .key a"), "shell:jq");
    EXPECT_EQ(keys_of("jq -r --arg a b .key c"), "shell:jq");
    EXPECT_EQ(keys_of("yq .key a"), "shell:yq");
    EXPECT_EQ(keys_of("jq .key a.key"), "secret:./a.key shell:jq !");
    EXPECT_EQ(keys_of("a .key"), "secret:./.key shell:a !");
}

} // namespace thoth
