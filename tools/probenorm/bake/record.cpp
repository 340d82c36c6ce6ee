#include "bake/record.h"

#include "bake/digest.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/input_file.h"
#include "image/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace pn::cli {
namespace {

constexpr const char* kDigest = "digest";

// The value of a file that sealRecord() wrote, unless a byte of it has changed.
std::optional<Json> readSealed(const std::string& path)
{
    const std::optional<std::string> text = readIfThere(path);
    if (!text)
        return std::nullopt;
    try
    {
        const Json record = parseJson(*text, path);
        Json again = record;
        again.erase(kDigest);
        return sealRecord(again) == *text ? std::optional(record) : std::nullopt;
    }
    catch (const Failure&)
    {
        throwIfInterrupted();
        return std::nullopt;
    }
    catch (const Json::exception&)
    {
        return std::nullopt;
    }
}

// A plan without what only judges findings.
Json asBaked(Json plan)
{
    if (plan.is_object() && plan.contains("settings") && plan["settings"].contains("check"))
        plan["settings"]["check"] = true;
    return plan;
}

bool isWarning(const Json& finding)
{
    return finding.at("severity") != "note" && !finding.contains("accepted");
}

// The record that a bake with the probe's "check" would have written.
Json judge(const Json& record, const Probe& probe)
{
    Json judged = record;
    judged["plan"] = planJson(probe);
    if (probe.settings.check.isOn())
    {
        Json findings = std::exchange(judged.at("findings"), Json::array());
        Json& warnings = judged.at("warnings"); // those of findings come last
        for (std::ptrdiff_t old = std::count_if(findings.begin(), findings.end(), isWarning); old > 0; --old)
            warnings.erase(warnings.size() - 1);
        for (Json& finding : findings)
            probe.judge(finding);
        addFindings(judged, findings);
    }
    judged.erase(kDigest);
    sealRecord(judged);
    return judged;
}

} // namespace

std::string sealRecord(Json& record)
{
    record[kDigest] = digestOf(jsonText(record));
    return jsonText(record);
}

std::vector<std::string> resultNames(const Probe& probe)
{
    std::vector<std::string> names = {probeFileName(probe.id, "png")};
    if (probe.settings.wantsCubemap())
        names.push_back(probeFileName(probe.id, probe.settings.cubemap));
    return names;
}

std::set<std::string> allResultNames(const Manifest& manifest)
{
    std::set<std::string> names;
    for (const Probe& probe : manifest.probes)
    {
        names.insert(probeFileName(probe.id, "json"));
        for (std::string& name : resultNames(probe))
            names.insert(std::move(name));
    }
    return names;
}

std::optional<FoundRecord> findRecord(const std::string& folder, const Probe& probe, BakeIndex* index)
try
{
    const std::optional<Json> record = readSealed(folder + "/" + probeFileName(probe.id, "json"));
    if (!record || record->value("probenorm", "") != versionText() ||
        record->value("algorithm", 0u) != pnGetAlgorithmVersion() ||
        asBaked(record->value("plan", Json())) != asBaked(planJson(probe)))
        return std::nullopt;
    const Json files = record->value("files", Json::object());
    for (const std::string& name : resultNames(probe))
    {
        const std::string path = folder + "/" + name;
        const Json facts = index != nullptr ? index->resultFacts(name, path) : fileFacts(path);
        if (!files.contains(name) || facts != files[name])
            return std::nullopt;
    }
    Json judged = judge(*record, probe);
    const bool isAnew = judged != *record;
    return FoundRecord{std::move(judged), isAnew};
}
catch (const Json::exception&) // of a record that somebody has changed and sealed again
{
    return std::nullopt;
}

void rewriteRecord(const BakeFolder& folder, const Probe& probe, const Json& record)
{
    const std::string text = jsonText(record);
    image::OutputFile file(folder.pathOf(probeFileName(probe.id, "json")), image::OutputTarget::Own);
    file.write(std::as_bytes(std::span(text)));
    file.commit();
}

image::Buffer readResult(const std::string& folder, const std::string& name, const Json& record)
{
    const std::string path = folder + "/" + name;
    image::Buffer bytes = image::readRegularFile(path);
    if (fileFacts(bytes.span()) != record.at("files").at(name))
        throw Failure(Exit::InvalidInput, fmt::format("{}: has changed since its record was read", path));
    return bytes;
}

std::optional<ReadRecord> readRecord(const std::string& folder, const Probe& probe)
{
    const std::string path = folder + "/" + probeFileName(probe.id, "json");
    const std::optional<std::string> text = readIfThere(path);
    if (!text)
        return std::nullopt;
    try
    {
        ReadRecord read{parseJson(*text, path), fileFacts(std::as_bytes(std::span(*text)))};
        return read.record.is_object() && read.record.contains("plan") ? std::optional(std::move(read)) : std::nullopt;
    }
    catch (const Failure&)
    {
        return std::nullopt;
    }
}

bool hasSameInputs(const Json& record, const Manifest& manifest, const Probe& probe, BakeIndex& index)
{
    Json inputs = Json::array();
    for (const std::string& file : probe.files)
        inputs.push_back(index.inputFacts(file, manifest.folder + "/" + file));
    return record.value("inputs", Json()) == inputs;
}

void addFindings(Json& record, const Json& findings)
{
    record.emplace("findings", Json::array());
    for (const Json& finding : findings)
    {
        record["findings"].push_back(finding);
        if (isWarning(finding))
            record["warnings"].push_back(
                {{"kind", finding["finding"]}, {"severity", finding["severity"]}, {"text", finding["text"]}});
    }
}

float luminanceOf(std::span<const float> rgb)
{
    return 0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2];
}

float averageLuminance(const PnSh& sh)
{
    constexpr float kY00 = 0.28209479f; // L00 Y00 is the mean radiance
    return kY00 * luminanceOf(sh.rgb[0]);
}

} // namespace pn::cli
