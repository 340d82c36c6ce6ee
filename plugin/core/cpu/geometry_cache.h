#pragma once

#include "core/cpu/recent_cache.h"
#include "core/kernel/geometry.h"

namespace pn {

using GeometryCache = RecentCache<Geometry, Shape>;

inline constexpr std::size_t kMipChain = 16; // shapes: enough for all mips of a cubemap

} // namespace pn
