#include "api/project_call.h"

#include "api/call.h"

#include <vector>

namespace pn::api {
namespace {

class ProjectCall final : public BackendCall
{
public:
    ProjectCall(std::span<const ProbeView> views, const PnProjectOptions& options, const ProjectOutputs& outputs)
        : BackendCall(views.size(), options, outputs.completed, options.progress), m_views(views),
          m_badTexels(options.badTexels), m_settings(toSettings(options)), m_outputs(outputs), m_results(views.size()),
          m_infoSize(readOptionalSize(outputs.infos, sizeof(PnProjectInfo), "info"))
    {
    }

private:
    BackendChoice choose(PnContext_T& context, std::uint32_t index) const override
    {
        return chooseBackend(context, {.mips = m_views.subspan(index, 1)}, m_settings);
    }

    BackendTimes runRange(std::uint32_t begin, std::uint32_t end) override
    {
        return choice().backend->project(m_views.subspan(begin, end - begin), m_settings,
                                         std::span(m_results).subspan(begin, end - begin), *this);
    }

    bool canRepeat(std::uint32_t) const override { return true; }

    void handOver(std::uint32_t index) override
    {
        const PnProjectInfo info =
            toInfo(m_results[index], m_views[index].shape, choice().kind, choice().isReproducible);
        writeDesc(elementAt(m_outputs.infos, m_infoSize, index), m_infoSize, info);
        if (m_badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0)
            throw Error(PN_ERROR_BAD_TEXEL, badTexelMessage(joined(Element{"environment", index, count()}), info));
        m_outputs.shs[index] = m_results[index].sh;
    }

    void handOverTimes() override
    {
        for (std::uint32_t i = 0; m_outputs.infos != nullptr && i < count(); ++i)
            writeTimes(*elementAt(m_outputs.infos, m_infoSize, i));
    }

    std::span<const ProbeView> m_views;
    std::uint32_t m_badTexels;
    ProjectSettings m_settings;
    ProjectOutputs m_outputs;
    std::vector<ProbeResult> m_results;
    std::uint32_t m_infoSize;
};

} // namespace

std::string badTexelMessage(const std::string& subject, const PnProjectInfo& info)
{
    return joined(subject, " has ", info.nonFinite, " texels that are not finite, the first on face ", info.badFace,
                  " at x ", info.badX, ", y ", info.badY);
}

PnProjectInfo toInfo(const ProbeResult& result, const Shape& shape, PnBackend backend, bool isReproducible)
{
    PnProjectInfo info{};
    info.algorithm = pnGetAlgorithmVersion();
    info.nonFinite = result.counts.nonFinite;
    info.negative = result.counts.negative;
    info.clamped = result.counts.clamped;
    info.hasBadTexel = result.counts.nonFinite > 0 ? 1 : 0;
    if (info.hasBadTexel != 0)
    {
        info.badX = result.counts.firstBad % shape.width;
        info.badY = result.counts.firstBad / shape.width % shape.height;
        info.badFace = result.counts.firstBad / shape.width / shape.height;
    }
    info.backend = backend;
    info.isReproducible = isReproducible ? 1 : 0;
    return info;
}

void project(PnContext context, std::span<const ProbeView> views, const PnProjectOptions* options,
             const ProjectOutputs& outputs)
{
    require(context != nullptr, "context is null");
    require(views.empty() || outputs.shs != nullptr, views.size() == 1 ? "outSh is null" : "outShs is null");
    const PnProjectOptions read = readOptions(options);
    ProjectCall(views, read, outputs).run(*context);
}

} // namespace pn::api
