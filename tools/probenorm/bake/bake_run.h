#pragma once

#include "bake/bake_index.h"
#include "bake/folder.h"
#include "bake/pipeline.h"
#include "bake/summary.h"
#include "support/console.h"
#include "support/options.h"

#include <vector>

namespace pn::cli {

struct BakeCounts
{
    std::uint32_t baked = 0;
    std::uint32_t skipped = 0; // were done already
    double seconds = 0.0;
    Failures failures; // of probes whose inputs cannot be read

    Exit exit() const { return failures.empty() ? Exit::Success : failures.begin()->second.exit(); }
};

struct BakeRunOptions
{
    PipelineOptions pipeline;
    ProgressMode progress = ProgressMode::Auto;
    bool isStrict = false; // the first probe that fails ends the run
};

// What a run writes beside the probes.
struct BakeLogs
{
    Console& console;
    BakeLog& log;
    BakeIndex& index;
};

// Names probes that failed on the console, the first ten with their reasons. others: the file that names the rest.
void tellFailures(Console& console, const Manifest& manifest, const std::vector<const Probe*>& probes,
                  const Failures& failures, const char* others);

// Bakes probes; what is done already is left alone. A probe that cannot be read is told on the console, and the others
// are baked. Throws the Failure that ended the run, or that of being cancelled, after the rest has ended.
BakeCounts bakeProbes(const BakeContext& context, const std::vector<const Probe*>& probes,
                      const Pipeline::Device& device, const BakeRunOptions& options, const BakeLogs& logs);

} // namespace pn::cli
