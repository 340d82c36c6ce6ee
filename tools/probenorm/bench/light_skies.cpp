#include "bench/light_skies.h"

#include "core/kernel/encode.h"
#include "core/light/sphere_grid.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace pn::bench {
namespace {

constexpr std::uint32_t kDifferent = 8; // skies; the others are copies of them
constexpr double kSunCosine = 0.999848; // of a radius of 1 degree
constexpr float kSunRadiance = 5000.0f; // some times the irradiance of the sky

std::vector<Vec3> suns(std::uint32_t count, std::mt19937& random)
{
    const auto next = [&] { return double(random()) * 0x1p-31 - 1.0; };
    std::vector<Vec3> directions;
    while (directions.size() < count)
    {
        const Vec3 v{next(), next(), next()};
        if (const double square = dot(v, v); square > 0.01 && square <= 1.0)
            directions.push_back(scaled(v, 1.0 / std::sqrt(square)));
    }
    return directions;
}

} // namespace

LightSkies::LightSkies(const LightCase& what) : m_case(what)
{
    const std::size_t faceBytes = std::size_t{what.faceSize} * what.faceSize * formatBytes(what.format);
    m_texels.resize(6 * faceBytes * what.probeCount);
    for (std::uint32_t i = 0; i < what.probeCount; ++i)
    {
        std::byte* const probe = &m_texels[6 * faceBytes * i];
        if (i < kDifferent)
            render(probe, i);
        else
            std::copy_n(&m_texels[6 * faceBytes * (i % kDifferent)], 6 * faceBytes, probe);
        PnCubemapView view{};
        view.structSize = sizeof(view);
        view.faceSize = what.faceSize;
        view.format = what.format;
        view.faceBytes = faceBytes;
        for (std::size_t face = 0; face < 6; ++face)
            view.faces[face] = probe + face * faceBytes;
        m_cubemaps.push_back(view);
    }
}

void LightSkies::render(std::byte* probe, std::uint32_t seed) const
{
    std::mt19937 random(seed);
    const std::vector<Vec3> directions = suns(m_case.sunCount, random);
    const SphereGrid grid(Shape::cubemap(m_case.faceSize));
    for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
    {
        const Vec3 d = grid.direction(i);
        const float sky = (1.0f + 0.5f * float(d.y)) * (0.75f + float(random() >> 8) * 0x1p-25f);
        const bool isSun = std::any_of(directions.begin(), directions.end(),
                                       [&](const Vec3& sun) { return dot(sun, d) >= kSunCosine; });
        const float radiance[3] = {isSun ? kSunRadiance : sky, isSun ? 0.9f * kSunRadiance : sky,
                                   isSun ? 0.7f * kSunRadiance : 1.2f * sky};
        const RgbBits bits{std::bit_cast<std::uint32_t>(radiance[0]), std::bit_cast<std::uint32_t>(radiance[1]),
                           std::bit_cast<std::uint32_t>(radiance[2])};
        encodeTexel(m_case.format, bits, 0, probe + std::size_t{i} * formatBytes(m_case.format));
    }
}

std::vector<ProbeView> LightSkies::views() const
{
    std::vector<ProbeView> views;
    for (const PnCubemapView& cubemap : m_cubemaps)
    {
        ProbeView view{Shape::cubemap(m_case.faceSize),
                       m_case.format,
                       std::size_t{m_case.faceSize} * formatBytes(m_case.format),
                       {}};
        for (std::size_t face = 0; face < 6; ++face)
            view.faces[face] = static_cast<const std::byte*>(cubemap.faces[face]);
        views.push_back(view);
    }
    return views;
}

} // namespace pn::bench
