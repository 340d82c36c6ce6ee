#pragma once

#include "core/geometry.h"
#include "core/recent_cache.h"

namespace pn {

using GeometryCache = RecentCache<Geometry, Shape>;

} // namespace pn
