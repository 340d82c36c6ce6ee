// What each form of a reflection costs in a pass with ordinary lit shading, by the device's clock, and how far its
// pixels are from what the C API says.
#include "bench/shade_pass.h"
#include "bench/shade_scene.h"

#include "bench/bench.h"
#include "bench/device_setup.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

constexpr double kSampleSeconds = 2e-3; // between two time stamps, on a GPU
constexpr std::uint32_t kMostPictures = 1000;
constexpr std::uint32_t kSmallWidth = 480; // of a picture on a software driver, and of what is compared

struct ShadeForm
{
    const char* name;
    std::uint32_t number;
};

// Plain comes first and once more at the end, where its distance from the first is the noise.
constexpr ShadeForm kShadeForms[] = {
    {"plain", shared::kShadePlain},
    {"hdrp-corrected", shared::kShadeHdrpCorrected},
    {"probenorm, last mip", shared::kShadeLastMip},
    {"probenorm, nine coefficients", shared::kShadeCoefficients},
    {"probenorm, lightmap", shared::kShadeLightmap},
    {"plain again", shared::kShadePlain},
};

// The surfaces of a proof, as the C API takes them.
struct ProvedSurfaces
{
    explicit ProvedSurfaces(const std::vector<float>& proof)
    {
        for (std::size_t at = 0; at < proof.size(); at += shared::kShadeProofWords)
        {
            const float* pixel = &proof[at];
            radiance.insert(radiance.end(), pixel, pixel + 3);
            roughness.push_back(pixel[3]);
            luminances.push_back(0.2126f * pixel[4] + 0.7152f * pixel[5] + 0.0722f * pixel[6]);
            normals.insert(normals.end(), pixel + 8, pixel + 11);
            reflections.insert(reflections.end(), pixel + 12, pixel + 15);
            results.insert(results.end(), pixel + 16, pixel + 19);
        }
    }

    std::vector<float> radiance, roughness, luminances, normals, reflections, results;
};

// What the form should have given.
std::vector<float> expected(const ProvedSurfaces& from, std::uint32_t form)
{
    if (form == shared::kShadePlain)
        return from.radiance;
    const PnSh local = shadeLocalLight(), probe = shadeProbeLight();
    auto normalization = probenorm::sized<PnNormalization>();
    normalization.preset = form == shared::kShadeHdrpCorrected ? PN_PRESET_HDRP_CORRECTED : PN_PRESET_PROBENORM;
    normalization.dering = PN_DERING_NONE; // lights are windowed when they are baked
    auto surfaces = probenorm::sized<PnSurfaces>();
    surfaces.count = std::uint32_t(from.roughness.size());
    surfaces.radiance = from.radiance.data();
    surfaces.reflections = surfaces.lookups = from.reflections.data();
    surfaces.normals = from.normals.data();
    surfaces.roughness = from.roughness.data();
    if (form == shared::kShadeHdrpCorrected || form == shared::kShadeCoefficients)
        surfaces.probe = &probe;
    else
        surfaces.probeLuminances = from.luminances.data();
    const std::vector<float> alongNormals = probenorm::evaluateIrradiance(local, from.normals);
    if (form == shared::kShadeLightmap)
        surfaces.localAlongNormals = alongNormals.data();
    else
        surfaces.local = &local;
    return probenorm::evaluateReflection(normalization, surfaces);
}

// The largest difference over the larger of the expected value and a tenth.
double differenceOf(const ShadePass& pass, std::uint32_t form)
{
    const ProvedSurfaces proved(pass.prove(form));
    const std::vector<float> right = expected(proved, form);
    double largest = 0.0;
    for (std::size_t i = 0; i < right.size(); ++i)
    {
        const double difference =
            std::abs(double(proved.results[i]) - right[i]) / std::max(0.1, std::abs(double(right[i])));
        largest = difference <= largest ? largest : difference; // NaN, too
    }
    return largest;
}

class ShadeBench
{
public:
    ShadeBench(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical, const ShadeSettings& settings)
        : m_settings(settings), m_isSoftware(isSoftware(physical)), m_device(instance, physical), m_stopwatch(m_device),
          m_pass(*instance, m_device, m_stopwatch, widthOf(settings), ShadePass::Writes::Picture),
          m_proof(*instance, m_device, m_stopwatch, std::min(widthOf(settings), kSmallWidth), ShadePass::Writes::Proof)
    {
        for (const ShadeForm& form : kShadeForms)
            for (const std::uint32_t shadows : {0u, settings.lamps})
                m_pipelines.push_back(m_pass.makePipeline({form.number, settings.lamps, shadows}));
    }

    ShadeReport measure()
    {
        const PhysicalDevice& physical = m_device.physical();
        ShadeReport report{physical.properties.deviceName, physical.driver, m_pass.width(), m_pass.height(), {}};
        warmUp();
        m_seconds.resize(m_pipelines.size());
        for (std::uint32_t run = 0; run < m_settings.runs; ++run)
        {
            if (m_settings.onRun)
                m_settings.onRun();
            measureOnce(run);
        }
        for (std::size_t i = 0; i < std::size(kShadeForms); ++i)
            report.rows.push_back(
                {kShadeForms[i].name, timeOf(2 * i), timeOf(2 * i + 1), differenceOf(m_proof, kShadeForms[i].number)});
        return report;
    }

private:
    std::uint32_t widthOf(const ShadeSettings& settings) const
    {
        return settings.width != 0 ? settings.width : m_isSoftware ? kSmallWidth : 1920;
    }

    // Each pipeline once, and as many pictures per sample as fill its time.
    void warmUp()
    {
        for (const auto& pipeline : m_pipelines)
            sample(*pipeline);
        const double one = sample(*m_pipelines.front());
        if (!m_isSoftware)
            m_pictures = std::uint32_t(std::clamp(std::ceil(kSampleSeconds / one), 1.0, double(kMostPictures)));
    }

    // Every form, from another one on in each run, so that a clock that drifts favours none.
    void measureOnce(std::uint32_t run)
    {
        for (std::size_t i = 0; i < m_pipelines.size(); ++i)
        {
            const std::size_t at = (i + run) % m_pipelines.size();
            m_seconds[at].push_back(sample(*m_pipelines[at]));
        }
    }

    double sample(vk::Pipeline pipeline)
    {
        return m_stopwatch.timeOnce([&](VkCommandBuffer commands) { m_pass.record(commands, pipeline, m_pictures); }) /
               m_pictures;
    }

    ShadeTime timeOf(std::size_t pipeline) const
    {
        std::vector<double> added;
        for (std::size_t run = 0; run < m_settings.runs; ++run)
            added.push_back(m_seconds[pipeline][run] - m_seconds[pipeline % 2][run]);
        return {spread(m_seconds[pipeline]), spread(added)};
    }

    const ShadeSettings& m_settings;
    bool m_isSoftware;
    Device m_device;
    Stopwatch m_stopwatch;
    ShadePass m_pass, m_proof;
    std::vector<Owned<vk::Pipeline>> m_pipelines; // of each form: without and with shadows
    std::vector<std::vector<double>> m_seconds;   // of each pipeline, by run
    std::uint32_t m_pictures = 1;                 // of a sample
};

} // namespace

ShadeReport shadeOnVulkan(std::uint32_t deviceIndex, const ShadeSettings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return ShadeBench(instance, findDevice(*instance, deviceIndex), settings).measure();
}

} // namespace pn::bench
