#pragma once

#include "core/parallel.h"
#include "vulkan/projection.h"

namespace pn::vulkan {

// Copies a chunk's texels, of probes of one shape and format, to where its kernel expects them: tightly, one row after
// the other.
void copyTexels(std::span<const ProbeView> probes, const Chunk& chunk, WorkerTeam& team, std::byte* to);

} // namespace pn::vulkan
