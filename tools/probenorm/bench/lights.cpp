#include "bench/lights.h"

#include "bench/wall_clock.h"

#include "core/kernel/encode.h"
#include "core/light/sphere_grid.h"
#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace pn::bench {
namespace {

using probenorm::check;

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

// Cubemaps of noisy skies with suns, one after the other in memory.
class LightSkies
{
public:
    explicit LightSkies(const LightCase& what);

    const std::vector<PnCubemapView>& cubemaps() const { return m_cubemaps; }

private:
    void render(std::byte* probe, std::uint32_t seed) const;

    LightCase m_case;
    std::vector<std::byte> m_texels;
    std::vector<PnCubemapView> m_cubemaps;
};

LightSkies::LightSkies(const LightCase& what) : m_case(what)
{
    const std::size_t bytes = std::size_t{6} * what.faceSize * what.faceSize * formatBytes(what.format);
    m_texels.resize(bytes * what.probeCount);
    for (std::uint32_t i = 0; i < what.probeCount; ++i)
    {
        const std::span<std::byte> probe = std::span(m_texels).subspan(bytes * i, bytes);
        if (i < kDifferent)
            render(probe.data(), i);
        else
            std::copy_n(&m_texels[bytes * (i % kDifferent)], bytes, probe.data());
        m_cubemaps.push_back(probenorm::cubemapView(what.faceSize, what.format, probe));
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

// The calls of the C API.
class Calls
{
public:
    Calls(PnContext context, const LightSkies& skies)
        : m_context(context), m_skies(skies), m_items(skies.cubemaps().size()), m_lights(m_items.size()),
          m_shs(m_items.size())
    {
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_items[i] = {sizeof(PnLightItem), 0, &skies.cubemaps()[i], nullptr, 0, nullptr};
        m_lights.front().structSize = sizeof(PnLights);
    }

    void project()
    {
        check(
            pnProjectCubemaps(m_context, count(), m_skies.cubemaps().data(), nullptr, m_shs.data(), nullptr, nullptr));
    }

    void extract()
    {
        check(pnExtractLightsOfMany(m_context, count(), m_items.data(), nullptr, nullptr, m_lights.data(), m_shs.data(),
                                    nullptr));
    }

    std::uint64_t lightCount() const
    {
        std::uint64_t sum = 0;
        for (const PnLights& lights : m_lights)
            sum += lights.count;
        return sum;
    }

private:
    std::uint32_t count() const { return std::uint32_t(m_items.size()); }

    PnContext m_context;
    const LightSkies& m_skies;
    std::vector<PnLightItem> m_items;
    std::vector<PnLights> m_lights;
    std::vector<PnSh> m_shs;
};

} // namespace

LightReport measureLights(PnContext context, const LightCase& what, const LightBenchSettings& settings)
{
    auto info = probenorm::sized<PnContextInfo>();
    check(pnGetContextInfo(context, &info));
    LightReport report{info.name, info.threadCount, 0, {}};
    const LightSkies skies(what);
    Calls calls(context, skies);
    const auto time = [&](const char* name, auto&& call) {
        if (settings.onCase)
            settings.onCase(name);
        report.calls.push_back({name, timeRuns(settings.runs, call)});
    };
    time("projection", [&] { calls.project(); });
    time("lights", [&] { calls.extract(); });
    report.lightCount = calls.lightCount();
    return report;
}

} // namespace pn::bench
