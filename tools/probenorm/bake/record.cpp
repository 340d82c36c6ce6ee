#include "bake/record.h"

#include "bake/digest.h"
#include "support/failure.h"
#include "support/text.h"

#include "image/files/error.h"
#include "image/files/input_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace pn::cli {
namespace {

constexpr const char* kDigest = "digest";

std::optional<std::string> readIfThere(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return std::nullopt;
    try
    {
        const image::Buffer bytes = image::readRegularFile(path);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    catch (const image::Error&)
    {
        return std::nullopt; // then it is as if it were not there
    }
}

// The value of a file that sealRecord() wrote, unless a byte of it has changed.
std::optional<Json> readSealed(const std::string& path)
{
    const std::optional<std::string> text = readIfThere(path);
    if (!text)
        return std::nullopt;
    try
    {
        const Json record = parseJson(*text, path);
        if (!record.is_object() || record.value(kDigest, "").empty())
            return std::nullopt;
        Json again = record;
        again.erase(kDigest);
        return sealRecord(again) == *text ? std::optional(record) : std::nullopt;
    }
    catch (const Failure&)
    {
        return std::nullopt;
    }
    catch (const Json::exception&)
    {
        return std::nullopt;
    }
}

} // namespace

std::string sealRecord(Json& record)
{
    record[kDigest] = digestOf(jsonText(record));
    return jsonText(record);
}

std::string sealOf(const Json& record)
{
    return record.at(kDigest).get<std::string>();
}

Json fileFacts(std::span<const std::byte> bytes)
{
    return {{"bytes", bytes.size()}, {kDigest, digestOf(bytes)}};
}

Json fileFacts(const Digest& digest)
{
    return {{"bytes", digest.bytes()}, {kDigest, digest.text()}};
}

Json fileFacts(const std::string& path)
{
    const std::optional<std::string> bytes = readIfThere(path);
    return bytes ? fileFacts(std::as_bytes(std::span(*bytes))) : Json(nullptr);
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

std::optional<Json> findRecord(const std::string& folder, const Probe& probe)
{
    const std::optional<Json> record = readSealed(folder + "/" + probeFileName(probe.id, "json"));
    if (!record || record->value("probenorm", "") != versionText() ||
        record->value("algorithm", 0u) != pnGetAlgorithmVersion() || record->value("plan", Json()) != planJson(probe))
        return std::nullopt;
    const Json files = record->value("files", Json::object());
    for (const std::string& name : resultNames(probe))
        if (!files.contains(name) || fileFacts(folder + "/" + name) != files[name])
            return std::nullopt;
    return record;
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

bool hasSameInputs(const Json& record, const InputPath& input)
{
    Json inputs = Json::array();
    for (const std::string& path : input.paths)
        inputs.push_back(fileFacts(path));
    return record.value("inputs", Json()) == inputs;
}

} // namespace pn::cli
