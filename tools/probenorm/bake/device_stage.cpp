#include "bake/device_stage.h"

#include "run/run_prefilter.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace pn::cli {
namespace {

constexpr std::uint32_t kDividedBands = 3; // what a cubemap is divided by

// Whether the probe is projected from its environment, not from the first mip of the cubemap that is divided.
bool isProjectedAlone(const ProbeWork& work)
{
    return !work.environment.image.texels.span().empty();
}

// Whether the projection is a call of its own, and not a part of the division.
bool isProjectedFirst(const ProbeWork& work)
{
    const bool isPrefiltered = work.cubemap && work.cubemap->mapping != 0; // what is divided has other texels
    return isProjectedAlone(work) || isPrefiltered || work.probe.settings.extractLights != 0;
}

// Probes with the same one share calls of the library. A call prefilters cubemaps of one size.
auto callKeyOf(const ProbeWork& work)
{
    const BakeSettings& s = work.probe.settings;
    const bool isEquirect = isProjectedAlone(work) && work.environment.kind == image::Kind::Equirect;
    return std::tuple(isEquirect, isProjectedAlone(work), work.cubemap.has_value(), s.bands, s.negative, s.badTexels,
                      s.preset, s.divide, s.channels, s.lobe, s.floor, s.extractLights, s.prefilter,
                      s.prefilter != 0 && work.cubemap ? work.cubemap->mips.front().width : 0);
}

PnSh firstBands(PnSh sh, std::uint32_t bands)
{
    sh.bands = bands;
    for (std::size_t row = std::size_t{bands} * bands; row < std::size(sh.rgb); ++row)
        std::fill(std::begin(sh.rgb[row]), std::end(sh.rgb[row]), 0.0f);
    return sh;
}

// What is projected of the group, which shares a key.
ProjectCall callOf(const std::vector<ProbeWork*>& group)
{
    ProjectCall call;
    for (const ProbeWork* work : group)
        call.add(isProjectedAlone(*work) ? work->environment.view() : viewOf(work->cubemap->mips.front()));
    return call;
}

// Makes what is left without the lights the coefficients.
void keepRest(const std::vector<ProbeWork*>& group, const ProjectCall& call)
{
    for (std::size_t i = 0; i < group.size(); ++i)
    {
        const FoundLights found = call.lightsOf(i);
        group[i]->projected.sh = found.residual;
        group[i]->projected.lights = found.lights;
    }
}

// Names the probe. A bad texel is named by its place in the cubemap or the map.
[[noreturn]] void throwError(PnResult result, const ProbeWork& work, const PnProjectInfo& info)
{
    const image::Kind kind = work.facts.isCubemap ? image::Kind::Cubemap : image::Kind::Equirect;
    throwProjectError(result, work.facts.path, kind, info);
}

} // namespace

bool LoadedProbes::isBatch(std::uint64_t batchBytes) const
{
    constexpr std::size_t kMost = 256;
    return !isEmpty() && (m_bytes >= batchBytes || m_probes.size() >= kMost);
}

void LoadedProbes::add(std::unique_ptr<ProbeWork> work)
{
    m_bytes += work->reservedBytes;
    m_probes.push_back(std::move(work));
}

std::vector<std::unique_ptr<ProbeWork>> LoadedProbes::takeBatch(std::uint64_t batchBytes)
{
    std::vector<std::unique_ptr<ProbeWork>> batch;
    std::uint64_t taken = 0;
    while (!isEmpty() && (batch.empty() || taken + m_probes.front()->reservedBytes <= batchBytes))
    {
        taken += m_probes.front()->reservedBytes;
        batch.push_back(std::move(m_probes.front()));
        m_probes.pop_front();
    }
    m_bytes -= taken;
    return batch;
}

void DeviceStage::run(std::span<const std::unique_ptr<ProbeWork>> batch)
{
    std::map<decltype(callKeyOf(*batch.front())), std::vector<ProbeWork*>> groups;
    for (const auto& work : batch)
        groups[callKeyOf(*work)].push_back(work.get());
    const auto attempt = [&](const std::vector<ProbeWork*>& group) {
        try
        {
            runGroup(group);
            return true;
        }
        catch (...)
        {
            if (group.size() == 1)
                group.front()->error = std::current_exception();
            return false;
        }
    };
    for (const auto& [key, group] : groups)
        if (!attempt(group) && group.size() > 1)
            for (ProbeWork* work : group) // so that only those fail that are at fault
                attempt({work});
}

void DeviceStage::runGroup(const std::vector<ProbeWork*>& group)
{
    throwIfInterrupted();
    for (ProbeWork* work : group)
        work->watch.addTo(work->seconds.wait);
    Watch watch;
    ProjectCall call = callOf(group);
    if (isProjectedFirst(*group.front()))
        project(group, call);
    const bool takesLights = group.front()->probe.settings.extractLights != 0;
    if (takesLights)
        takeLights(group, call);
    if (group.front()->cubemap)
        divide(group); // a cubemap keeps its lights, so it is divided by all of its light
    if (takesLights)
        keepRest(group, call);
    const double seconds = watch.lap() / static_cast<double>(group.size());
    for (ProbeWork* work : group)
    {
        work->seconds.device += seconds;
        work->watch = watch;
        work->environment.image = {};
        work->cubemap.reset();
    }
}

void DeviceStage::project(const std::vector<ProbeWork*>& group, ProjectCall& call)
{
    PnProjectOptions options = projectOptions(group.front()->probe.settings);
    if (group.front()->cubemap)
        options.bands = std::max(options.bands, kDividedBands);
    options.progress = &sharedProgress();
    std::uint32_t completed = 0;
    const auto run = [&](PnContext context, std::uint32_t first, std::uint32_t* done) {
        return call.run(context, options, first, done);
    };
    const PnResult result = m_device.run(call.size(), run, &completed);
    const std::uint32_t culprit = std::min(completed, call.size() - 1);
    if (result != PN_SUCCESS)
        throwError(result, *group[culprit], call.info(culprit));
    const std::vector<ProjectedItem> results = call.takeResults();
    for (std::size_t i = 0; i < group.size(); ++i)
        group[i]->projected = results[i];
}

void DeviceStage::takeLights(const std::vector<ProbeWork*>& group, ProjectCall& call)
{
    const BakeSettings& settings = group.front()->probe.settings;
    PnProjectOptions options = projectOptions(settings);
    options.badTexels = PN_BAD_TEXEL_REPLACE; // they were looked for when it was projected
    options.progress = &sharedProgress();
    std::uint32_t completed = 0;
    const auto run = [&](PnContext context, std::uint32_t first, std::uint32_t* done) {
        return call.takeLights(context, options, settings.extractLights, first, done);
    };
    const PnResult result = m_device.run(call.size(), run, &completed);
    if (result != PN_SUCCESS)
        throwResult(result, group[std::min<std::size_t>(completed, group.size() - 1)]->facts.path);
}

// Prefilters the cubemaps first where that was asked for, and projects them, too, where that has not been done.
void DeviceStage::divide(const std::vector<ProbeWork*>& group)
{
    const bool isProjected = isProjectedFirst(*group.front());
    PnProjectOptions options = projectOptions(group.front()->probe.settings);
    std::vector<const CubemapMips*> cubemaps;
    for (const ProbeWork* work : group)
        cubemaps.push_back(&*work->cubemap);
    std::vector<CubemapMips> prefiltered; // of a probe that fails, the cubemap is still what it was
    if (cubemaps.front()->mapping != 0)
        prefiltered = prefilterCubemaps(m_device, cubemaps, options);
    std::vector<NormalizeItem> items;
    for (std::size_t i = 0; i < group.size(); ++i)
        items.push_back(
            {prefiltered.empty() ? cubemaps[i] : &prefiltered[i], isProjected ? &group[i]->projected.sh : nullptr, {}});
    if (isProjected)
        options.badTexels = PN_BAD_TEXEL_REPLACE; // they were looked for when it was projected
    std::uint32_t completed = 0;
    const PnResult result = normalizeItems(m_device, items, group.front()->normalization, options, &completed);
    if (result != PN_SUCCESS)
    {
        const std::size_t culprit = std::min<std::size_t>(completed, group.size() - 1);
        throwError(result, *group[culprit], items[culprit].result.projectInfo);
    }
    for (std::size_t i = 0; i < group.size(); ++i)
    {
        ProbeWork& work = *group[i];
        NormalizedMips& divided = items[i].result;
        if (isProjected)
            work.projected.sh = firstBands(work.projected.sh, work.probe.settings.bands);
        else
            work.projected = {divided.sh, divided.projectInfo, divided.deviceName};
        work.divided = std::move(divided);
    }
}

} // namespace pn::cli
