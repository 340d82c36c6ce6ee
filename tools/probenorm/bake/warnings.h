#pragma once

#include "run/input.h"
#include "support/json.h"

#include "probenorm/probenorm.h"

namespace pn::cli {

// What a person should look at, as [{"kind": "ringing", "text": "..."}]: bad-texels, negative, clipped, ringing, dark.
// sh is the probe's radiance before any window.
Json findWarnings(const InputFacts& facts, PnFormat format, const PnSh& sh, const std::vector<std::string>& ofReader);

} // namespace pn::cli
