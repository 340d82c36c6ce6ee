#include "bake/manifest.h"

#include "bake/manifest_path.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace pn::cli {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20; // 100 000 probes take some 50 MB

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

std::vector<std::string> readFiles(Fields& fields)
{
    const bool isOne = fields.find("file") != nullptr;
    const Json* six = fields.find("files");
    if (isOne == (six != nullptr))
        fields.fail(isOne ? "files" : "file", isOne ? "and file are both there" : "or files is missing");
    if (isOne)
    {
        std::string file;
        fields.text("file", file);
        return {file};
    }
    const auto isText = [](const Json& item) { return item.is_string(); };
    if (!six->is_array() || six->size() != 6 || !std::all_of(six->begin(), six->end(), isText))
        fields.fail("files", fmt::format("must be six names, +X -X +Y -Y +Z -Z, found {}", shownJson(*six)));
    return six->get<std::vector<std::string>>();
}

std::optional<Box> readBox(Fields& fields, const std::string& where)
{
    const Json* found = fields.find("box");
    if (found == nullptr)
        return std::nullopt;
    Fields corners(*found, where + ": box");
    std::optional<Point> min;
    std::optional<Point> max;
    corners.need("min");
    corners.need("max");
    corners.vector("min", min);
    corners.vector("max", max);
    corners.finish();
    for (std::size_t i = 0; i < 3; ++i)
        if (!((*min)[i] < (*max)[i]))
            corners.fail("max", fmt::format("must be above min on each axis, found {} and {} on {}",
                                            floatText((*max)[i]), floatText((*min)[i]), "xyz"[i]));
    return Box{*min, *max};
}

class Reader
{
public:
    Reader(const std::string& path, const std::string& folder, CheckFiles checkFiles)
        : m_paths(folder, checkFiles == CheckFiles::Yes)
    {
        m_manifest.path = path;
        m_manifest.folder = folder;
    }

    Manifest read(const Json& json)
    {
        Fields fields(json, m_manifest.path);
        std::string schema;
        fields.text("$schema", schema);
        fields.need("version");
        std::uint32_t version = 0;
        fields.count("version", version, kVersion, kVersion);
        BakeSettings defaults;
        if (const Json* found = fields.find("defaults"))
        {
            Fields inner(*found, m_manifest.path + ": defaults");
            readSettings(inner, defaults, m_refer);
            inner.finish();
        }
        const Json& probes = fields.need("probes");
        if (!probes.is_array() || probes.empty())
            fields.fail("probes", fmt::format("must be an array of one or more probes, found {}", shownJson(probes)));
        fields.finish();
        for (const Json& probe : probes)
            m_manifest.probes.push_back(readProbe(probe, defaults));
        for (const Reference& reference : m_references)
            checkReference(reference);
        return std::move(m_manifest);
    }

private:
    // To a probe by its id, which may come later.
    struct Reference
    {
        std::string where;
        std::string id;
    };

    void checkReference(const Reference& reference) const
    {
        throwIfInterrupted();
        const auto found = m_ids.find(lowerCase(reference.id));
        if (found != m_ids.end() && m_manifest.probes[found->second].id == reference.id)
            return;
        std::vector<std::string> ids;
        for (const Probe& probe : m_manifest.probes)
            ids.push_back(probe.id);
        const Json none = Json::object();
        Fields(none, reference.where)
            .fail("id", fmt::format("must be that of a probe, found {}{}", shownJson(reference.id),
                                    suggestion(reference.id, ids)));
    }

    Probe readProbe(const Json& json, const BakeSettings& defaults)
    {
        throwIfInterrupted();
        std::string where = fmt::format("{}: probes[{}]", m_manifest.path, m_manifest.probes.size());
        Fields fields(json, where);
        Probe probe;
        probe.settings = defaults;
        fields.need("id");
        fields.text("id", probe.id);
        checkId(fields, probe.id);
        where += fmt::format(" \"{}\"", probe.id);
        fields.setWhere(where);
        probe.files = readFiles(fields);
        fields.vector("position", probe.position);
        probe.box = readBox(fields, where);
        readSettings(fields, probe.settings, m_refer);
        fields.finish();
        for (const std::string& file : probe.files)
            if (const std::string reason = m_paths.problemOf(file, &probe.fileBytes); !reason.empty())
                fields.fail(probe.files.size() == 1 ? "file" : "files", reason);
        return probe;
    }

    void checkId(const Fields& fields, const std::string& id)
    {
        if (!isProbeId(id))
            fields.fail("id",
                        fmt::format("must be 1 to {} of the letters a-z, A-Z, 0-9, _, - and ., not starting with "
                                    "- or . nor ending with ., and no name that Windows keeps for a device, found {}",
                                    kMaxIdLength, shownJson(id)));
        const auto [same, isNew] = m_ids.emplace(lowerCase(id), m_manifest.probes.size());
        if (!isNew)
            fields.fail("id",
                        fmt::format("must be unique, capitals aside, found \"{}\" as in probes[{}]", id, same->second));
    }

    Manifest m_manifest;
    ManifestPaths m_paths;
    std::map<std::string, std::size_t> m_ids;
    std::vector<Reference> m_references;
    const ProbeReference m_refer = [this](const std::string& where, const std::string& id) {
        m_references.push_back({where, id});
    };
};

} // namespace

void Probe::judge(Json& finding) const
{
    finding.erase("accepted");
    const std::string& name = finding.at("finding").get_ref<const std::string&>();
    const std::string* reason = nullptr;
    for (const auto& list : settings.check.accept)
        if (const std::string* found = list->reasonFor(id, name))
            reason = found; // the probe's own list comes last
    if (reason != nullptr)
        finding["accepted"] = *reason;
}

std::string Manifest::name() const
{
    return path.substr(path.find_last_of('/') + 1);
}

InputPath Manifest::inputOf(const Probe& probe) const
{
    InputPath input;
    for (const std::string& file : probe.files)
        input.paths.push_back(folder + "/" + file);
    return input;
}

Manifest readManifest(const std::string& path, CheckFiles checkFiles, const std::string& root)
{
    const image::Buffer bytes = image::readWhole(path, kMaxBytes);
    return parseManifest({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path,
                         root.empty() ? folderOf(path) : root, checkFiles);
}

Manifest parseManifest(std::string_view text, const std::string& path, const std::string& folder, CheckFiles checkFiles)
{
    return Reader(path, folder, checkFiles).read(parseJson(text, path));
}

Json planJson(const Probe& probe)
{
    Json json = {{"id", probe.id}, {"files", probe.files}};
    if (probe.position)
        json["position"] = *probe.position;
    if (probe.box)
        json["box"] = {{"min", probe.box->min}, {"max", probe.box->max}};
    json["settings"] = settingsJson(probe.settings);
    json["presetVersion"] = probe.settings.normalization().version;
    return json;
}

} // namespace pn::cli
