#pragma once

#include "bake/bake_index.h"
#include "bake/folder.h"
#include "bake/manifest.h"
#include "support/json.h"

#include "image/texels/image.h"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace pn::cli {

// The record of a probe is its JSON file. It is written after the probe's other files, and tells their sizes and
// digests, those of the inputs, and its own, so that whoever finds it can tell that the probe is done.

// Seals a record: its last key becomes the digest of all others. Returns the file's text.
std::string sealRecord(Json& record);

// The files of a probe besides its record, relative to the bake's folder.
std::vector<std::string> resultNames(const Probe& probe);

// The names of all results and records of a manifest's probes.
std::set<std::string> allResultNames(const Manifest& manifest);

// The record of probe in folder, if it is whole, was made by this version for this plan, and the files that it names
// are what it says. index: of the folder, which need not read files that it knows; null: all are digested.
// What "check" accepts and refuses changes no result: where the plan has another, the findings are judged anew.
struct FoundRecord
{
    Json record;
    bool isJudgedAnew = false; // its file has other judgements
};
std::optional<FoundRecord> findRecord(const std::string& folder, const Probe& probe, BakeIndex* index);

// Writes a record that was judged anew over the one that is there.
void rewriteRecord(const BakeFolder& folder, const Probe& probe, const Json& record);

// The bytes of a result in folder, where they still are what the record says. Throws Failure{InvalidInput} otherwise,
// and image::Error that names the file where it cannot be read.
image::Buffer readResult(const std::string& folder, const std::string& name, const Json& record);

// A record that is known to be there and whole, and the facts of its file. Nothing where it is gone after all.
struct ReadRecord
{
    Json record;
    Json facts;
};
std::optional<ReadRecord> readRecord(const std::string& folder, const Probe& probe);

// Adds findings to a record, and those that a person should look at to its warnings.
void addFindings(Json& record, const Json& findings);

float luminanceOf(std::span<const float> rgb);
float averageLuminance(const PnSh& sh); // of radiance

// Whether the inputs are still those that the record was made from.
bool hasSameInputs(const Json& record, const Manifest& manifest, const Probe& probe, BakeIndex& index);

} // namespace pn::cli
