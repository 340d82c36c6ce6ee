#include "vulkan/passes/prefilter.h"

#include "core/kernel/simd_target.h"
#include "vulkan/passes/sh_project_kernels.h"

#include <algorithm>

namespace pn::vulkan {
namespace {

constexpr std::size_t kMaxSources = 4;
constexpr std::size_t kMaxMips = 64;
constexpr std::uint64_t kMaxMipBytes = 256u << 20; // seven mips of 256 take some 40 MiB

constexpr std::uint32_t kSourceRows = 2 * shared::kByteValues; // behind the values of bytes, linear and sRGB
constexpr std::uint32_t kWordsPerRow = 3;
constexpr std::uint32_t kSumPart = 16; // prefilter_sum, in place of a part's number

std::uint64_t sourceWords(const PrefilterSource::Tables& tables)
{
    return kSourceRows + kWordsPerRow * tables.sources.size() + tables.weights.size();
}

} // namespace

VkPipeline PrefilterKernels::source(std::uint32_t part, PnFormat format, std::uint32_t interleaved)
{
    return pipeline({part, texelKind(format), interleaved, 0});
}

VkPipeline PrefilterKernels::copy(PnFormat source, PnFormat target)
{
    return pipeline({shared::kPartCopy, texelKind(source), 1, texelKind(target)});
}

VkPipeline PrefilterKernels::sum(PnFormat target, std::uint32_t interleaved)
{
    return pipeline({kSumPart, 0, interleaved, texelKind(target)});
}

VkPipeline PrefilterKernels::pipeline(const Variant& variant)
{
    auto& pipeline = m_pipelines[variant];
    if (!pipeline)
    {
        const auto [part, format, interleaved, target] = variant;
        const std::array constants{SpecConstant{shared::kSpecPart, part}, SpecConstant{shared::kSpecFormat, format},
                                   SpecConstant{shared::kSpecInterleaved, interleaved},
                                   SpecConstant{shared::kSpecTarget, target}};
        pipeline = std::make_unique<ComputePipeline>(
            m_device, m_layout, kernel(part == kSumPart ? "prefilter_sum" : "prefilter_source"), constants);
    }
    return pipeline->handle();
}

PrefilterSourcePass::PrefilterSourcePass(Device& device, std::uint32_t faceSize)
    : tables(faceSize), buffer(device, sourceWords(tables),
                               {{0, unormTable()},
                                {shared::kByteValues, srgbTable()},
                                {kSourceRows, tables.rowWords()},
                                {kSourceRows + kWordsPerRow * std::uint32_t(tables.sources.size()), tables.weights}})
{
}

void PrefilterSourcePass::setLevel(shared::PrefilterSourceParams& params, std::uint32_t level) const
{
    const NodeGrid::Level& below = tables.grid.levels[level - 1];
    const NodeGrid::Level& here = tables.grid.levels[level];
    params.gatherOffset = kSourceRows + kWordsPerRow * tables.starts[level];
    params.weightOffset = kSourceRows + kWordsPerRow * std::uint32_t(tables.sources.size());
    params.below = below.first;
    params.belowSize = below.size;
    params.here = here.first;
    params.hereSize = here.size;
}

PrefilterMipPass::PrefilterMipPass(Device& device, const PrefilterMip& theMip, const PrefilterWords& made)
    : mip(theMip), tileCount((made.tileOffsets[1] - made.tileOffsets[0]) / shared::kTileWords),
      words(device, made.words.size(), {{0, made.words}}), weights(device, made.weights.size(), {{0, made.weights}})
{
    params.levels = made.symmetryOffset / 2;
    params.symmetryOffset = made.symmetryOffset;
    params.tileOffset = made.tileOffsets[0];
    params.nodeOffset = made.tileOffsets[1];
    params.size = mip.size;
}

std::shared_ptr<PrefilterSourcePass> PrefilterPasses::source(std::uint32_t faceSize)
{
    const auto found = std::find_if(m_sources.begin(), m_sources.end(),
                                    [&](const auto& pass) { return pass->tables.grid.faceSize() == faceSize; });
    if (found != m_sources.end())
        m_sources.splice(m_sources.begin(), m_sources, found);
    else
        m_sources.push_front(std::make_shared<PrefilterSourcePass>(m_device, faceSize));
    if (m_sources.size() > kMaxSources)
        m_sources.pop_back();
    return m_sources.front();
}

std::vector<std::shared_ptr<PrefilterMipPass>> PrefilterPasses::mips(std::span<const PrefilterMip> mips,
                                                                     const NodeGrid& grid, WorkerTeam& team,
                                                                     const Monitor& monitor)
{
    std::vector<std::shared_ptr<PrefilterMipPass>> passes;
    std::vector<PrefilterMip> missing;
    for (const PrefilterMip& mip : mips)
    {
        passes.push_back(mip.isCopy() ? nullptr : find(mip));
        if (!mip.isCopy() && !passes.back())
            missing.push_back(mip);
    }
    const auto made = loadOrMakeTiles(missing, grid, simdTargets().front().makeLobeWeights, m_store, team,
                                      [&] { return monitor.cancelled(); });
    if (made.size() != missing.size())
        return {};
    for (std::size_t i = 0; i < missing.size(); ++i)
        m_mips.push_front(
            std::make_shared<PrefilterMipPass>(m_device, missing[i], PrefilterWords(grid, {&made[i], 1})));
    for (std::size_t i = 0; i < mips.size(); ++i)
        if (!mips[i].isCopy() && !passes[i])
            passes[i] = find(mips[i]);
    dropOldest();
    return passes;
}

// As the one used last; null if it is not there.
std::shared_ptr<PrefilterMipPass> PrefilterPasses::find(const PrefilterMip& mip)
{
    const auto found = std::find_if(m_mips.begin(), m_mips.end(), [&](const auto& pass) { return pass->mip == mip; });
    if (found == m_mips.end())
        return nullptr;
    m_mips.splice(m_mips.begin(), m_mips, found);
    return m_mips.front();
}

void PrefilterPasses::dropOldest()
{
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    const auto isTooMuch = [&](const auto& pass) {
        bytes += pass->bytes();
        return ++count > kMaxMips || (count > 1 && bytes > kMaxMipBytes);
    };
    m_mips.erase(std::find_if(m_mips.begin(), m_mips.end(), isTooMuch), m_mips.end());
}

void PrefilterPasses::clear()
{
    m_sources.clear();
    m_mips.clear();
}

std::vector<PrefilterLights::Blocks> PrefilterLights::blocks() const
{
    const std::uint32_t whole = m_count / kInterleaved * kInterleaved;
    std::vector<Blocks> made;
    if (whole > 0)
        made.push_back({kInterleaved, 0, whole / kInterleaved});
    if (whole < m_count)
        made.push_back({1, whole, m_count - whole});
    return made;
}

} // namespace pn::vulkan
