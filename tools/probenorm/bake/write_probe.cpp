#include "bake/probe_work.h"

#include "bake/probe_picture.h"
#include "bake/record.h"
#include "bake/warnings.h"
#include "sh/lights.h"
#include "sh/result.h"
#include "support/interrupt.h"

#include "image/cubemap_file.h"

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

std::vector<std::byte> encodeCubemap(const BakeContext& context, ProbeWork& work)
{
    const std::string name = cubemapName(work.probe);
    const image::CubemapFile file = *image::findCubemapFile(name);
    std::vector<image::Image>& mips = work.divided->mips;
    if (!file.holdsMips)
        mips.erase(mips.begin() + 1, mips.end());
    if (work.probe.settings.channels == 1)
        packOneChannel(mips);
    else
        convertMips(outputFormat(work), mips);
    std::vector<const image::Image*> pointers;
    for (const image::Image& mip : mips)
        pointers.push_back(&mip);
    return image::encodeCubemapFile(context.folder.pathOf(name), pointers);
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

void writeFile(const BakeContext& context, ProbeWork& work, const std::string& name, std::span<const std::byte> bytes)
{
    auto file = std::make_unique<image::OutputFile>(context.folder.pathOf(name));
    file->write(bytes);
    file->startSync();
    work.files.push_back(std::move(file));
}

void writeResult(const BakeContext& context, ProbeWork& work, const std::string& name, std::span<const std::byte> bytes,
                 Json& files)
{
    writeFile(context, work, name, bytes);
    files[name] = fileFacts(bytes);
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
    if (work.divided)
        writeResult(context, work, cubemapName(work.probe), encodeCubemap(context, work), files);
    writeResult(context, work, probeFileName(work.probe.id, "png"), png, files);
    Json record = makeRecord(work);
    record["inputs"] = work.inputFacts;
    record["files"] = files;
    const std::string text = sealRecord(record);
    work.seal = sealOf(record);
    writeFile(context, work, probeFileName(work.probe.id, "json"), std::as_bytes(std::span(text)));
    work.divided.reset();
    work.picture.image = {};
    work.watch.addTo(work.seconds.write);
}

} // namespace pn::cli
