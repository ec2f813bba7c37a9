#include "sandbox/git_settings.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::string found(std::string_view config) {
    return setting_that_runs_programs(config).value_or("nothing");
}

TEST(GitSettings, WhatInitAndCloneWriteRunsNothing) {
    EXPECT_EQ(found("[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n"
                    "\tlogallrefupdates = true\n[remote \"origin\"]\n\turl = https://host/editor-path.git\n"
                    "\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch \"main\"]\n\tremote = origin\n"
                    "\tmerge = refs/heads/main\n[user]\n\tname = me\n[submodule]\n\tactive = .\n"),
              "nothing");
}

TEST(GitSettings, FindsWhatRunsPrograms) {
    EXPECT_EQ(found("[core]\n\tfsmonitor = ./evil\n"), "fsmonitor");
    EXPECT_EQ(found("[core] HooksPath=evil"), "hookspath");
    EXPECT_EQ(found("[diff \"x\"]\n\ttextconv \t= evil"), "textconv");
    EXPECT_EQ(found("[Filter \"x\"]\n"), "[filter]");
    EXPECT_EQ(found("[ALIAS]\n\tst = !evil"), "[alias]");
    EXPECT_EQ(found("[includeIf \"gitdir:/\"]\n\tpath = x"), "[include]");
    EXPECT_EQ(found("[credential]\nhelper = !evil"), "helper");
}

TEST(GitSettings, NothingHidesBehindASectionOrAContinuedLine) {
    EXPECT_EQ(found("[core]\n\tx = a \\\n[harmless]\n\tfsmonitor = evil\n"), "fsmonitor");
    EXPECT_EQ(found("\xEF\xBB\xBF[core]fsmonitor=evil"), "fsmonitor");
    EXPECT_EQ(found("[core]\n\tmyfsmonitor = x\n"), "nothing");
}

TEST(GitSettings, AWorktreeElsewhereIsOnlyOfInterestWhereThereIsNone) {
    EXPECT_TRUE(names_worktree("[core]\n\tworktree = ../x\n"));
    EXPECT_FALSE(names_worktree("[core]\n\tbare = true\n"));
}

} // namespace
} // namespace thoth
