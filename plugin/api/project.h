#pragma once

#include "api/boundary.h"
#include "api/context.h"

#include <vector>

namespace pn::api {

// The views of a caller, checked: a bad one throws Error(PN_ERROR_INVALID_ARGUMENT) or
// Error(PN_ERROR_UNSUPPORTED_FORMAT) that names it.
std::vector<ProbeView> readViews(const PnCubemapView* cubemaps, std::uint32_t count);
std::vector<ProbeView> readViews(const PnEquirectView* maps, std::uint32_t count);

struct ProjectOutputs
{
    PnSh* shs = nullptr;
    PnProjectInfo* infos = nullptr;     // may be null
    std::uint32_t* completed = nullptr; // may be null
};

// Projects all views; outputs are written as probes finish.
void project(PnContext context, std::span<const ProbeView> views, const PnProjectOptions* options,
             const ProjectOutputs& outputs);

} // namespace pn::api
