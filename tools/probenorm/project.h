#pragma once

#include "input.h"
#include "progress.h"
#include "worker.h"

#include "probenorm/probenorm.h"

#include <functional>
#include <vector>

namespace pn::cli {

// An environment that waits to be projected.
struct ProjectItem
{
    image::Environment environment;
    InputFacts facts; // of the file, which was perhaps resampled to environment
    double decodeSeconds = 0.0;
};

struct ProjectedItem
{
    PnSh sh{};
    PnProjectInfo info{};
    std::string deviceName;
    double seconds = 0.0; // its share of the call
};

// Projects items of one kind in one call. Throws Failure that names the file at fault.
std::vector<ProjectedItem> projectItems(Worker& worker, const std::vector<ProjectItem>& items,
                                        const PnProjectOptions& options,
                                        const std::function<void(std::uint32_t)>& onCompleted);

} // namespace pn::cli
