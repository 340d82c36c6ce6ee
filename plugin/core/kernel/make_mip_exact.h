#pragma once

#include "core/kernel/make_mip.h"
#include "core/kernel/normalize_exact.h"

namespace pn {

// Texels of a row of the source, whatever their values, as float32 R G B A with the policy applied. out: the row's.
void readExact(const MakeMipJob& job, const TexelRun& run, float* out);

} // namespace pn
