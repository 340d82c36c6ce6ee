// Prefiltering on a device: the host's half of prefilter_source.comp and prefilter_sum.comp.
#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/compute_pipeline.h"
#include "vulkan/passes/tables.h"

#include "core/backend.h"
#include "core/kernel/prefilter_source.h"
#include "core/parallel.h"
#include "core/prefilter/prefilter_words.h"
#include "core/prefilter/table_store.h"
#include "shared/prefilter_source.h"
#include "shared/prefilter_sum.h"

#include <list>
#include <map>

namespace pn::vulkan {

inline constexpr std::uint32_t kInterleaved = 2; // cubemaps of a block; those that are left have blocks of one

// The pipelines of both kernels on one device, made when they are first asked for.
class PrefilterKernels
{
public:
    explicit PrefilterKernels(Device& device) : m_device(device), m_layout(device) {}

    const PipelineLayout& layout() const { return m_layout; }
    VkPipeline source(std::uint32_t part, PnFormat format, std::uint32_t interleaved); // part: shared::kPart...
    VkPipeline copy(PnFormat source, PnFormat target);                                 // for mips that have no lobe
    VkPipeline sum(PnFormat target, std::uint32_t interleaved);

private:
    using Variant = std::array<std::uint32_t, 4>; // part, format, interleaved, target
    VkPipeline pipeline(const Variant& variant);

    Device& m_device;
    PipelineLayout m_layout;
    std::map<Variant, std::unique_ptr<ComputePipeline>> m_pipelines;
};

// Tables in the device's memory, copied there when they are first recorded, or each time.
class PrefilterBuffer
{
public:
    PrefilterBuffer(Device& device, std::uint64_t words, std::initializer_list<Tables::Part> parts)
        : m_tables(device, words), m_made(m_tables.make(parts))
    {
    }

    const Buffer& buffer() const { return m_tables.buffer(); }

    void recordCopy(VkCommandBuffer commands, bool each)
    {
        if (each || !m_isThere)
            m_tables.recordCopy(commands, *m_made);
        m_isThere = true;
    }
    void dropCopied() { m_made.reset(); } // call it when these commands have run

private:
    Tables m_tables;
    std::unique_ptr<Buffer> m_made;
    bool m_isThere = false;
};

// What prefilter_source reads beside texels, for cubemaps of one size.
struct PrefilterSourcePass
{
    PrefilterSourcePass(Device& device, std::uint32_t faceSize);

    std::uint32_t nodeCount() const { return tables.grid.nodeCount(); }
    void setLevel(shared::PrefilterSourceParams& params, std::uint32_t level) const;

    PrefilterSource::Tables tables;
    PrefilterBuffer buffer;
};

// What prefilter_sum reads beside lights, for one mip.
struct PrefilterMipPass
{
    PrefilterMipPass(Device& device, const PrefilterMip& mip, const PrefilterWords& made);

    std::uint64_t bytes() const { return words.buffer().size() + weights.buffer().size(); }

    PrefilterMip mip;
    shared::PrefilterSumParams params{}; // but for what differs between dispatches
    std::uint32_t tileCount;
    PrefilterBuffer words, weights;
};

// Keeps what was used last.
class PrefilterPasses
{
public:
    // The host may keep tables from run to run.
    explicit PrefilterPasses(Device& device, const KeptStore& store = {}) : m_device(device), m_store(store) {}

    std::shared_ptr<PrefilterSourcePass> source(std::uint32_t faceSize);

    // One pass for each mip, null for a copy. The team works out the tables that are missing. The result is empty if
    // the caller wants to stop.
    std::vector<std::shared_ptr<PrefilterMipPass>> mips(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                        WorkerTeam& team, const Monitor& monitor);
    void clear();

private:
    std::shared_ptr<PrefilterMipPass> find(const PrefilterMip& mip);
    void dropOldest();

    Device& m_device;
    KeptStore m_store;
    std::list<std::shared_ptr<PrefilterSourcePass>> m_sources; // most recently used first, as mips
    std::list<std::shared_ptr<PrefilterMipPass>> m_mips;
};

// The lights of some cubemaps of one size in one buffer: blocks of kInterleaved, then blocks of one, then the least
// texels.
class PrefilterLights
{
public:
    PrefilterLights(const PrefilterSourcePass& pass, std::uint32_t cubemapCount)
        : m_nodes(pass.nodeCount()), m_count(cubemapCount)
    {
    }

    std::uint64_t nodeBytes() const { return 16 * (std::uint64_t{m_nodes} + 1) * m_count; }
    std::uint64_t leastAt() const { return 16 * std::uint64_t{m_nodes} * m_count; }

    // Blocks of one kind.
    struct Blocks
    {
        std::uint32_t interleaved, firstCubemap, count;
    };
    std::vector<Blocks> blocks() const; // that there are

    template <typename Params> // of either kernel
    void setNodes(Params& params, const Blocks& blocks) const
    {
        params.firstCubemap = blocks.firstCubemap;
        params.blockNodes = m_nodes;
        params.firstNode = blocks.firstCubemap * m_nodes;
        params.leastOffset = std::uint32_t(leastAt() / 4);
    }

private:
    std::uint32_t m_nodes, m_count;
};

} // namespace pn::vulkan
