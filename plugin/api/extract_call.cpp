#include "api/extract_call.h"

#include "api/arguments.h"
#include "api/project_call.h"
#include "api/views.h"
#include "core/light/float_residuals.h"
#include "core/light/light_wave.h"
#include "core/light/residual_view.h"

#include <algorithm>
#include <atomic>
#include <memory>

namespace pn::api {
namespace {

constexpr float kMaxAngularRadius = 0.2f;
constexpr std::uint64_t kWaveBytes = 256u << 20; // of residuals, if all environments have lights on all faces

PnLightOptions readLightOptions(const PnLightOptions* options)
{
    PnLightOptions read{};
    if (options != nullptr)
        read = readDesc(options, sizeof(PnLightOptions), "lightOptions");
    require(read.maxLights <= PN_MAX_LIGHTS, "lightOptions.maxLights must be in 0..", PN_MAX_LIGHTS);
    require(read.minShare >= 0.0f && read.minShare <= 1e6f, "lightOptions.minShare must be in 0..1e6");
    require(read.maxAngularRadius >= 0.0f && read.maxAngularRadius <= kMaxAngularRadius,
            "lightOptions.maxAngularRadius must be in 0..0.2");
    return read;
}

LightSettings toLightSettings(const PnLightOptions& options, const ProjectSettings& project)
{
    LightSettings settings;
    settings.maxLights = options.maxLights != 0 ? options.maxLights : PN_MAX_LIGHTS;
    settings.minShare = options.minShare != 0.0f ? double(options.minShare) : settings.minShare;
    settings.maxAngularRadius = double(options.maxAngularRadius);
    settings.policy = project.policy;
    return settings;
}

// An environment, and where its residual goes; null where nobody wants it.
struct ExtractItem
{
    ProbeView view;
    float* residual = nullptr;
};

ExtractItem readItem(const PnLightItem& item)
{
    require((item.cubemap != nullptr) != (item.map != nullptr), "cubemap or map must be given, the other one must be "
                                                                "NULL");
    ExtractItem read{item.cubemap != nullptr ? readViews(item.cubemap, 1).front() : readViews(item.map, 1).front(),
                     item.residual};
    const std::uint64_t floats = 4 * read.view.shape.texelCount();
    require(item.residual == nullptr || item.residualFloats >= floats, "residualFloats must be at least ", floats,
            ", found ", item.residualFloats);
    return read;
}

ExtractItem readItem(const PnLightItem& item, const Element& subject)
try
{
    require(item.reserved == 0, "reserved must be 0");
    return readItem(item);
}
catch (const Error& e)
{
    throw Error(e.result(), joined(subject, ".", e.what()));
}

// The most bytes that the residual of an environment takes.
std::uint64_t residualBytes(const ProbeView& view)
{
    return ResidualView::isHeldBy(view.format) ? ResidualView::bytes(view)
                                               : view.shape.texelCount() * 4 * sizeof(float);
}

// The inputs and outputs of one call. Environments go through it in waves, so that its memory has a bound.
class Call
{
public:
    Call(PnContext_T& context, std::span<const ExtractItem> items, const PnProjectOptions& options,
         const PnLightOptions& lightOptions, const ExtractOutputs& outputs)
        : m_context(context), m_items(items), m_options(options), m_projectOptions(options), m_outputs(outputs),
          m_settings(toLightSettings(lightOptions, toSettings(options))), m_team(context.threadCount)
    {
        m_size = readStructSize(outputs.lights, sizeof(PnLights), "outLights");
        m_projectOptions.structSize = sizeof(m_projectOptions);
        m_projectOptions.badTexels = PN_BAD_TEXEL_REPLACE;
        m_projectOptions.progress = nullptr;
        m_projectOptions.onProgress = nullptr;
    }

    void run()
    {
        storeCompleted(0);
        if (m_options.progress != nullptr)
            std::atomic_ref(m_options.progress->total).store(std::uint32_t(m_items.size()), std::memory_order_release);
        while (m_completed < m_items.size())
        {
            std::size_t end = m_completed;
            std::uint64_t bytes = 0;
            for (; end < m_items.size() && (end == m_completed || bytes < kWaveBytes); ++end)
                bytes += residualBytes(m_items[end].view);
            runWave(m_items.subspan(m_completed, end - m_completed), bytes);
            if (m_options.onProgress != nullptr &&
                m_options.onProgress(m_options.userData, m_completed, std::uint32_t(m_items.size())) != 0)
                m_isCancelled = true;
        }
    }

private:
    // bytes: those of all their residuals.
    void runWave(std::span<const ExtractItem> items, std::uint64_t bytes)
    {
        std::vector<ProbeView> views;
        for (const ExtractItem& item : items)
            views.push_back(item.view);
        const std::string badTexel = m_options.badTexels == PN_BAD_TEXEL_ERROR ? cutAtBadTexel(views) : "";
        items = items.first(views.size());

        std::vector<float*> residuals;
        for (const ExtractItem& item : items)
            residuals.push_back(item.residual);
        std::vector<Extraction> extractions(views.size());
        LightWave wave(simdTargets().front(), m_tables, views, m_settings);
        std::vector<ResidualView> residualViews(views.size());
        LightWave::Extracted makeResidualView;
        if (m_outputs.residualShs != nullptr)
            makeResidualView = [&](std::uint32_t worker, std::uint32_t i) {
                if (ResidualView::isHeldBy(views[i].format))
                    residualViews[i] = ResidualView(views[i], extractions[i].filled, m_residualMemory, worker);
            };
        m_residualMemory.begin(bytes, m_team.threadCount());
        requireGoing(wave.extract(m_team, m_shouldStop, residuals, extractions, makeResidualView));
        std::vector<PnSh> shs;
        if (m_outputs.residualShs != nullptr)
            shs = projectResiduals(wave, views, extractions, residuals, residualViews);
        handOver(extractions, shs);
        if (!badTexel.empty())
            throw Error(PN_ERROR_BAD_TEXEL, badTexel);
    }

    // Leaves those before the first one with a bad texel, and returns the message about it.
    std::string cutAtBadTexel(std::vector<ProbeView>& views)
    {
        std::vector<PnSh> shs(views.size());
        std::vector<PnProjectInfo> infos(views.size());
        infos.front().structSize = sizeof(PnProjectInfo); // the stride of all
        project(&m_context, views, &m_projectOptions, {shs.data(), infos.data(), nullptr});
        const auto bad = std::find_if(infos.begin(), infos.end(), [](const auto& info) { return info.hasBadTexel; });
        if (bad == infos.end())
            return "";
        views.resize(std::size_t(bad - infos.begin()));
        const Element subject{"probe", std::uint32_t(m_completed + views.size()), std::uint32_t(m_items.size())};
        return badTexelMessage(joined(subject), *bad);
    }

    // An environment without lights is its own residual. residuals: those that the caller wants. residualViews: of
    // environments whose format holds what lights are replaced by.
    std::vector<PnSh> projectResiduals(const LightWave& wave, std::vector<ProbeView> views,
                                       std::span<const Extraction> extractions, std::span<float* const> residuals,
                                       std::span<const ResidualView> residualViews)
    {
        const FloatResiduals made(views, extractions, residuals);
        requireGoing(wave.writeResiduals(m_team, m_shouldStop, extractions, made.missing()));
        for (std::size_t i = 0; i < views.size(); ++i)
        {
            if (ResidualView::isHeldBy(views[i].format))
                views[i] = residualViews[i].view();
            else if (made.has(i))
                views[i] = made.view(i);
        }
        std::vector<PnSh> shs(views.size());
        project(&m_context, views, &m_projectOptions, {shs.data(), nullptr, nullptr});
        return shs;
    }

    void handOver(std::span<const Extraction> extractions, std::span<const PnSh> shs)
    {
        for (std::size_t i = 0; i < extractions.size(); ++i)
        {
            const std::size_t index = m_completed + i;
            PnLights lights{};
            lights.count = std::uint32_t(extractions[i].lights.size());
            lights.threshold = extractions[i].threshold;
            std::copy(extractions[i].lights.begin(), extractions[i].lights.end(), lights.light);
            auto* out = reinterpret_cast<std::byte*>(m_outputs.lights) + index * m_size;
            writeDesc(reinterpret_cast<PnLights*>(out), m_size, lights);
            if (m_outputs.residualShs != nullptr)
                m_outputs.residualShs[index] = shs[i];
        }
        storeCompleted(std::uint32_t(m_completed + extractions.size()));
    }

    bool cancelled() const
    {
        return m_isCancelled || (m_options.progress != nullptr &&
                                 std::atomic_ref(m_options.progress->cancel).load(std::memory_order_acquire) != 0);
    }

    void requireGoing(bool isGoing) const
    {
        if (!isGoing || cancelled())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
    }

    void storeCompleted(std::uint32_t completed)
    {
        m_completed = completed;
        if (m_outputs.completed != nullptr)
            *m_outputs.completed = completed;
        if (m_options.progress != nullptr)
            std::atomic_ref(m_options.progress->completed).store(completed, std::memory_order_release);
    }

    PnContext_T& m_context;
    std::span<const ExtractItem> m_items;
    const PnProjectOptions& m_options;
    PnProjectOptions m_projectOptions; // of a projection within this call
    ExtractOutputs m_outputs;
    LightSettings m_settings;
    LightTablesCache m_tables;
    WorkerTeam m_team;
    WorkerTeam::ShouldStop m_shouldStop = [this] { return cancelled(); };
    ResidualMemory m_residualMemory; // of a wave
    std::uint32_t m_size = 0;        // of an element of outputs.lights
    std::uint32_t m_completed = 0;
    bool m_isCancelled = false;
};

} // namespace

void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const ExtractItem item = readItem({.structSize = sizeof(PnLightItem),
                                       .reserved = 0,
                                       .cubemap = inputs.cubemap,
                                       .map = inputs.map,
                                       .residualFloats = inputs.residualFloats,
                                       .residual = inputs.residual});
    PnProjectOptions options = readOptions(inputs.options);
    options.progress = nullptr;
    options.onProgress = nullptr;
    const PnLightOptions lightOptions = readLightOptions(inputs.lightOptions);
    Call(*context, {&item, 1}, options, lightOptions, outputs).run();
}

void extractLightsOfMany(PnContext context, const ExtractManyInputs& inputs, const ExtractOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const PnProjectOptions options = readOptions(inputs.options);
    const PnLightOptions lightOptions = readLightOptions(inputs.lightOptions);
    std::vector<ExtractItem> items;
    readArray(inputs.items, inputs.count, "item",
              [&](const PnLightItem& item, const Element& subject) { items.push_back(readItem(item, subject)); });
    if (items.empty())
        return;
    Call(*context, items, options, lightOptions, outputs).run();
}

} // namespace pn::api
