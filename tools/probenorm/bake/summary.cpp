#include "bake/summary.h"

#include "bake/record.h"
#include "bake/report.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/output_file.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

Json entryOf(const BakeFolder& folder, const Json& record)
{
    const Json& plan = record.at("plan");
    const std::string id = plan.at("id").get<std::string>();
    const std::string name = probeFileName(id, "json");
    Json entry = {{"id", id}};
    for (const char* key : {"position", "box"})
        if (plan.contains(key))
            entry[key] = plan.at(key);
    Json files = {{name, neededFacts(folder.pathOf(name))}};
    files.update(record.at("files"));
    entry["files"] = files;
    entry["warnings"] = Json::array();
    for (const Json& warning : record.at("warnings"))
        entry["warnings"].push_back(warning.at("kind"));
    return entry;
}

Json headOf(const Manifest& manifest, const Shard& shard)
{
    Json json = {{"probenorm", versionText()}, {"algorithm", pnGetAlgorithmVersion()}, {"manifest", manifest.name()}};
    if (shard.count > 1)
        json["shard"] = fmt::format("{}/{}", shard.index, shard.count);
    return json;
}

// For the report's first line.
std::string factsOf(const Json& head, std::size_t probeCount)
{
    const std::string shard = head.contains("shard") ? " of shard " + head.at("shard").get<std::string>() : "";
    return fmt::format("{} probes{}, ProbeNorm {}, algorithm {}", probeCount, shard, versionText(),
                       pnGetAlgorithmVersion());
}

} // namespace

Summary writeSummary(const BakeFolder& folder, const Manifest& manifest, const std::vector<const Probe*>& probes,
                     const Shard& shard)
{
    Json json = headOf(manifest, shard);
    Json& entries = json["probes"] = Json::array();
    Report report(folder.pathOf(kReportName), manifest.name(), factsOf(json, probes.size()));
    Summary summary;
    for (const Probe* probe : probes)
    {
        throwIfInterrupted();
        const std::optional<Json> record = findRecord(folder.path(), *probe);
        if (!record)
            throw Failure(Exit::FileIo,
                          fmt::format("{}: probe \"{}\" was changed by somebody else", folder.path(), probe->id));
        report.add(*record, folder);
        entries.push_back(entryOf(folder, *record));
        ++summary.probes;
        summary.withWarnings += record->at("warnings").empty() ? 0 : 1;
    }
    report.finish();
    image::writeFile(folder.pathOf(kSummaryName), jsonText(json));
    return summary;
}

} // namespace pn::cli
