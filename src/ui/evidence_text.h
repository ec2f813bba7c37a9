#pragma once
#include "protocol/evidence.h"

#include <string>

namespace thoth {

// One line on what a request did: "seen: changed a.c, b.c (new); make passed; did not happen: rm x". It is the same
// in all front ends that draw text. Safe to draw, bounded, with a line feed; empty where nothing happened. Pure.
std::string evidence_text(const Evidence& evidence, bool color);
// Something failed, did not happen or was not checked.
bool wants_attention(const Evidence& evidence);

} // namespace thoth
