#pragma once

#include "bake/probe_work.h"

namespace pn::cli {

// Draws the picture, encodes the cubemap and writes all files but their names. They are not durable yet.
void writeProbe(const BakeContext& context, ProbeWork& work);

} // namespace pn::cli
