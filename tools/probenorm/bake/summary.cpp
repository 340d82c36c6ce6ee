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

Json entryOf(const ReadRecord& read)
{
    const Json& record = read.record;
    const Json& plan = record.at("plan");
    const std::string id = plan.at("id").get<std::string>();
    const std::string name = probeFileName(id, "json");
    Json entry = {{"id", id}};
    for (const char* key : {"position", "box"})
        if (plan.contains(key))
            entry[key] = plan.at(key);
    Json files = {{name, read.facts}};
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

// bake.json, written entry by entry: what jsonText() makes of all of it.
class SummaryFile
{
public:
    SummaryFile(const std::string& path, const Json& head) : m_file(path)
    {
        write("{\n");
        for (const auto& [key, value] : head.items())
            write(fmt::format("  {}: {},\n", Json(key).dump(), jsonText(value, 2)));
        write("  \"probes\": [");
    }

    void add(const Json& entry)
    {
        write(fmt::format("{}\n    {}", m_isFirst ? "" : ",", jsonText(entry, 4)));
        m_isFirst = false;
    }

    void finish()
    {
        write("\n  ]\n}\n");
        m_file.commit();
    }

private:
    void write(const std::string& text) { m_file.write(std::as_bytes(std::span(text))); }

    image::OutputFile m_file;
    bool m_isFirst = true;
};

} // namespace

Summary writeSummary(const BakeFolder& folder, const Manifest& manifest, const std::vector<const Probe*>& probes,
                     const Shard& shard)
{
    const Json head = headOf(manifest, shard);
    SummaryFile file(folder.pathOf(kSummaryName), head);
    Report report(folder, manifest.name(), factsOf(head, probes.size()), probes.size());
    Summary summary;
    for (const Probe* probe : probes)
    {
        throwIfInterrupted();
        const std::optional<ReadRecord> read = readRecord(folder.path(), *probe);
        if (!read)
            throw Failure(Exit::FileIo,
                          fmt::format("{}: probe \"{}\" was changed by somebody else", folder.path(), probe->id));
        report.add(read->record);
        file.add(entryOf(*read));
        ++summary.probes;
        summary.withWarnings += read->record.at("warnings").empty() ? 0 : 1;
    }
    report.finish();
    file.finish();
    return summary;
}

} // namespace pn::cli
