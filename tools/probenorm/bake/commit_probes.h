#pragma once

#include "bake/probe_work.h"

#include <memory>
#include <vector>

namespace pn::cli {

// Makes the files of several written probes durable and gives them their names: the data of all files first, by
// threads in parallel, then the names, each probe's record last, then their folder, once. When it returns, none of
// them can be lost any more. Throws image::Error; probes whose files have no name then are as if never baked.
void commitProbes(std::vector<std::unique_ptr<ProbeWork>>& group, std::uint32_t threads);

} // namespace pn::cli
