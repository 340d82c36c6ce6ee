#include "vulkan/passes/bc6h_encode.h"

#include "core/kernel/bc6h_format.h"
#include "vulkan/passes/chunks.h"

#include <algorithm>
#include <array>
#include <vector>

namespace pn::vulkan {
namespace {

using Words = std::vector<std::uint32_t>;

Words tableWords()
{
    Words words(shared::kBc6hTableWords);
    std::copy(bc6h::kShapes.begin(), bc6h::kShapes.end(), words.begin() + shared::kBc6hShapes);
    std::copy(bc6h::kAnchors.begin(), bc6h::kAnchors.end(), words.begin() + shared::kBc6hAnchors);
    std::copy(bc6h::kFromCoarse.begin(), bc6h::kFromCoarse.end(), words.begin() + shared::kBc6hFromCoarse);
    std::uint32_t run = 0;
    for (std::uint32_t i = 0; i < bc6h::kModeCount; ++i)
    {
        const bc6h::Mode& mode = bc6h::kModes[i];
        words[shared::kBc6hCodes + i] = mode.code;
        words[shared::kBc6hBits + i] = mode.endpointBits;
        for (std::uint32_t c = 0; c < 3; ++c)
            words[shared::kBc6hBits + i] |= (mode.isDelta ? mode.deltaBits[c] : bc6h::kNoDelta) << 8 * (c + 1);
        words[shared::kBc6hRunBegins + i] = run;
        for (const bc6h::BitRun& bits : bc6h::runsOf(i))
            words[shared::kBc6hRuns + run++] =
                bits.value | bits.lowest << 8 | bits.count << 16 | std::uint32_t{bits.falls} << 24;
    }
    words[shared::kBc6hRunBegins + bc6h::kModeCount] = run;
    return words;
}

} // namespace

const ComputePipeline& Bc6hKernels::pipeline(std::uint32_t effort, bool isSigned)
{
    auto& pipeline = m_pipelines[{effort, isSigned}];
    if (!pipeline)
        pipeline = std::make_unique<ComputePipeline>(
            m_device, m_layout, kernel("bc6h_encode"),
            std::array{SpecConstant{shared::kSpecBc6hEffort, effort}, SpecConstant{shared::kSpecBc6hSigned, isSigned}});
    return *pipeline;
}

void Bc6hKernels::makeTables()
{
    if (m_tables)
        return;
    auto tables = std::make_unique<Tables>(m_device, shared::kBc6hTableWords);
    m_made = tables->make({{0, tableWords()}});
    m_tables = std::move(tables);
}

void Bc6hKernels::recordTables(VkCommandBuffer commands)
{
    makeTables();
    m_tables->recordCopy(commands, *m_made);
}

Bindings Bc6hKernels::bindings(const BufferRange& texels, const BufferRange& blocks)
{
    makeTables();
    return makeBindings({{shared::kBc6hTexels, texels},
                         {shared::kBc6hTables, wholeRange(m_tables->buffer())},
                         {shared::kBc6hBlocks, blocks}});
}

void Bc6hKernels::record(VkCommandBuffer commands, const ComputePipeline& pipeline, VkDescriptorSet set,
                         std::uint32_t width, std::uint32_t height) const
{
    const std::uint32_t columns = (width + 3) / 4, count = columns * ((height + 3) / 4);
    const shared::Bc6hParams params{width, height, columns, count};
    bindKernel(m_device, commands, m_layout, pipeline.handle(), set, params);
    dispatchGroups(m_device, commands, (count + shared::kBc6hGroupSize - 1) / shared::kBc6hGroupSize);
}

} // namespace pn::vulkan
