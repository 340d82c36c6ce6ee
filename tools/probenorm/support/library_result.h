#pragma once

#include "probenorm/probenorm.h"

#include <string>

namespace pn::cli {

// "cpu" or "vulkan".
const char* backendName(PnBackend backend);

// A Failure that says what the library said. about is the file or the thing the call was for.
[[noreturn]] void throwResult(PnResult result, const std::string& about);

} // namespace pn::cli
