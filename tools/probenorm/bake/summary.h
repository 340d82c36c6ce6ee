#pragma once

#include "bake/folder.h"
#include "bake/manifest.h"
#include "bake/shard.h"
#include "support/json.h"

#include <vector>

namespace pn::cli {

// What a finished bake says of itself, from the records alone, so that nothing in it depends on how it came about.
struct Summary
{
    std::uint32_t probes = 0;
    std::uint32_t withWarnings = 0;
};

// Writes report.html, and bake.json after it: where bake.json is, both are whole. Several threads read the records.
// Throws Failure{FileIo} if a record is gone.
Summary writeSummary(const BakeFolder& folder, const Manifest& manifest, const std::vector<const Probe*>& probes,
                     const Shard& shard, std::uint32_t threads);

} // namespace pn::cli
