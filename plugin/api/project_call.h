#pragma once

#include "api/arguments.h"
#include "api/context.h"
#include "api/views.h"

#include <span>
#include <string>

namespace pn::api {

std::string badTexelMessage(const std::string& subject, const PnProjectInfo& info);
PnProjectInfo toInfo(const ProbeResult& result, const Shape& shape, PnBackend backend, bool isReproducible);

struct ProjectOutputs
{
    PnSh* shs = nullptr;
    PnProjectInfo* infos = nullptr;     // may be null
    std::uint32_t* completed = nullptr; // may be null
};

// Projects all views. The outputs of each are written when it is done.
void project(PnContext context, std::span<const ProbeView> views, const PnProjectOptions* options,
             const ProjectOutputs& outputs);

} // namespace pn::api
