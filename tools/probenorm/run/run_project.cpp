#include "run/run_project.h"

#include "support/failure.h"
#include "support/interrupt.h"

namespace pn::cli {
namespace {

struct Listener
{
    const std::function<void(std::uint32_t)>& onCompleted;
    std::uint32_t first = 0;
};

std::int32_t onProgress(void* userData, std::uint32_t completed, std::uint32_t)
{
    const auto& listener = *static_cast<const Listener*>(userData);
    listener.onCompleted(listener.first + completed);
    return 0;
}

} // namespace

PnResult ProjectCall::run(PnContext context, const PnProjectOptions& options, std::uint32_t first,
                          std::uint32_t* completed)
{
    const std::string deviceName = contextInfo(context).name; // now: a lost device could not be asked any more
    m_shs.resize(size());
    m_infos.resize(size(), probenorm::sized<PnProjectInfo>());
    m_results.resize(size());
    const std::uint32_t count = size() - first;
    const PnResult result = pnProjectEnvironments(context, count, m_environments.data() + first, &options,
                                                  m_shs.data() + first, m_infos.data() + first, completed);
    for (std::uint32_t i = first; i < first + *completed; ++i)
        m_results[i] = {m_shs[i], m_infos[i], deviceName,
                        1e-9 * static_cast<double>(m_infos[i].callNanoseconds) / static_cast<double>(count)};
    return result;
}

PnResult ProjectCall::takeLights(PnContext context, const PnProjectOptions& options, std::uint32_t mostLights,
                                 std::uint32_t first, std::uint32_t* completed)
{
    std::vector<PnLightItem> items(size() - first, probenorm::sized<PnLightItem>());
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i].environment = &m_environments[first + i];
    m_lights.resize(size());
    m_residuals.resize(size());
    m_lights[first].structSize = sizeof(PnLights); // the stride of all
    auto limits = probenorm::sized<PnLightOptions>();
    limits.maxLights = mostLights;
    return pnExtractLights(context, size() - first, items.data(), &options, &limits, m_lights.data() + first,
                           m_residuals.data() + first, completed);
}

void throwProjectError(PnResult result, const std::string& path, image::Kind kind, const PnProjectInfo& info)
{
    if (result == PN_ERROR_BAD_TEXEL && info.hasBadTexel != 0)
        throwBadTexel(path, kind, {info.badFace, info.badX, info.badY});
    throwResult(result, path);
}

std::vector<ProjectedItem> projectItems(FallbackContext& fallback, std::span<const PendingProject> items,
                                        const PnProjectOptions& options,
                                        const std::function<void(std::uint32_t)>& onCompleted)
{
    ProjectCall call;
    for (const PendingProject& item : items)
        call.add(item.environment.view());
    const auto run = [&](PnContext context, std::uint32_t first, std::uint32_t* completed) {
        Listener listener{onCompleted, first};
        PnProjectOptions projection = options;
        projection.progress = &sharedProgress();
        projection.onProgress = onCompleted ? onProgress : nullptr;
        projection.userData = &listener;
        return call.run(context, projection, first, completed);
    };
    std::uint32_t completed = 0;
    const PnResult result = fallback.run(call.size(), run, &completed);
    if (result == PN_SUCCESS)
        return call.takeResults();
    if (completed >= items.size())
        throwResult(result, "cannot project");
    const image::Environment& culprit = items[completed].environment;
    throwProjectError(result, culprit.path, culprit.kind, call.info(completed));
}

FoundLights findLights(PnContext context, const image::Environment& environment, const PnProjectOptions& options,
                       const PnLightOptions& lightOptions, const std::string& about, image::Image* residual)
{
    FoundLights found;
    found.lights.structSize = sizeof(found.lights);
    const PnEnvironmentView view = environment.view();
    auto item = probenorm::sized<PnLightItem>();
    item.environment = &view;
    if (residual != nullptr)
    {
        const image::Image& from = environment.image;
        item.residualFloats = 4 * environment.texelCount();
        *residual = {PN_FORMAT_RGBA32F, from.width, from.height, image::Buffer(item.residualFloats * sizeof(float))};
        item.residual = reinterpret_cast<float*>(residual->texels.data());
    }
    const PnResult result =
        pnExtractLights(context, 1, &item, &options, &lightOptions, &found.lights, &found.residual, nullptr);
    if (result != PN_SUCCESS)
        throwResult(result, about);
    return found;
}

} // namespace pn::cli
