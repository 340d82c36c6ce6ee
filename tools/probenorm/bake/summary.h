#pragma once

#include "bake/choose_probes.h"
#include "bake/folder.h"
#include "bake/manifest.h"
#include "support/failure.h"
#include "support/json.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace pn::cli {

// Why probes have no results, by their index among those of the run.
using Failures = std::map<std::size_t, Failure>;

// The gravest finding of a probe that its manifest's "check" does not accept.
struct WorstFinding
{
    Json said;           // id, severity, finding and text
    float effect = 0.0f; // on the average light or irradiance
    bool isRefused = false;
};

// What a bake says of itself at its end, from the records and the failures alone, so that nothing in it depends on how
// it came about.
struct Summary
{
    static constexpr std::size_t kMostWorst = 3;

    std::uint32_t probes = 0; // that have results
    std::uint32_t withWarnings = 0;
    std::uint32_t withBadTexels = 0; // of these: NaN or infinite, which may change all of a probe's light
    std::uint32_t refused = 0;       // by their manifest's "check"
    std::vector<WorstFinding> worst; // of all probes, the gravest first; at most kMostWorst
};

// Why probes of a finished bake have no results, by their ids; empty where its bake.json is not there, or damaged, or
// of another version.
std::map<std::string, Failure> readFailures(const std::string& folder);

// Writes report.html, and bake.json after it: where bake.json is, both are whole. Several threads read the records.
// Throws Failure{FileIo} if a record is gone.
Summary writeSummary(const BakeFolder& folder, const Manifest& manifest, const std::vector<const Probe*>& all,
                     const Failures& failures, const Shard& shard, std::uint32_t threads);

} // namespace pn::cli
