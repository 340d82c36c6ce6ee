#pragma once

#include "probenorm/probenorm.h"

namespace pn::api {

// A caller's normalization, checked and filled with its preset's values; NULL is all defaults.
PnNormalization readNormalization(const PnNormalization* normalization);

} // namespace pn::api
