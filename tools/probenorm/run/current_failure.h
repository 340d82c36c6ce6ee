#pragma once

#include "support/failure.h"

namespace pn::cli {

// The exception in flight, as the command ends with it. Only within a catch block.
Failure currentFailure();

} // namespace pn::cli
