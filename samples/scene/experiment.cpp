#include "experiment.h"

#include "capture.h"
#include "light_probes.h"
#include "picture.h"
#include "reflection.h"
#include "smooth.h"

#include <algorithm>
#include <cstdio>

namespace scene {
namespace {

// What random numbers are drawn for: a picture's or capture's own part of them.
constexpr std::uint64_t kProbeImage = 1;
constexpr std::uint64_t kFirstViewImage = 2;
constexpr std::uint64_t kFirstLightProbeImage = 1000;

constexpr double kDarkLimit = 0.5;    // of the plain probe's error
constexpr double kBrightLimit = 1.02; // of the plain probe's error

constexpr std::size_t kPlain = 0;
constexpr std::size_t kNormalized = 1;
constexpr std::size_t kPresetColumns = 3;

Method presetMethod(const char* name)
{
    PnNormalization normalization{};
    normalization.structSize = sizeof(normalization);
    if (const PnResult result = pnFindPreset(name, &normalization); result != PN_SUCCESS)
        throw ProbeNormError("pnFindPreset", result);
    return {name, normalization};
}

// Plain, all presets, and two variants of ours.
std::vector<Method> allMethods()
{
    std::vector<Method> methods = {{"plain", std::nullopt}};
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
        methods.push_back(presetMethod(pnGetPresetName(preset)));
    Method rgb = presetMethod("probenorm"), ggx = presetMethod("probenorm");
    rgb.name = "probenorm, rgb";
    rgb.normalization->channels = PN_CHANNELS_RGB;
    ggx.name = "probenorm, ggx";
    ggx.normalization->lobe = PN_LOBE_GGX;
    methods.push_back(rgb);
    methods.push_back(ggx);
    return methods;
}

std::vector<Cubemap> captureLightProbes(const World& world, const Settings& settings)
{
    std::vector<Cubemap> captures;
    for (const vec3& position : lightProbePositions())
        captures.push_back(
            capture(world, position,
                    {settings.lightProbeSize, settings.lightProbeSamples, kFirstLightProbeImage + captures.size()},
                    settings.threadCount));
    return captures;
}

struct Light
{
    Image base;
    Image specular;
};

Light truthOf(const View& view)
{
    Light light{view.base, Image(view.base.size())};
    for (std::size_t i = 0; i < light.specular.size(); ++i)
        light.specular[i] = 0.5f * (view.truth[0][i] + view.truth[1][i]);
    return light;
}

class Experiment
{
public:
    Experiment(const Settings& settings, const Progress& progress)
        : m_settings(settings), m_progress(progress), m_world(makeWorld()), m_projector(settings.device),
          m_methods(allMethods())
    {
    }

    Results run()
    {
        m_progress("the reflection probe");
        const Cubemap probeCapture =
            capture(m_world, kReflectionProbe, {m_settings.probeSize, m_settings.probeSamples, kProbeImage},
                    m_settings.threadCount);
        const ReflectionProbe probe(probeCapture, m_settings.threadCount);
        const PnSh ownLight = m_projector.project({&probeCapture, 1}).front();
        m_progress("the light probes");
        const std::vector<Cubemap> captures = captureLightProbes(m_world, m_settings);
        const LightField lightField(m_projector.project(captures));

        const ProbeLight light{probe, m_table, ownLight, lightField, m_settings.projection};
        Results results{m_settings, m_projector.deviceName(), captures.size(), {}};
        for (std::size_t i = 0; i < kCameras.size(); ++i)
            results.views.push_back(showView(kCameras[i], kFirstViewImage + i, light));
        return results;
    }

private:
    ViewResult showView(const Camera& camera, std::uint64_t image, const ProbeLight& light)
    {
        m_progress(camera.title);
        const int height = m_settings.width * 9 / 16;
        const View view =
            renderView(m_world, camera, {kSubpixels * m_settings.width, kSubpixels * height, m_settings.samples, image},
                       m_settings.threadCount);
        const Light truth = truthOf(view);
        const float exposure = exposureFor(truth.base, truth.specular);
        const Light calm = {smoothed(view, truth.base, Part::Base, exposure, m_settings.threadCount),
                            smoothed(view, truth.specular, Part::Specular, exposure, m_settings.threadCount)};
        const auto developed = [&](const Image& specular) {
            return develop(view.width, view.height, calm.base, specular, exposure);
        };
        const Picture truthPicture = developed(calm.specular);

        ViewResult result{camera.name, camera.title, {}};
        std::vector<Picture> pictures;
        for (const Method& method : m_methods)
        {
            const Image specular = renderSpecular(view, light, method, m_settings.threadCount);
            pictures.push_back(developed(specular));
            result.methods.push_back(
                {method.name, specularError(view, specular), structuralSimilarity(pictures.back(), truthPicture)});
        }
        writePictures(camera.name, pictures, truthPicture);
        return result;
    }

    void writePictures(const std::string& name, const std::vector<Picture>& pictures, const Picture& truth) const
    {
        if (m_settings.output.empty())
            return;
        const Picture &plain = pictures[kPlain], &normalized = pictures[kNormalized];
        writePng(m_settings.output / (name + "_plain.png"), plain);
        writePng(m_settings.output / (name + "_normalized.png"), normalized);
        writePng(m_settings.output / (name + "_truth.png"), truth);
        writePng(m_settings.output / (name + ".png"), mosaic({plain, normalized, truth}, 3));

        std::vector<Picture> all(pictures.begin(), pictures.begin() + 1 + PN_PRESET_COUNT);
        all.push_back(truth);
        writePng(m_settings.output / (name + "_presets.png"), mosaic(all, kPresetColumns));
    }

    const Settings& m_settings;
    const Progress& m_progress;
    World m_world;
    Projector m_projector;
    ReflectanceTable m_table;
    std::vector<Method> m_methods;
};

std::string failure(const ViewResult& view, const std::string& about, double normalized, double plain)
{
    char text[200];
    std::snprintf(text, sizeof(text), "%s, %s: an error of %.4g normalized, %.4g plain", view.title.c_str(),
                  about.c_str(), normalized, plain);
    return text;
}

const ViewResult& findView(const Results& results, const std::string& name)
{
    return *std::find_if(results.views.begin(), results.views.end(),
                         [&](const ViewResult& view) { return view.name == name; });
}

} // namespace

Results runExperiment(const Settings& settings, const Progress& progress)
{
    return Experiment(settings, progress).run();
}

std::vector<std::string> findFailures(const Results& results)
{
    std::vector<std::string> failures;
    const float fadeEnd = presetMethod("probenorm").normalization->fadeEnd;
    const ViewResult& dark = findView(results, "dark");
    for (std::size_t i = 0; i < dark.methods[kPlain].specular.byRoughness.size(); ++i)
    {
        const RoughnessError& plain = dark.methods[kPlain].specular.byRoughness[i];
        const RoughnessError& normalized = dark.methods[kNormalized].specular.byRoughness[i];
        if (plain.roughness >= fadeEnd && !(normalized.error < kDarkLimit * plain.error))
            failures.push_back(
                failure(dark, "roughness " + std::to_string(plain.roughness), normalized.error, plain.error));
    }
    const ViewResult& bright = findView(results, "bright");
    const double plain = bright.methods[kPlain].specular.error, normalized = bright.methods[kNormalized].specular.error;
    if (!(normalized <= kBrightLimit * plain))
        failures.push_back(failure(bright, "all roughnesses", normalized, plain));
    return failures;
}

} // namespace scene
