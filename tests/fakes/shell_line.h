#pragma once
#include "permission/shell/classify.h"

#include <string>
#include <string_view>

namespace thoth {

// A line judged where the fixtures stand: project /home/u/p, which is the directory, home /home/u.
inline ShellJudgement judge_line(std::string_view line) {
    return classify_shell(line, {"/home/u/p", "/home/u/p", "/home/u"});
}

// The keys with blanks between them, and " !" behind them when the line is asked about every time.
inline std::string keys_of(std::string_view line) {
    const ShellJudgement judgement = judge_line(line);
    std::string text;
    for (const std::string& key : judgement.keys)
        text += (text.empty() ? "" : " ") + key;
    return text + (judgement.always_offered ? "" : " !");
}

} // namespace thoth
