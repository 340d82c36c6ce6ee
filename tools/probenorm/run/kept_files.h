// What takes long to make, kept from run to run in a folder: compiled kernels and tables of prefiltering.
#pragma once

#include "support/options.h"

#include "probenorm/probenorm.h"

#include <string>

namespace pn::cli {

// Where a user's tables are kept: PROBENORM_CACHE, else probenorm below XDG_CACHE_HOME or ~/.cache, on Windows below
// LOCALAPPDATA. Empty where there is no such folder, and where PROBENORM_CACHE is empty.
std::string userCacheFolder();

// Has a context keep kernels and tables in the folder of --cache, or else tables alone in the user's. Throws
// Failure{FileIo} where the folder of --cache cannot be made; without the user's folder, tables are made anew.
void keepFiles(PnContextDesc& desc, const DeviceOptions& options);

} // namespace pn::cli
