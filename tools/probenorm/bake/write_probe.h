#pragma once

#include "bake/probe_work.h"

namespace pn::cli {

// Draws the picture, encodes the cubemap and writes all files but their names. They are not durable yet.
void writeProbe(const BakeContext& context, ProbeWork& work);

// How many written probes may have open files. Raises the process's limit where it may.
std::size_t mostOpenProbes(std::uint32_t jobs);

} // namespace pn::cli
