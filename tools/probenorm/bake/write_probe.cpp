#include "bake/probe_work.h"

#include "bake/probe_picture.h"
#include "bake/record.h"
#include "bake/warnings.h"
#include "sh/lights.h"
#include "sh/result.h"
#include "support/interrupt.h"

#include "image/formats/file_kinds.h"

namespace pn::cli {
namespace {

std::string cubemapName(const Probe& probe)
{
    return probeFileName(probe.id, probe.settings.cubemap);
}

// A chain of means in float goes back to half where the input had no more.
PnFormat outputFormat(const ProbeWork& work)
{
    const BakeSettings& settings = work.probe.settings;
    const bool isFloat = work.format == PN_FORMAT_RGBA32F || work.format == PN_FORMAT_RGB32F;
    return settings.texels == PN_FORMAT_UNDEFINED && settings.mips && !isFloat ? PN_FORMAT_RGBA16F : settings.texels;
}

// A file of the probe, which gets its name later.
class ResultFile
{
public:
    ResultFile(const BakeContext& context, const std::string& name)
        : m_file(std::make_unique<image::OutputFile>(context.folder.pathOf(name), targetIn(context.folder)))
    {
    }

    void write(std::span<const std::byte> bytes)
    {
        m_digest.add(bytes);
        m_file->write(bytes);
    }

    // Returns what the record says of it.
    Json finish(ProbeWork& work)
    {
        m_file->startSync();
        work.files.push_back(std::move(m_file));
        return fileFacts(m_digest);
    }

private:
    static image::OutputTarget targetIn(const BakeFolder& folder)
    {
        return folder.isFresh() ? image::OutputTarget::New : image::OutputTarget::Own;
    }

    std::unique_ptr<image::OutputFile> m_file;
    Digest m_digest;
};

Json writeResult(const BakeContext& context, ProbeWork& work, const std::string& name, std::span<const std::byte> bytes)
{
    ResultFile file(context, name);
    file.write(bytes);
    return file.finish(work);
}

Json writeCubemap(const BakeContext& context, ProbeWork& work, const std::string& name)
{
    std::vector<image::Image>& mips = work.divided->mips;
    if (!image::findCubemapFile(name)->holdsMips)
        mips.erase(mips.begin() + 1, mips.end());
    if (work.probe.settings.channels == 1)
        packOneChannel(mips);
    else
        convertMips(outputFormat(work), mips);
    std::vector<const image::Image*> pointers;
    for (const image::Image& mip : mips)
        pointers.push_back(&mip);
    ResultFile file(context, name);
    image::writeCubemapFile(
        context.folder.pathOf(name), pointers, image::Ktx2Packing::None,
        [&file](std::span<const std::byte> bytes) { file.write(bytes); },
        normalizedNote(work.projected.sh, work.normalization));
    return file.finish(work);
}

InputFacts inputFacts(const ProbeWork& work)
{
    InputFacts facts = work.facts;
    facts.path = work.probe.files.front();
    facts.nonFinite = work.projected.info.nonFinite; // the library's rule, for which 2^65 is infinite too
    facts.negative = work.projected.info.negative;
    return facts;
}

Json makeRecord(const ProbeWork& work)
{
    const BakeSettings& settings = work.probe.settings;
    PnSh sh = work.projected.sh;
    const Json dering = settings.window.applyTo(sh);
    ShResult result = makeResult(sh, settings.convention, settings.axes, settings.window.name);
    result.dering = dering;
    result.title = work.probe.id;
    result.input = inputJson(inputFacts(work));
    requireFinite(result);
    result.run = {{"algorithm", work.projected.info.algorithm},
                  {"reproducible", work.projected.info.isReproducible != 0},
                  {"normalization", normalizationJson(work.normalization)}};
    if (work.divided)
        result.run["denominator"] = denominatorJson(work.divided->info);
    if (work.projected.lights)
    {
        const EngineView view{.turn = {}, .axes = settings.axes};
        result.run["lights"] = lightsJson(turnedLights(*work.projected.lights, std::nullopt, view, 1.0f));
    }
    result.run["warnings"] = findWarnings(inputFacts(work), work.format, work.projected.sh, work.readWarnings);
    result.run["plan"] = planJson(work.probe);
    return resultJson(result);
}

} // namespace

void writeProbe(const BakeContext& context, ProbeWork& work)
{
    throwIfInterrupted();
    work.watch.addTo(work.seconds.wait);
    const std::vector<std::byte> png = drawProbe(work.picture, work.projected.sh, work.normalization,
                                                 work.projected.lights ? &*work.projected.lights : nullptr);
    work.watch.addTo(work.seconds.picture);
    Json files = Json::object();
    if (const std::string name = cubemapName(work.probe); work.divided)
        files[name] = writeCubemap(context, work, name);
    const std::string pngName = probeFileName(work.probe.id, "png");
    files[pngName] = writeResult(context, work, pngName, png);
    Json record = makeRecord(work);
    record["inputs"] = work.inputFacts;
    record["files"] = files;
    const std::string text = sealRecord(record);
    work.seal = sealOf(record);
    writeResult(context, work, probeFileName(work.probe.id, "json"), std::as_bytes(std::span(text)));
    work.divided.reset();
    work.picture.image = {};
    work.watch.addTo(work.seconds.write);
}

} // namespace pn::cli
