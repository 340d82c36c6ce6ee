#include "api/extract_call.h"

#include "api/arguments.h"
#include "api/project_call.h"
#include "api/views.h"
#include "core/light/extract_lights.h"

#include <algorithm>

namespace pn::api {
namespace {

constexpr float kMaxAngularRadius = 0.2f;

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

ProbeView readView(const ExtractInputs& inputs)
{
    require((inputs.cubemap != nullptr) != (inputs.map != nullptr), "one of cubemap and map must be given, the other "
                                                                    "one must be NULL");
    return inputs.cubemap != nullptr ? readViews(inputs.cubemap, 1).front() : readViews(inputs.map, 1).front();
}

// The options of a projection within this call. They leave out the caller's progress.
PnProjectOptions quiet(PnProjectOptions options)
{
    options.structSize = sizeof(options);
    options.progress = nullptr;
    options.onProgress = nullptr;
    return options;
}

PnSh projectOne(PnContext context, const ProbeView& view, const PnProjectOptions& options)
{
    PnSh sh;
    project(context, std::span(&view, 1), &options, {&sh, nullptr, nullptr});
    return sh;
}

} // namespace

void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const ProbeView view = readView(inputs);
    const PnProjectOptions options = quiet(readOptions(inputs.options));
    const PnLightOptions lightOptions = readLightOptions(inputs.lightOptions);
    const std::uint32_t size = readStructSize(outputs.lights, sizeof(PnLights), "outLights");
    require(outputs.residual == nullptr || outputs.residualFloats >= 4 * view.shape.texelCount(),
            "residualFloats must be at least ", 4 * view.shape.texelCount(), ", found ", outputs.residualFloats);
    if (options.badTexels == PN_BAD_TEXEL_ERROR)
        projectOne(context, view, options); // reports bad texels before the search begins

    const Extraction extraction = pn::extractLights(view, toLightSettings(lightOptions, toSettings(options)));
    if (outputs.residualSh != nullptr)
        *outputs.residualSh = projectOne(context, residualView(view.shape, extraction.residual), options);
    if (outputs.residual != nullptr)
        std::copy(extraction.residual.begin(), extraction.residual.end(), outputs.residual);
    PnLights lights{};
    lights.count = std::uint32_t(extraction.lights.size());
    lights.threshold = extraction.threshold;
    std::copy(extraction.lights.begin(), extraction.lights.end(), lights.light);
    writeDesc(outputs.lights, size, lights);
}

} // namespace pn::api
