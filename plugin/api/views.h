#pragma once

#include "core/backend.h"

#include <span>
#include <string>
#include <vector>

namespace pn::api {

// The views of a caller, checked: a bad one throws Error(PN_ERROR_INVALID_ARGUMENT) or
// Error(PN_ERROR_UNSUPPORTED_FORMAT) that names it.
std::vector<ProbeView> readViews(const PnCubemapView* cubemaps, std::uint32_t count, const char* name = "cubemap");
std::vector<ProbeView> readViews(const PnEquirectView* maps, std::uint32_t count);

// What is to be written, one for each view and of its size.
std::vector<CubemapTarget> readTargets(const PnCubemapTarget* targets, std::span<const ProbeView> views);

// A part of a message that says which element of an array is meant.
std::string element(const char* name, std::uint32_t index, std::uint32_t count);

} // namespace pn::api
