#include "api/project_call.h"

#include <atomic>
#include <chrono>
#include <vector>

namespace pn::api {
namespace {

void storeWord(std::uint32_t& word, std::uint32_t value)
{
    std::atomic_ref(word).store(value, std::memory_order_release);
}

// The inputs and outputs of one call. It delivers results as they come, and checks whether the caller wants to stop.
class Call final : public Monitor
{
public:
    Call(std::span<const ProbeView> views, const PnProjectOptions& options, const ProjectOutputs& outputs)
        : m_views(views), m_options(options), m_outputs(outputs), m_results(views.size())
    {
        m_infoSize = readOptionalSize(outputs.infos, sizeof(PnProjectInfo), "info");
        storeCompleted(0);
        if (options.progress != nullptr)
            storeWord(options.progress->total, std::uint32_t(views.size()));
    }

    void run(PnContext_T& context)
    {
        const auto start = std::chrono::steady_clock::now();
        const ProjectSettings settings = toSettings(m_options);
        for (std::uint32_t begin = 0; begin < m_views.size(); begin = m_completed)
        {
            m_choice = choiceOf(context, begin, settings);
            const std::uint32_t end = choiceEnd(context, begin, settings);
            m_first = begin;
            projectRange(context, begin, end, settings);
        }
        writeTimes(std::chrono::steady_clock::now() - start);
    }

    void finished(std::uint32_t completed) override
    {
        while (m_completed < m_first + completed)
            handOver(m_completed);
        if (m_options.onProgress != nullptr &&
            m_options.onProgress(m_options.userData, m_completed, std::uint32_t(m_views.size())) != 0)
            m_isCancelled = true;
        if (cancelled() && m_completed < m_views.size())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
    }

    bool cancelled() const override
    {
        return m_isCancelled || (m_options.progress != nullptr &&
                                 std::atomic_ref(m_options.progress->cancel).load(std::memory_order_acquire) != 0);
    }

private:
    // Runs on the chosen backend. If that fails and the CPU may replace it, the CPU does the rest of the call.
    void projectRange(PnContext_T& context, std::uint32_t begin, std::uint32_t end, const ProjectSettings& settings)
    try
    {
        m_times.add(m_choice.backend->project(m_views.subspan(begin, end - begin), settings,
                                              std::span(m_results).subspan(begin, end - begin), *this));
    }
    catch (const Error& e)
    {
        if (!replaceDevice(context, m_choice, e))
            throw;
        m_usesCpu = true;
    }

    BackendChoice choiceOf(PnContext_T& context, std::uint32_t index, const ProjectSettings& settings) const
    {
        if (m_usesCpu)
            return cpuChoice(context);
        return chooseBackend(context, {.mips = m_views.subspan(index, 1)}, settings);
    }

    // The end of the range of probes from begin on that use the same backend.
    std::uint32_t choiceEnd(PnContext_T& context, std::uint32_t begin, const ProjectSettings& settings) const
    {
        std::uint32_t end = begin + 1;
        while (end < m_views.size() && choiceOf(context, end, settings) == m_choice)
            ++end;
        return end;
    }

    void handOver(std::uint32_t index)
    {
        const ProbeResult& result = m_results[index];
        const Shape& shape = m_views[index].shape;
        const PnProjectInfo info = toInfo(result, shape, m_choice.kind, m_choice.isReproducible);
        writeDesc(infoAt(index), m_infoSize, info);
        if (m_options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0)
            throw Error(PN_ERROR_BAD_TEXEL,
                        badTexelMessage(joined(Element{"probe", index, std::uint32_t(m_views.size())}), info));
        m_outputs.shs[index] = result.sh;
        storeCompleted(index + 1);
    }

    void storeCompleted(std::uint32_t completed)
    {
        m_completed = completed;
        if (m_outputs.completed != nullptr)
            *m_outputs.completed = completed;
        if (m_options.progress != nullptr)
            storeWord(m_options.progress->completed, completed);
    }

    PnProjectInfo* infoAt(std::uint32_t index) // null where the caller wants none
    {
        auto* bytes = reinterpret_cast<std::byte*>(m_outputs.infos);
        return reinterpret_cast<PnProjectInfo*>(bytes + std::size_t{index} * m_infoSize);
    }

    void writeTimes(std::chrono::steady_clock::duration elapsed)
    {
        const auto callNanoseconds =
            std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
        for (std::uint32_t i = 0; m_outputs.infos != nullptr && i < m_views.size(); ++i)
        {
            PnProjectInfo* info = infoAt(i);
            info->uploadedBytes = m_times.uploadedBytes;
            info->gpuNanoseconds = m_times.gpuNanoseconds;
            info->callNanoseconds = callNanoseconds;
        }
    }

    std::span<const ProbeView> m_views;
    const PnProjectOptions& m_options;
    ProjectOutputs m_outputs;
    std::vector<ProbeResult> m_results;
    BackendTimes m_times;
    std::uint32_t m_infoSize = 0;
    std::uint32_t m_first = 0;     // of the run that the backend works on
    std::uint32_t m_completed = 0; // of all
    BackendChoice m_choice;
    bool m_usesCpu = false; // since a device failed
    bool m_isCancelled = false;
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
    Call(views, read, outputs).run(*context);
}

} // namespace pn::api
