#include "bake/summary.h"

#include "bake/digest.h"
#include "bake/neighbours.h"
#include "bake/record.h"
#include "bake/report.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/files/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

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
    if (record.contains("findings"))
        entry["findings"] = record.at("findings");
    return entry;
}

// Why a probe failed, with paths relative to the manifest, as in records.
std::string reasonOf(const Manifest& manifest, const Failure& failure)
{
    const std::string reason = failure.what();
    const std::string folder = manifest.folder + "/";
    return reason.starts_with(folder) ? reason.substr(folder.size()) : reason;
}

Json headOf(const Manifest& manifest, const std::vector<const Probe*>& probes, const Failures& failures,
            const Shard& shard)
{
    Json json = {{"probenorm", versionText()}, {"algorithm", pnGetAlgorithmVersion()}, {"manifest", manifest.name()}};
    json["failed"] = Json::array();
    for (const auto& [index, failure] : failures)
        json["failed"].push_back({{"id", probes[index]->id},
                                  {"reason", reasonOf(manifest, failure)},
                                  {"exit", static_cast<int>(failure.exit())}});
    if (shard.count > 1)
        json["shard"] = fmt::format("{}/{}", shard.index, shard.count);
    return json;
}

// For the report's first line.
std::string factsOf(const Json& head, std::size_t probeCount)
{
    const std::string shard = head.contains("shard") ? " of shard " + head.at("shard").get<std::string>() : "";
    return fmt::format("{}{}, ProbeNorm {}, algorithm {}", counted(probeCount, "probe"), shard, versionText(),
                       pnGetAlgorithmVersion());
}

// bake.json, written entry by entry: what jsonText() makes of all of it.
class SummaryFile
{
public:
    SummaryFile(const std::string& path, const Json& head) : m_file(path, image::OutputTarget::Own)
    {
        write("{\n");
        for (const auto& [key, value] : head.items())
            write(fmt::format("  {}: {},\n", Json(key).dump(), jsonText(value, 2)));
        write("  \"probes\": [");
    }

    static std::string textOf(const Json& entry) { return jsonText(entry, 4); }

    void add(const std::string& text)
    {
        write(fmt::format("{}\n    {}", m_isFirst ? "" : ",", text));
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

// An entry of "failed" in bake.json.
Failure failedEntry(const Json& entry)
{
    const int exit = entry.at("exit").get<int>();
    const bool isOfOneProbe =
        exit == int(Exit::FileIo) || exit == int(Exit::InvalidInput) || exit == int(Exit::Unsupported);
    return {isOfOneProbe ? Exit(exit) : Exit::InvalidInput, entry.at("reason").get<std::string>()};
}

bool isGraver(const WorstFinding& a, const WorstFinding& b)
{
    const auto rank = [](const WorstFinding& f) { return std::pair(f.said["severity"] == "error", f.effect); };
    return rank(a) > rank(b);
}

std::optional<WorstFinding> worstOf(const Json& record)
{
    std::optional<WorstFinding> worst;
    for (const Json& each : record.value("findings", Json::array()))
    {
        const Json& severity = each.at("severity");
        if (severity == "note" || each.contains("accepted"))
            continue;
        const Json& plan = record.at("plan");
        const Json& fail = plan.at("settings").at("check").at("fail");
        WorstFinding found{
            .said = {{"id", plan.at("id")},
                     {"severity", severity},
                     {"finding", each.at("finding")},
                     {"text", each.at("text")}},
            .effect = std::max(std::abs(each.at("average").get<float>()), std::abs(each.at("irradiance").get<float>())),
            .isRefused = fail == "warning" || fail == severity};
        if (!worst || isGraver(found, *worst))
            worst = std::move(found);
    }
    return worst;
}

// A probe, as the files of the summary have it.
struct SummaryRow
{
    std::string entry;  // of bake.json
    std::string report; // of report.html
    bool hasWarnings = false;
    bool hasBadTexels = false;
    std::optional<WorstFinding> worst;
};

// neighbours: findings that are not in the record.
SummaryRow makeRow(const BakeFolder& folder, const Report& report, const Probe& probe, const Json& neighbours)
{
    throwIfInterrupted();
    std::optional<ReadRecord> read = readRecord(folder.path(), probe);
    if (!read)
        throw Failure(Exit::FileIo,
                      fmt::format("{}: probe \"{}\" was changed by somebody else", folder.path(), probe.id));
    Json& record = read->record;
    if (!neighbours.empty())
        addFindings(record, neighbours);
    return {SummaryFile::textOf(entryOf(*read)), report.rowOf(record), !record.at("warnings").empty(),
            record.at("input").at("nonFinite") != 0, worstOf(record)};
}

} // namespace

std::map<std::string, Failure> readFailures(const std::string& folder)
{
    std::map<std::string, Failure> failures;
    const std::string path = folder + "/" + kSummaryName;
    const std::optional<std::string> text = readIfThere(path);
    if (!text)
        return failures;
    try
    {
        const Json json = parseJson(*text, path);
        if (json.at("probenorm") == versionText() && json.at("algorithm") == pnGetAlgorithmVersion())
            for (const Json& entry : json.at("failed"))
                failures.emplace(entry.at("id").get<std::string>(), failedEntry(entry));
    }
    catch (const Failure&)
    {
        throwIfInterrupted();
    }
    catch (const Json::exception&)
    {
        failures.clear();
    }
    return failures;
}

Summary writeSummary(const BakeFolder& folder, const Manifest& manifest, const std::vector<const Probe*>& all,
                     const Failures& failures, const Shard& shard, std::uint32_t threads)
{
    constexpr std::size_t kRowsAtOnce = 512; // in memory

    std::vector<const Probe*> probes; // with results
    for (std::size_t i = 0; i < all.size(); ++i)
        if (failures.count(i) == 0)
            probes.push_back(all[i]);
    const Json head = headOf(manifest, all, failures, shard);
    SummaryFile file(folder.pathOf(kSummaryName), head);
    Report report(folder, {manifest.name(), factsOf(head, probes.size()), head.at("failed")}, probes.size());
    // Most neighbours of a probe are in other parts of a bake, so whoever merges them compares.
    const std::vector<Json> neighbours =
        shard.count > 1 ? std::vector<Json>(probes.size()) : compareNeighbours(folder, probes, threads);
    Summary summary;
    for (std::size_t first = 0; first < probes.size(); first += kRowsAtOnce)
    {
        std::vector<SummaryRow> rows(std::min(kRowsAtOnce, probes.size() - first));
        image::parallelRanges(static_cast<std::uint32_t>(rows.size()), threads,
                              [&](std::uint32_t begin, std::uint32_t end) {
                                  for (std::uint32_t i = begin; i < end; ++i)
                                      rows[i] = makeRow(folder, report, *probes[first + i], neighbours[first + i]);
                              });
        for (const SummaryRow& row : rows)
        {
            report.add(row.report);
            file.add(row.entry);
            ++summary.probes;
            summary.withWarnings += row.hasWarnings ? 1 : 0;
            summary.withBadTexels += row.hasBadTexels ? 1 : 0;
            if (!row.worst)
                continue;
            summary.refused += row.worst->isRefused ? 1 : 0;
            summary.worst.push_back(*row.worst);
            std::stable_sort(summary.worst.begin(), summary.worst.end(), isGraver);
            summary.worst.resize(std::min(summary.worst.size(), Summary::kMostWorst));
        }
    }
    report.finish();
    file.finish();
    return summary;
}

} // namespace pn::cli
