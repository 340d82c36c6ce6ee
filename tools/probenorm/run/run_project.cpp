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

// Items of one kind and the arrays the library fills for them, index by index.
class Call
{
public:
    Call(const std::vector<PendingProject>& items, const PnProjectOptions& options,
         const std::function<void(std::uint32_t)>& onCompleted)
        : m_items(items), m_options(options), m_onCompleted(onCompleted), m_shs(items.size()), m_infos(items.size()),
          m_results(items.size())
    {
        m_options.progress = &sharedProgress();
        m_options.onProgress = onProgress;
        for (PnProjectInfo& info : m_infos)
            info.structSize = sizeof(info);
    }

    PnResult run(PnContext context, std::uint32_t first, std::uint32_t* completed)
    {
        const std::string deviceName = contextInfo(context).name; // now: a lost device could not be asked any more
        Listener listener{m_onCompleted, first};
        m_options.userData = &listener;
        const bool isCubemap = m_items.front().environment.kind == image::Kind::Cubemap;
        const PnResult result =
            isCubemap ? runCubemaps(context, first, completed) : runEquirects(context, first, completed);
        const auto count = static_cast<double>(m_items.size() - first);
        for (std::uint32_t i = first; i < first + *completed; ++i)
            m_results[i] = {m_shs[i], m_infos[i], deviceName,
                            1e-9 * static_cast<double>(m_infos[i].callNanoseconds) / count};
        return result;
    }

    const PnProjectInfo& info(std::uint32_t index) const { return m_infos[index]; }

    std::vector<ProjectedItem> takeResults() { return std::move(m_results); }

private:
    PnResult runCubemaps(PnContext context, std::uint32_t first, std::uint32_t* completed)
    {
        std::vector<PnCubemapView> views;
        for (std::size_t i = first; i < m_items.size(); ++i)
            views.push_back(m_items[i].environment.cubemapView());
        return pnProjectCubemaps(context, static_cast<std::uint32_t>(views.size()), views.data(), &m_options,
                                 m_shs.data() + first, m_infos.data() + first, completed);
    }

    PnResult runEquirects(PnContext context, std::uint32_t first, std::uint32_t* completed)
    {
        std::vector<PnEquirectView> views;
        for (std::size_t i = first; i < m_items.size(); ++i)
            views.push_back(m_items[i].environment.equirectView());
        return pnProjectEquirects(context, static_cast<std::uint32_t>(views.size()), views.data(), &m_options,
                                  m_shs.data() + first, m_infos.data() + first, completed);
    }

    const std::vector<PendingProject>& m_items;
    PnProjectOptions m_options;
    const std::function<void(std::uint32_t)>& m_onCompleted;
    std::vector<PnSh> m_shs;
    std::vector<PnProjectInfo> m_infos;
    std::vector<ProjectedItem> m_results;
};

} // namespace

std::vector<ProjectedItem> projectItems(FallbackContext& fallback, const std::vector<PendingProject>& items,
                                        const PnProjectOptions& options,
                                        const std::function<void(std::uint32_t)>& onCompleted)
{
    Call call(items, options, onCompleted);
    const auto run = [&call](PnContext context, std::uint32_t first, std::uint32_t* completed) {
        return call.run(context, first, completed);
    };
    std::uint32_t completed = 0;
    const PnResult result = fallback.run(static_cast<std::uint32_t>(items.size()), run, &completed);
    if (result == PN_SUCCESS)
        return call.takeResults();
    if (completed >= items.size())
        throwResult(result, "cannot project");
    const image::Environment& culprit = items[completed].environment;
    const PnProjectInfo& info = call.info(completed);
    if (result == PN_ERROR_BAD_TEXEL && info.hasBadTexel != 0)
        throwBadTexel(culprit, {info.badFace, info.badX, info.badY});
    throwResult(result, culprit.path);
}

FoundLights findLights(PnContext context, const image::Environment& environment, const PnProjectOptions& options,
                       const PnLightOptions& lightOptions, const std::string& about, image::Image* residual)
{
    FoundLights found;
    found.lights.structSize = sizeof(found.lights);
    const bool isCubemap = environment.kind == image::Kind::Cubemap;
    PnCubemapView cubemap{};
    PnEquirectView map{};
    if (isCubemap)
        cubemap = environment.cubemapView();
    else
        map = environment.equirectView();
    float* texels = nullptr;
    std::uint64_t floats = 0;
    if (residual != nullptr)
    {
        const image::Image& from = environment.image;
        floats = 4 * environment.texelCount();
        *residual = {PN_FORMAT_RGBA32F, from.width, from.height, image::Buffer(floats * sizeof(float))};
        texels = reinterpret_cast<float*>(residual->texels.data());
    }
    const PnResult result = pnExtractLights(context, isCubemap ? &cubemap : nullptr, isCubemap ? nullptr : &map,
                                            &options, &lightOptions, &found.lights, &found.residual, floats, texels);
    if (result != PN_SUCCESS)
        throwResult(result, about);
    return found;
}

} // namespace pn::cli
