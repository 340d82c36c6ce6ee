#include "api/project.h"

#include <atomic>
#include <bit>
#include <chrono>

namespace pn::api {
namespace {

void storeWord(std::uint32_t& word, std::uint32_t value)
{
    std::atomic_ref(word).store(value, std::memory_order_release);
}

// One call's inputs and outputs: hands results over as they come, and reads the caller's wish to stop.
class Call final : public Monitor
{
public:
    Call(std::span<const ProbeView> views, const PnProjectOptions& options, const ProjectOutputs& outputs)
        : m_views(views), m_options(options), m_outputs(outputs), m_results(views.size())
    {
        if (outputs.infos != nullptr)
            m_infoSize = readStructSize(outputs.infos, sizeof(PnProjectInfo), "info");
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
            Backend& backend = chooseBackend(context, begin, settings);
            const std::uint32_t end = runEnd(context, backend, begin, settings);
            m_first = begin;
            const BackendTimes times = backend.project(m_views.subspan(begin, end - begin), settings,
                                                       std::span(m_results).subspan(begin, end - begin), *this);
            m_times.uploadedBytes += times.uploadedBytes;
            m_times.gpuNanoseconds += times.gpuNanoseconds;
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
    // Under PN_BACKEND_AUTO a kernel that does not give the right bits is replaced by the processor.
    Backend& chooseBackend(PnContext_T& context, std::uint32_t index, const ProjectSettings& settings)
    {
        const ProbeView& view = m_views[index];
        const bool passes = context.backend && context.backend->passesSelfTest(view.shape, view.format, settings);
        const bool usesCpu = !passes && context.cpu;
        m_isReproducible = passes || usesCpu;
        m_backend = usesCpu ? PN_BACKEND_CPU : context.kind;
        return usesCpu ? *context.cpu : *context.backend;
    }

    // The end of the probes from begin on that the same backend takes with the same standing.
    std::uint32_t runEnd(PnContext_T& context, const Backend& backend, std::uint32_t begin,
                         const ProjectSettings& settings)
    {
        const bool isReproducible = m_isReproducible;
        const PnBackend kind = m_backend;
        std::uint32_t end = begin + 1;
        while (end < m_views.size() && &chooseBackend(context, end, settings) == &backend &&
               m_isReproducible == isReproducible)
            ++end;
        m_isReproducible = isReproducible;
        m_backend = kind;
        return end;
    }

    void handOver(std::uint32_t index)
    {
        const ProbeResult& result = m_results[index];
        const Shape& shape = m_views[index].shape;
        const PnProjectInfo info = toInfo(result, shape, m_backend, m_isReproducible);
        if (m_outputs.infos != nullptr)
            writeInfo(index, info);
        if (m_options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0)
            throw Error(PN_ERROR_BAD_TEXEL,
                        badTexelMessage(element("probe", index, std::uint32_t(m_views.size())), info));
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

    void writeInfo(std::uint32_t index, PnProjectInfo info)
    {
        info.structSize = m_infoSize;
        std::memcpy(infoAt(index), &info, std::min<std::size_t>(m_infoSize, sizeof(info)));
    }

    std::byte* infoAt(std::uint32_t index)
    {
        return reinterpret_cast<std::byte*>(m_outputs.infos) + std::size_t{index} * m_infoSize;
    }

    void writeTimes(std::chrono::steady_clock::duration elapsed)
    {
        const auto callNanoseconds =
            std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
        for (std::uint32_t i = 0; m_outputs.infos != nullptr && i < m_views.size(); ++i)
        {
            auto* info = reinterpret_cast<PnProjectInfo*>(infoAt(i));
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
    PnBackend m_backend = PN_BACKEND_CPU;
    bool m_isReproducible = true;
    bool m_isCancelled = false;
};

} // namespace

PnProjectOptions readOptions(const PnProjectOptions* options)
{
    PnProjectOptions read{};
    read.structSize = sizeof(read);
    if (options != nullptr)
        read = readDesc(options, sizeof(PnProjectOptions), "options");
    if (read.bands == 0)
        read.bands = 3;
    require(read.bands <= PN_MAX_BANDS, "options.bands must be in 1..5, or 0 for 3");
    require(read.negative == PN_NEGATIVE_KEEP || read.negative == PN_NEGATIVE_ZERO, "options.negative is unknown");
    require(read.badTexels == PN_BAD_TEXEL_REPLACE || read.badTexels == PN_BAD_TEXEL_ERROR,
            "options.badTexels is unknown");
    require(read.maxRadiance == 0.0f || (read.maxRadiance >= 0x1p-14f && read.maxRadiance <= 0x1p64f),
            "options.maxRadiance must be 0 for none, or in 2^-14..2^64");
    require(read.reserved == 0, "options.reserved must be 0");
    return read;
}

ProjectSettings toSettings(const PnProjectOptions& options)
{
    ProjectSettings settings;
    settings.bands = options.bands;
    settings.policy.zeroNegative = options.negative == PN_NEGATIVE_ZERO;
    if (options.maxRadiance != 0.0f)
        settings.policy.maximumBits = std::bit_cast<std::uint32_t>(options.maxRadiance);
    return settings;
}

std::string badTexelMessage(const std::string& subject, const PnProjectInfo& info)
{
    return subject + " has " + std::to_string(info.nonFinite) + " texels that are not finite, the first on face " +
           std::to_string(info.badFace) + " at x " + std::to_string(info.badX) + ", y " + std::to_string(info.badY);
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
