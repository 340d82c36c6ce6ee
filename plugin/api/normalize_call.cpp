#include "api/normalize_call.h"

#include "api/arguments.h"
#include "api/normalize_items.h"
#include "api/project_call.h"
#include "api/views.h"
#include "core/kernel/denominator_params.h"
#include "core/sh/denominator_facts.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace pn::api {
namespace {

PnNormalizeInfo toNormalizeInfo(const DenominatorFacts& facts, const BackendChoice& choice)
{
    return {.structSize = 0,
            .backend = choice.kind,
            .isReproducible = choice.isReproducible ? 1u : 0u,
            .width = float(facts.width),
            .minimumBefore = float(facts.minimumBefore),
            .minimumAfter = float(facts.minimumAfter),
            .energyKept = float(facts.energyKept),
            .average = float(facts.average),
            .uploadedBytes = 0,
            .gpuNanoseconds = 0,
            .callNanoseconds = 0};
}

// Its texels may be gone when a device fails.
bool isInPlace(const ProbeTask& task)
{
    for (std::size_t mip = 0; mip < task.targets.size(); ++mip)
        for (std::size_t face = 0; face < 6; ++face)
            if (task.targets[mip].faces[face] == task.mips[mip].faces[face])
                return true;
    return false;
}

// An element of a caller's array of outputs; null if the caller wants none.
template <typename Struct>
Struct* elementAt(Struct* first, std::uint32_t size, std::size_t index)
{
    return reinterpret_cast<Struct*>(reinterpret_cast<std::byte*>(first) + index * size);
}

// The inputs and outputs of one call. It delivers results as cubemaps are done, and checks whether the caller wants to
// stop.
class Call final : public Monitor
{
public:
    Call(std::span<const NormalizeItem> items, const PnNormalization& normalization, const PnProjectOptions& options,
         const NormalizeOutputs& outputs, PnProgress* progress)
        : m_items(items), m_normalization(normalization), m_options(options), m_outputs(outputs), m_progress(progress),
          m_settings(toSettings(options)), m_results(items.size())
    {
        m_settings.bands = std::max(3u, m_settings.bands); // what the denominator reads; the first rows are the same
        m_infoSize = readOptionalSize(outputs.infos, sizeof(PnNormalizeInfo), "outInfo");
        m_projectSize = readOptionalSize(outputs.projectInfos, sizeof(PnProjectInfo), "outProjectInfo");
        for (const NormalizeItem& item : items)
            m_tasks.push_back({.mips = item.mips,
                               .targets = item.targets,
                               .madeMips = item.madeMips,
                               .light = item.light ? &*item.light : nullptr,
                               .lobes = lobesOf(item.mips.size())});
    }

    void run(PnContext_T& context)
    {
        const auto start = std::chrono::steady_clock::now();
        storeCompleted(0);
        if (m_progress != nullptr)
            std::atomic_ref(m_progress->total).store(std::uint32_t(m_items.size()), std::memory_order_release);
        while (m_completed < m_items.size())
        {
            m_first = m_completed;
            m_choice = choiceOf(context, m_first);
            std::size_t end = m_first + 1;
            while (end < m_tasks.size() && choiceOf(context, end) == m_choice)
                ++end;
            normalizeRange(context, m_first, end);
        }
        writeTimes(std::chrono::steady_clock::now() - start);
    }

    void finished(std::uint32_t completed) override
    {
        while (m_completed < m_first + completed)
            handOver(m_completed);
        if (m_options.onProgress != nullptr &&
            m_options.onProgress(m_options.userData, m_completed, std::uint32_t(m_items.size())) != 0)
            m_isCancelled = true;
        if (cancelled() && m_completed < m_items.size())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
    }

    bool cancelled() const override
    {
        return m_isCancelled || (m_options.progress != nullptr &&
                                 std::atomic_ref(m_options.progress->cancel).load(std::memory_order_acquire) != 0);
    }

private:
    BackendChoice choiceOf(PnContext_T& context, std::size_t index) const
    {
        return m_usesCpu ? cpuChoice(context) : chooseBackend(context, m_tasks[index], m_settings);
    }

    // Runs on the chosen backend. If that fails and the CPU may replace it, the CPU does the rest of the call.
    void normalizeRange(PnContext_T& context, std::size_t begin, std::size_t end)
    try
    {
        m_times.add(m_choice.backend->normalize(std::span(m_tasks).subspan(begin, end - begin), m_settings,
                                                std::span(m_results).subspan(begin, end - begin), *this));
    }
    catch (const Error& e)
    {
        const auto unfinished = std::span(m_tasks).subspan(m_completed);
        if (std::any_of(unfinished.begin(), unfinished.end(), isInPlace) || !replaceDevice(context, m_choice, e))
            throw;
        m_usesCpu = true;
    }

    // Cubemaps with the same number of mips share their lobes.
    std::span<const shared::DenominatorParams> lobesOf(std::size_t mipCount)
    {
        const auto [found, isNew] = m_lobes.try_emplace(mipCount);
        if (isNew)
            found->second = denominatorParams(m_normalization, mipCount);
        return found->second;
    }

    // Outputs are written only after everything that can fail.
    void handOver(std::uint32_t index)
    {
        const NormalizeItem& item = m_items[index];
        const NormalizeResult& result = m_results[index];
        const DenominatorFacts facts =
            describeDenominator(m_normalization, result.projection.sh, result.deringSteps.front());
        if (!item.light)
            handOverProjection(index);
        if (m_outputs.shs != nullptr)
            m_outputs.shs[index] = item.light ? *item.light : firstBands(result.projection.sh, m_options.bands);
        writeDesc(elementAt(m_outputs.infos, m_infoSize, index), m_infoSize, toNormalizeInfo(facts, m_choice));
        storeCompleted(index + 1);
    }

    void handOverProjection(std::uint32_t index)
    {
        const PnProjectInfo info = toInfo(m_results[index].projection, m_items[index].mips.front().shape, m_choice.kind,
                                          m_choice.isReproducible);
        const bool isBad = m_options.badTexels == PN_BAD_TEXEL_ERROR && info.hasBadTexel != 0;
        const std::string subject =
            m_items.size() > 1 ? joined(Element{"item", index, std::uint32_t(m_items.size())}, ".mips[0]") : "mips[0]";
        const Error error(PN_ERROR_BAD_TEXEL, isBad ? badTexelMessage(subject, info) : std::string());
        writeDesc(elementAt(m_outputs.projectInfos, m_projectSize, index), m_projectSize, info);
        if (isBad)
            throw error;
    }

    void storeCompleted(std::uint32_t completed)
    {
        m_completed = completed;
        if (m_outputs.completed != nullptr)
            *m_outputs.completed = completed;
        if (m_progress != nullptr)
            std::atomic_ref(m_progress->completed).store(completed, std::memory_order_release);
    }

    template <typename Info>
    void writeTimesTo(Info* info, std::uint64_t elapsed) const
    {
        info->uploadedBytes = m_times.uploadedBytes;
        info->gpuNanoseconds = m_times.gpuNanoseconds;
        info->callNanoseconds = elapsed;
    }

    void writeTimes(std::chrono::steady_clock::duration duration) const
    {
        const auto elapsed = std::uint64_t(std::chrono::nanoseconds(duration).count());
        for (std::size_t i = 0; i < m_items.size(); ++i)
        {
            if (m_outputs.infos != nullptr)
                writeTimesTo(elementAt(m_outputs.infos, m_infoSize, i), elapsed);
            if (m_outputs.projectInfos != nullptr && !m_items[i].light)
                writeTimesTo(elementAt(m_outputs.projectInfos, m_projectSize, i), elapsed);
        }
    }

    std::span<const NormalizeItem> m_items;
    const PnNormalization& m_normalization;
    const PnProjectOptions& m_options;
    NormalizeOutputs m_outputs;
    PnProgress* m_progress; // to be written; null: it is only read
    ProjectSettings m_settings;
    std::map<std::size_t, std::vector<shared::DenominatorParams>> m_lobes; // by count of mips
    std::vector<ProbeTask> m_tasks;
    std::vector<NormalizeResult> m_results;
    BackendTimes m_times;
    BackendChoice m_choice;
    std::uint32_t m_infoSize = 0, m_projectSize = 0;
    std::uint32_t m_first = 0;     // of the run that the backend works on
    std::uint32_t m_completed = 0; // of all
    bool m_usesCpu = false;        // since a device failed
    bool m_isCancelled = false;
};

} // namespace

void normalizeCubemap(PnContext context, const NormalizeInputs& inputs, const NormalizeOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const PnProjectOptions options = readOptions(inputs.options);
    const NormalizeItem item = readItem({.structSize = sizeof(PnNormalizeItem),
                                         .mipCount = inputs.mipCount,
                                         .mips = inputs.mips,
                                         .targets = inputs.targets,
                                         .light = inputs.light,
                                         .givenMipCount = 0,
                                         .reserved = 0},
                                        options);
    const PnNormalization normalization = readNormalization(inputs.normalization);
    require(options.onProgress == nullptr, "options.onProgress must be NULL for one cubemap");
    Call({&item, 1}, normalization, options, outputs, nullptr).run(*context);
}

void normalizeCubemaps(PnContext context, std::uint32_t count, const PnNormalizeItem* items,
                       const PnNormalization* normalization, const PnProjectOptions* options,
                       const NormalizeOutputs& outputs)
{
    require(context != nullptr, "context is null");
    const PnProjectOptions knownOptions = readOptions(options);
    const PnNormalization knownNormalization = readNormalization(normalization);
    std::vector<NormalizeItem> read;
    readArray(items, count, "item", [&](const PnNormalizeItem& item, const Element& subject) {
        read.push_back(readItem(item, subject, knownOptions));
    });
    Call(read, knownNormalization, knownOptions, outputs, knownOptions.progress).run(*context);
}

} // namespace pn::api
