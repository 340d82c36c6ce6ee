#include "api/extract_call.h"

#include "api/arguments.h"
#include "api/call.h"
#include "api/project_call.h"
#include "api/views.h"
#include "core/light/extract_lights.h"

#include <algorithm>
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
    require(item.reserved == 0, "reserved must be 0");
    const ExtractItem read{readViews(item.environment, 1).front(), item.residual};
    const std::uint64_t floats = 4 * read.view.shape.texelCount();
    require(item.residual == nullptr || item.residualFloats >= floats, "residualFloats must be at least ", floats,
            ", found ", item.residualFloats);
    return read;
}

// The most bytes that the residual of an environment takes.
std::uint64_t residualBytes(const ProbeView& view)
{
    return view.shape.texelCount() *
           (ResidualView::isHeldBy(view.format) ? formatBytes(view.format) : 4 * sizeof(float));
}

ProbeView floatView(const Shape& shape, const float* residual)
{
    ProbeView view{shape, PN_FORMAT_RGBA32F, std::size_t{shape.width} * 4 * sizeof(float), {}};
    for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        view.faces[face] = reinterpret_cast<const std::byte*>(residual + 4 * face * shape.texelsPerFace());
    return view;
}

// The inputs and outputs of one call. Environments go through it in waves, so that its memory has a bound.
class ExtractCall : private Call
{
public:
    ExtractCall(PnContext_T& context, std::span<const ExtractItem> items, const PnProjectOptions& options,
                const PnLightOptions& lightOptions, const ExtractOutputs& outputs)
        : Call(items.size(), options, outputs.completed, options.progress), m_context(context), m_items(items),
          m_isBadTexelError(options.badTexels == PN_BAD_TEXEL_ERROR), m_projectOptions(options), m_outputs(outputs),
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
        begin();
        while (completed() < count())
        {
            std::size_t end = completed();
            std::uint64_t bytes = 0;
            for (; end < count() && (end == completed() || bytes < kWaveBytes); ++end)
                bytes += residualBytes(m_items[end].view);
            runWave(m_items.subspan(completed(), end - completed()));
            report();
        }
    }

private:
    void runWave(std::span<const ExtractItem> items)
    {
        std::vector<ProbeView> views;
        for (const ExtractItem& item : items)
            views.push_back(item.view);
        const std::string badTexel = m_isBadTexelError ? cutAtBadTexel(views) : "";
        items = items.first(views.size());

        const bool projects = m_outputs.residualShs != nullptr;
        std::vector<float*> residuals;
        std::vector<std::unique_ptr<float[]>> own; // of formats that do not hold what lights are replaced by
        for (const ExtractItem& item : items)
        {
            residuals.push_back(item.residual);
            if (!projects || item.residual != nullptr || ResidualView::isHeldBy(item.view.format))
                continue;
            own.push_back(std::make_unique_for_overwrite<float[]>(4 * item.view.shape.texelCount()));
            residuals.back() = own.back().get();
        }
        std::vector<Extraction> extractions(views.size());
        std::vector<ResidualView> copies(views.size());
        const auto copyFaces = [&](std::uint32_t i) {
            if (projects && ResidualView::isHeldBy(views[i].format))
                copies[i] = ResidualView(views[i], extractions[i].filled);
        };
        LightWave wave(simdTargets().front(), m_tables, views, m_settings);
        requireGoing(wave.extract(m_team, m_shouldStop, residuals, extractions, copyFaces));
        std::vector<PnSh> shs(projects ? views.size() : 0);
        if (projects)
        {
            for (std::size_t i = 0; i < views.size(); ++i)
                if (!extractions[i].filled.empty()) // else the environment is its own residual
                    views[i] = ResidualView::isHeldBy(views[i].format) ? copies[i].view()
                                                                       : floatView(views[i].shape, residuals[i]);
            project(&m_context, views, &m_projectOptions, {shs.data(), nullptr, nullptr});
        }
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
        const Element subject{"environment", std::uint32_t(completed() + views.size()), count()};
        return badTexelMessage(joined(subject), *bad);
    }

    void handOver(std::span<const Extraction> extractions, std::span<const PnSh> shs)
    {
        for (std::size_t i = 0; i < extractions.size(); ++i)
        {
            const std::size_t index = completed() + i;
            PnLights lights{};
            lights.count = std::uint32_t(extractions[i].lights.size());
            lights.threshold = extractions[i].threshold;
            std::copy(extractions[i].lights.begin(), extractions[i].lights.end(), lights.light);
            auto* out = reinterpret_cast<std::byte*>(m_outputs.lights) + index * m_size;
            writeDesc(reinterpret_cast<PnLights*>(out), m_size, lights);
            if (m_outputs.residualShs != nullptr)
                m_outputs.residualShs[index] = shs[i];
        }
        storeCompleted(std::uint32_t(completed() + extractions.size()));
    }

    PnContext_T& m_context;
    std::span<const ExtractItem> m_items;
    bool m_isBadTexelError;
    PnProjectOptions m_projectOptions; // of a projection within this call
    ExtractOutputs m_outputs;
    LightSettings m_settings;
    LightTablesCache m_tables;
    WorkerTeam m_team;
    WorkerTeam::ShouldStop m_shouldStop = [this] { return isCancelled(); };
    std::uint32_t m_size = 0; // of an element of outputs.lights
};

} // namespace

void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const PnProjectOptions options = readOptions(inputs.options);
    const PnLightOptions lightOptions = readLightOptions(inputs.lightOptions);
    std::vector<ExtractItem> items;
    readItems(inputs.items, inputs.count, [&](const PnLightItem& item) { items.push_back(readItem(item)); });
    if (items.empty())
        return;
    ExtractCall(*context, items, options, lightOptions, outputs).run();
}

} // namespace pn::api
