#pragma once

#include "bake/bake_index.h"
#include "bake/bake_log.h"
#include "bake/pipeline.h"
#include "support/console.h"
#include "support/options.h"

#include <vector>

namespace pn::cli {

struct BakeCounts
{
    std::uint32_t baked = 0;
    std::uint32_t skipped = 0; // were done already
    double seconds = 0.0;
};

struct BakeRunOptions
{
    PipelineOptions pipeline;
    ProgressMode progress = ProgressMode::Auto;
};

// Bakes probes; what is done already is left alone. A probe that cannot be read is told on the console, and the others
// are baked. Throws the Failure of the first one that failed, or of being cancelled, after the rest has ended.
BakeCounts bakeProbes(const BakeContext& context, const std::vector<const Probe*>& probes,
                      const Pipeline::Device& device, const BakeRunOptions& options, Console& console, BakeLog& log,
                      BakeIndex& index);

} // namespace pn::cli
