#include "vulkan/passes/prefilter.h"

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

std::vector<std::uint32_t> gatherWords(const PrefilterSource::Tables& tables)
{
    std::vector<std::uint32_t> words;
    for (std::size_t row = 0; row < tables.sources.size(); ++row)
        for (const std::uint32_t word : {tables.sources[row], row > 0 ? tables.ends[row - 1] : 0u, tables.ends[row]})
            words.push_back(word);
    return words;
}

std::uint64_t sourceWords(const PrefilterSource::Tables& tables)
{
    return kSourceRows + kWordsPerRow * tables.sources.size() + tables.weights.size();
}

} // namespace

// Levels, the images of the faces, tiles and nodes; as prefilter_sum.h has them.
struct PrefilterMipPass::Words
{
    Words(const NodeGrid& grid, std::uint32_t size, std::span<const PrefilterTile> tiles)
    {
        params.size = size;
        for (const NodeGrid::Level& level : grid.levels)
            words.insert(words.end(), {level.first, level.size});
        params.levels = std::uint32_t(grid.levels.size());
        params.symmetryOffset = std::uint32_t(words.size());
        for (const CubeSymmetry& symmetry : cubeSymmetries())
            for (const CubeSymmetry::Face& face : symmetry.faces)
                words.push_back(face.face | std::uint32_t(face.swaps) << 3 | std::uint32_t(face.mirrorsI) << 4 |
                                std::uint32_t(face.mirrorsJ) << 5);
        params.tileOffset = std::uint32_t(words.size());
        for (const PrefilterTile& tile : tiles)
        {
            const auto first = std::uint32_t(weights.size() / PrefilterTile::kTexels);
            weights.insert(weights.end(), tile.weights.begin(), tile.weights.end());
            words.insert(words.end(), {tile.x, tile.y, first, first + std::uint32_t(tile.nodes.size())});
        }
        params.nodeOffset = std::uint32_t(words.size());
        for (const PrefilterTile& tile : tiles)
            for (const PrefilterNode& node : tile.nodes)
                words.insert(words.end(), {std::uint32_t(node.i) | std::uint32_t(node.j) << 16, node.place});
        tileCount = std::uint32_t(tiles.size());
    }

    shared::PrefilterSumParams params{};
    std::vector<std::uint32_t> words;
    std::vector<float> weights;
    std::uint32_t tileCount = 0;
};

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
                                {kSourceRows, gatherWords(tables)},
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

PrefilterMipPass::PrefilterMipPass(Device& device, const NodeGrid& grid, const PrefilterMip& theMip,
                                   std::span<const PrefilterTile> tiles)
    : PrefilterMipPass(device, theMip, Words(grid, theMip.size, tiles))
{
}

PrefilterMipPass::PrefilterMipPass(Device& device, const PrefilterMip& theMip, const Words& made)
    : mip(theMip), params(made.params), tileCount(made.tileCount), words(device, made.words.size(), {{0, made.words}}),
      weights(device, made.weights.size(), {{0, made.weights}})
{
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

std::shared_ptr<PrefilterMipPass> PrefilterPasses::mip(const PrefilterMip& mip, const NodeGrid& grid, WorkerTeam& team,
                                                       const Monitor& monitor)
{
    const auto found = std::find_if(m_mips.begin(), m_mips.end(), [&](const auto& pass) { return pass->mip == mip; });
    if (found != m_mips.end())
    {
        m_mips.splice(m_mips.begin(), m_mips, found);
        return m_mips.front();
    }
    const PrefilterTiles tiles(mip, grid);
    std::vector<PrefilterTile> made(tiles.count());
    const auto make = [&](std::uint32_t, std::size_t i) { made[i] = tiles.make(std::uint32_t(i)); };
    if (!team.run(made.size(), make, [&] { return monitor.cancelled(); }))
        return nullptr;
    m_mips.push_front(std::make_shared<PrefilterMipPass>(m_device, grid, mip, made));
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    m_mips.erase(std::find_if(std::next(m_mips.begin()), m_mips.end(),
                              [&](const auto& pass) {
                                  bytes += pass->bytes();
                                  return ++count >= kMaxMips || bytes > kMaxMipBytes;
                              }),
                 m_mips.end());
    return m_mips.front();
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
