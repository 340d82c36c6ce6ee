#pragma once

#include "support/json.h"

#include <string>

namespace pn::cli {

// The text of a note with these steps as its history, at most as long as readers take: a file that has lost its note
// would be normalized twice, or turned from the wrong axes. Where it is too long the oldest steps leave, and the first
// object of the history counts them. Values that no command of ours would write are shortened or leave.
std::string boundedNote(const Json& note, const Json& steps);

} // namespace pn::cli
