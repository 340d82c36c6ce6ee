#pragma once

#include "core/kernel/geometry.h"
#include "core/recent_cache.h"

namespace pn {

using GeometryCache = RecentCache<Geometry, Shape>;

inline constexpr std::size_t kMipChain = 16; // shapes: enough for all mips of a cubemap

} // namespace pn
