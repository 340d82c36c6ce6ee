#pragma once

#include "bake/probe_work.h"

#include <memory>
#include <vector>

namespace pn::cli {

// Makes files of one folder durable and gives them their names, in this order: the data of all of them first, by
// threads in parallel, then the names, then their folder, once.
void commitFiles(const std::vector<image::OutputFile*>& files, std::uint32_t threads);

// Makes the files of several written probes durable and gives them their names, each probe's record last. When it
// returns, none of them can be lost any more. Throws image::Error; probes whose files have no name then are as if never
// baked.
void commitProbes(std::vector<std::unique_ptr<ProbeWork>>& group, std::uint32_t threads);

} // namespace pn::cli
