#include "bake/device_stage.h"

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
    return isProjectedAlone(work) || work.probe.settings.extractLights != 0;
}

} // namespace

// The arrays of a projection call, index by index.
class DeviceStage::ProjectCall
{
public:
    explicit ProjectCall(const std::vector<ProbeWork*>& group)
        : m_group(group), m_shs(group.size()), m_infos(group.size(), probenorm::sized<PnProjectInfo>())
    {
        for (const ProbeWork* work : group)
        {
            const bool isOwn = isProjectedAlone(*work);
            if (isOwn && work->environment.kind == image::Kind::Equirect)
                m_maps.push_back(work->environment.equirectView());
            else
                m_cubemaps.push_back(isOwn ? work->environment.cubemapView() : viewOf(work->cubemap->mips.front()));
        }
    }

    PnResult run(PnContext context, const PnProjectOptions& options, std::uint32_t first, std::uint32_t* completed)
    {
        const std::string deviceName = contextInfo(context).name; // now: a lost device could not be asked any more
        const auto count = static_cast<std::uint32_t>(m_group.size() - first);
        const PnResult result = m_maps.empty()
                                    ? pnProjectCubemaps(context, count, m_cubemaps.data() + first, &options,
                                                        m_shs.data() + first, m_infos.data() + first, completed)
                                    : pnProjectEquirects(context, count, m_maps.data() + first, &options,
                                                         m_shs.data() + first, m_infos.data() + first, completed);
        for (std::uint32_t i = first; i < first + *completed; ++i)
            m_group[i]->projected = {m_shs[i], m_infos[i], deviceName};
        return result;
    }

    // Takes lights out of the same environments. keepRest() makes what is left their coefficients.
    PnResult takeLights(PnContext context, const PnProjectOptions& options, std::uint32_t first,
                        std::uint32_t* completed)
    {
        const auto count = static_cast<std::uint32_t>(m_group.size() - first);
        std::vector<PnLightItem> items(count);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            items[i] = probenorm::sized<PnLightItem>();
            items[i].cubemap = m_maps.empty() ? &m_cubemaps[first + i] : nullptr;
            items[i].map = m_maps.empty() ? nullptr : &m_maps[first + i];
        }
        m_lights.resize(m_group.size());
        m_rest.resize(m_group.size());
        m_lights[first].structSize = sizeof(PnLights); // the stride of all
        auto limits = probenorm::sized<PnLightOptions>();
        limits.maxLights = m_group.front()->probe.settings.extractLights;
        return pnExtractLightsOfMany(context, count, items.data(), &options, &limits, m_lights.data() + first,
                                     m_rest.data() + first, completed);
    }

    void keepRest()
    {
        for (std::size_t i = 0; i < m_group.size(); ++i)
        {
            m_group[i]->projected.sh = m_rest[i];
            m_group[i]->projected.lights = m_lights[i];
        }
    }

    const PnProjectInfo& info(std::uint32_t index) const { return m_infos[index]; }

private:
    const std::vector<ProbeWork*>& m_group;
    std::vector<PnCubemapView> m_cubemaps;
    std::vector<PnEquirectView> m_maps;
    std::vector<PnSh> m_shs;
    std::vector<PnProjectInfo> m_infos;
    std::vector<PnLights> m_lights;
    std::vector<PnSh> m_rest; // coefficients without the lights
};

namespace {

// Probes with the same one share calls of the library.
auto callKeyOf(const ProbeWork& work)
{
    const BakeSettings& s = work.probe.settings;
    const bool isEquirect = isProjectedAlone(work) && work.environment.kind == image::Kind::Equirect;
    return std::tuple(isEquirect, isProjectedAlone(work), work.cubemap.has_value(), s.bands, s.negative, s.badTexels,
                      s.preset, s.divide, s.channels, s.lobe, s.floor, s.extractLights);
}

PnSh firstBands(PnSh sh, std::uint32_t bands)
{
    sh.bands = bands;
    for (std::size_t row = std::size_t{bands} * bands; row < std::size(sh.rgb); ++row)
        std::fill(std::begin(sh.rgb[row]), std::end(sh.rgb[row]), 0.0f);
    return sh;
}

// Names the probe. A bad texel is named by its place in the cubemap or the map.
[[noreturn]] void throwProjectError(PnResult result, const ProbeWork& work, const PnProjectInfo& info)
{
    if (result != PN_ERROR_BAD_TEXEL || info.hasBadTexel == 0)
        throwResult(result, work.facts.path);
    image::Environment place; // its kind and path alone
    place.path = work.facts.path;
    place.kind = work.facts.isCubemap ? image::Kind::Cubemap : image::Kind::Equirect;
    throwBadTexel(place, {info.badFace, info.badX, info.badY});
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

void DeviceStage::run(ProbeWork& work)
{
    runGroup({&work});
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
    const Watch start;
    ProjectCall call(group);
    if (isProjectedFirst(*group.front()))
        project(group, call);
    const bool takesLights = group.front()->probe.settings.extractLights != 0;
    if (takesLights)
        takeLights(group, call);
    if (group.front()->cubemap)
        divide(group); // a cubemap keeps its lights, so it is divided by all of its light
    if (takesLights)
        call.keepRest();
    double seconds = 0.0;
    Watch(start).addTo(seconds);
    double untimed = 0.0;
    for (ProbeWork* work : group)
    {
        work->seconds.device += seconds / static_cast<double>(group.size());
        work->watch.addTo(untimed);
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
    const PnResult result = m_device.run(static_cast<std::uint32_t>(group.size()), run, &completed);
    if (result == PN_SUCCESS)
        return;
    const std::uint32_t culprit = std::min(completed, static_cast<std::uint32_t>(group.size() - 1));
    throwProjectError(result, *group[culprit], call.info(culprit));
}

void DeviceStage::takeLights(const std::vector<ProbeWork*>& group, ProjectCall& call)
{
    PnProjectOptions options = projectOptions(group.front()->probe.settings);
    options.badTexels = PN_BAD_TEXEL_REPLACE; // they were looked for when it was projected
    options.progress = &sharedProgress();
    std::uint32_t completed = 0;
    const auto run = [&](PnContext context, std::uint32_t first, std::uint32_t* done) {
        return call.takeLights(context, options, first, done);
    };
    const PnResult result = m_device.run(static_cast<std::uint32_t>(group.size()), run, &completed);
    if (result != PN_SUCCESS)
        throwResult(result, group[std::min<std::size_t>(completed, group.size() - 1)]->facts.path);
}

// Projects the cubemaps, too, where that has not been done.
void DeviceStage::divide(const std::vector<ProbeWork*>& group)
{
    const bool isProjected = isProjectedFirst(*group.front());
    std::vector<NormalizeItem> items;
    for (ProbeWork* work : group)
        items.push_back({&*work->cubemap, isProjected ? &work->projected.sh : nullptr, {}});
    PnProjectOptions options = projectOptions(group.front()->probe.settings);
    if (isProjected)
        options.badTexels = PN_BAD_TEXEL_REPLACE; // they were looked for when it was projected
    std::uint32_t completed = 0;
    const PnResult result = normalizeItems(m_device, items, group.front()->normalization, options, &completed);
    if (result != PN_SUCCESS)
    {
        const std::size_t culprit = std::min<std::size_t>(completed, group.size() - 1);
        throwProjectError(result, *group[culprit], items[culprit].result.projectInfo);
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
