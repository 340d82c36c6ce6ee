#include "light_probes.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scene {
namespace {

constexpr int kLeastMip = 4;          // texels along an edge
constexpr float kLeastWeight = 1e-3f; // of the probes around a point that have light

PnEnvironmentView viewOf(const Cubemap& cubemap)
{
    return probenorm::cubemapView(static_cast<std::uint32_t>(cubemap.size), PN_FORMAT_RGB32F,
                                  std::span(cubemap.texels));
}

std::size_t countOf(const Volume& volume)
{
    return std::size_t{volume.count[0]} * volume.count[1] * volume.count[2];
}

vec3 cellSize(const Volume& volume)
{
    return (volume.high - volume.low) / vec3(static_cast<float>(volume.count[0] - 1),
                                             static_cast<float>(volume.count[1] - 1),
                                             static_cast<float>(volume.count[2] - 1));
}

float distanceTo(const Volume& volume, vec3 position)
{
    return glm::distance(glm::clamp(position, volume.low, volume.high), position);
}

void addScaled(PnSh& sum, const PnSh& sh, float weight)
{
    for (std::uint32_t i = 0; i < sum.bands * sum.bands; ++i)
        for (int c = 0; c < 3; ++c)
            sum.rgb[i][c] += weight * sh.rgb[i][c];
}

using Probe = std::optional<PnSh>;

// The nearest of the grid's probes that has light; no light where none has.
PnSh nearestOf(const Volume& volume, const Probe* probes, const std::vector<vec3>& positions, vec3 position)
{
    std::size_t best = countOf(volume);
    for (std::size_t i = 0; i < countOf(volume); ++i)
        if (probes[i] && (best == countOf(volume) ||
                          glm::distance(positions[i], position) < glm::distance(positions[best], position)))
            best = i;
    return best < countOf(volume) ? *probes[best] : PnSh{};
}

// The eight probes around the position, of those that start at probes.
PnSh interpolated(const Volume& volume, const Probe* probes, vec3 position)
{
    const vec3 cells = (glm::clamp(position, volume.low, volume.high) - volume.low) / cellSize(volume);
    PnSh sum{};
    float weights = 0.0f;
    for (std::uint32_t corner = 0; corner < 8; ++corner)
    {
        std::size_t index = 0;
        float weight = 1.0f;
        for (std::uint32_t axis = 3; axis-- > 0;)
        {
            const std::uint32_t last = volume.count[axis] - 1;
            const std::uint32_t low = std::min(static_cast<std::uint32_t>(cells[static_cast<int>(axis)]), last - 1);
            const float part = cells[static_cast<int>(axis)] - static_cast<float>(low);
            const bool isHigh = ((corner >> axis) & 1u) != 0;
            index = index * volume.count[axis] + low + (isHigh ? 1 : 0);
            weight *= isHigh ? part : 1.0f - part;
        }
        if (!probes[index])
            continue;
        sum.bands = probes[index]->bands;
        addScaled(sum, *probes[index], weight);
        weights += weight;
    }
    if (!(weights > kLeastWeight))
        return nearestOf(volume, probes, lightProbePositions({volume}), position);
    PnSh result{};
    result.bands = sum.bands;
    addScaled(result, sum, 1.0f / weights);
    return result;
}

void prefilterTo(PnContext context, const Cubemap& cubemap, const PnPrefilter& prefilter,
                 const PnCubemapTarget* targets)
{
    const PnEnvironmentView source = viewOf(cubemap);
    auto item = probenorm::sized<PnPrefilterItem>();
    item.cubemap = &source;
    item.targets = targets;
    probenorm::throwIfFailed(pnPrefilterCubemaps(context, 1, &item, &prefilter, nullptr, nullptr, nullptr));
}

} // namespace

std::vector<PnSh> Projector::project(std::span<const Cubemap> cubemaps) const
{
    std::vector<PnEnvironmentView> views;
    for (const Cubemap& cubemap : cubemaps)
        views.push_back(viewOf(cubemap));
    std::vector<PnSh> coefficients(cubemaps.size());
    probenorm::throwIfFailed(pnProjectEnvironments(m_context.get(), static_cast<std::uint32_t>(views.size()),
                                                   views.data(), nullptr, coefficients.data(), nullptr, nullptr));
    return coefficients;
}

std::vector<Cubemap> Projector::prefilter(const Cubemap& cubemap) const
{
    std::vector<Cubemap> mips;
    for (int size = cubemap.size; size >= kLeastMip; size /= 2)
        mips.emplace_back(size);
    std::vector<PnCubemapTarget> targets;
    for (Cubemap& mip : mips)
        targets.push_back(probenorm::cubemapTarget(PN_FORMAT_RGB32F, mip.texels));
    auto prefilter = probenorm::sized<PnPrefilter>();
    prefilter.mipCount = static_cast<std::uint32_t>(mips.size());
    prefilterTo(m_context.get(), cubemap, prefilter, targets.data());
    return mips;
}

LastMips Projector::lastMips(const Cubemap& cubemap, unsigned threadCount) const
{
    const auto ofSize = [&](int size) {
        Cubemap mip(size);
        const float rough = 1.0f;
        auto prefilter = probenorm::sized<PnPrefilter>();
        prefilter.baseSize = static_cast<std::uint32_t>(size);
        prefilter.mipCount = 1;
        prefilter.roughness = &rough;
        const PnCubemapTarget target = probenorm::cubemapTarget(PN_FORMAT_RGB32F, mip.texels);
        prefilterTo(m_context.get(), cubemap, prefilter, &target);
        return mip;
    };
    const Cubemap fine = ofSize(std::min(16, cubemap.size)); // of a light that changes little from texel to texel
    const Cubemap of2 = ofSize(2);
    return {ofSize(4),           of2,
            ofSize(1),           Octahedron(6, fine),
            Octahedron(2, fine), engineMips(m_context, cubemap, of2, threadCount)};
}

std::vector<vec3> lightProbePositions(const std::vector<Volume>& volumes)
{
    std::vector<vec3> positions;
    for (const Volume& volume : volumes)
        for (std::uint32_t z = 0; z < volume.count[2]; ++z)
            for (std::uint32_t y = 0; y < volume.count[1]; ++y)
                for (std::uint32_t x = 0; x < volume.count[0]; ++x)
                    positions.push_back(volume.low + cellSize(volume) * vec3(static_cast<float>(x),
                                                                             static_cast<float>(y),
                                                                             static_cast<float>(z)));
    return positions;
}

PnSh LightField::at(vec3 position) const
{
    const Probe* probes = m_probes.data();
    const Volume* nearest = m_volumes.data();
    const Probe* nearestProbes = probes;
    for (const Volume& volume : m_volumes)
    {
        if (distanceTo(volume, position) < distanceTo(*nearest, position))
        {
            nearest = &volume;
            nearestProbes = probes;
        }
        probes += countOf(volume);
    }
    return interpolated(*nearest, nearestProbes, position);
}

} // namespace scene
