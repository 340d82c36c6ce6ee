#include "bench/shade/shade_bench.h"

#include "bench/device_setup.h"
#include "bench/shade/shade_picture.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace pn::bench {

using namespace pn::vulkan;

namespace {

constexpr double kSampleSeconds = 2e-3; // between two time stamps, on a GPU
constexpr std::uint32_t kMostPictures = 1000;

struct Form
{
    std::string name;
    std::uint32_t number;
};

// Plain, all presets by their names, the forms of ours, and plain again.
std::vector<Form> allForms()
{
    std::vector<Form> forms = {{"plain", shared::kLabFormPlain}};
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
        forms.push_back({pnGetPresetName(preset), std::uint32_t(preset)});
    forms.push_back({"probenorm, fast", shared::kLabFormFast});
    forms.push_back({"probenorm, prepared", shared::kLabFormPrepared});
    forms.push_back({"probenorm, normal alone", shared::kLabFormNormalAlone});
    forms.push_back({"probenorm, factor", shared::kLabFormFactor});
    forms.push_back({"probenorm, divided", shared::kLabFormDivided});
    forms.push_back({"probenorm, one channel", shared::kLabFormOneChannel});
    forms.push_back({"plain again", shared::kLabFormPlain});
    return forms;
}

class ShadeBench
{
public:
    ShadeBench(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical, const ShadeSettings& settings)
        : m_settings(settings), m_isSoftware(isSoftware(physical)), m_width(widthOf(settings)),
          m_height(m_width * 9 / 16), m_device(instance, physical), m_picture(*instance, m_device, m_width, m_height),
          m_stopwatch(m_device)
    {
        for (const Form& form : m_forms)
        {
            if (settings.onForm)
                settings.onForm(form.name);
            m_pipelines.push_back(m_picture.makePipeline({form.number, settings.lamps, settings.shadows}));
        }
    }

    ShadeReport measure()
    {
        warmUp();
        std::vector<std::vector<double>> seconds(m_forms.size()), ratios(m_forms.size());
        for (std::uint32_t run = 0; run < m_settings.runs; ++run)
        {
            if (m_settings.onRun)
                m_settings.onRun();
            measureOnce(run, seconds, ratios);
        }
        ShadeReport report{
            m_device.physical().properties.deviceName, m_device.physical().driver, m_width, m_height, m_pictures, {}};
        for (std::size_t i = 0; i < m_forms.size(); ++i)
        {
            const Spread time = spread(seconds[i]);
            const double pixels = double(m_width) * m_height;
            report.rows.push_back({m_forms[i].name, time, spread(ratios[i]).median - 1.0, 1e9 * time.median / pixels});
        }
        return report;
    }

private:
    std::uint32_t widthOf(const ShadeSettings& settings) const
    {
        return settings.width != 0 ? settings.width : m_isSoftware ? 480 : 1920;
    }

    // Each pipeline once, and as many pictures a sample as fill its time.
    void warmUp()
    {
        for (const auto& pipeline : m_pipelines)
            sample(pipeline.get());
        const double one = sample(m_pipelines.front().get());
        if (!m_isSoftware)
            m_pictures = std::uint32_t(std::clamp(std::ceil(kSampleSeconds / one), 1.0, double(kMostPictures)));
    }

    // Every form, from another one on in each run, so that a clock that drifts favours none.
    void measureOnce(std::uint32_t run, std::vector<std::vector<double>>& seconds,
                     std::vector<std::vector<double>>& ratios)
    {
        std::vector<double> times(m_forms.size());
        for (std::size_t i = 0; i < m_forms.size(); ++i)
        {
            const std::size_t form = (i + run) % m_forms.size();
            times[form] = sample(m_pipelines[form].get());
        }
        for (std::size_t form = 0; form < m_forms.size(); ++form)
        {
            seconds[form].push_back(times[form]);
            ratios[form].push_back(times[form] / times.front());
        }
    }

    double sample(vk::Pipeline pipeline)
    {
        const double seconds =
            m_stopwatch.timeOnce([&](VkCommandBuffer commands) { m_picture.record(commands, pipeline, m_pictures); });
        if (seconds == 0.0)
            throw Error(PN_ERROR_UNKNOWN, "the device's timestamps cannot be read");
        return seconds / m_pictures;
    }

    const ShadeSettings& m_settings;
    bool m_isSoftware;
    std::uint32_t m_width, m_height;
    Device m_device;
    ShadePicture m_picture;
    Stopwatch m_stopwatch;
    std::vector<Form> m_forms = allForms();
    std::vector<Owned<vk::Pipeline>> m_pipelines;
    std::uint32_t m_pictures = 1; // a sample
};

} // namespace

ShadeReport benchShade(std::uint32_t deviceIndex, const ShadeSettings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return ShadeBench(instance, findDevice(*instance, deviceIndex), settings).measure();
}

} // namespace pn::bench
