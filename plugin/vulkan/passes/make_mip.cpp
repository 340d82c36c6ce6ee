#include "vulkan/passes/make_mip.h"

#include "core/kernel/geometry.h"

namespace pn::vulkan {
namespace {

// Where things are in the tables, in floats.
constexpr std::uint32_t kAlphas = shared::kByteValues, kWeights = 2 * shared::kByteValues;

std::uint64_t tableFloats(std::uint32_t sourceSize)
{
    const Shape shape = Shape::cubemap(sourceSize / 2);
    const std::uint64_t taps = MipWeights::tapsOf(sourceSize);
    return kWeights + taps * taps * shape.rows() * shape.columns();
}

} // namespace

MakeMipTables::MakeMipTables(Device& device, std::uint32_t sourceSize, PnFormat format)
    : m_device(device), m_sourceSize(sourceSize), m_format(format), m_tables(device, tableFloats(sourceSize))
{
}

std::unique_ptr<Buffer> MakeMipTables::makeTables() const
{
    const MipWeights weights(m_sourceSize);
    return m_tables.make({{0, m_format == PN_FORMAT_RGBA8_SRGB ? srgbTable() : unormTable()},
                          {kAlphas, unormTable()},
                          {kWeights, weights.weights}});
}

Bindings MakeMipTables::bindings(const BufferRange& source, const BufferRange& mip) const
{
    return makeBindings(
        {{shared::kMakeTexels, source}, {shared::kMakeTables, wholeRange(buffer())}, {shared::kMakeOutput, mip}});
}

shared::MakeMipParams MakeMipTables::params(const Chunk& chunk, const TexelPolicy& policy) const
{
    const Shape shape = Shape::cubemap(m_sourceSize / 2);
    return {.sourceSize = m_sourceSize,
            .size = shape.width,
            .taps = MipWeights::tapsOf(m_sourceSize),
            .texelCount = std::uint32_t(chunk.texels(shape)),
            .tableOffset = 0,
            .alphaTableOffset = kAlphas,
            .weightOffset = kWeights,
            .zeroNegative = policy.zeroNegative ? 1u : 0u,
            .maximumBits = policy.maximumBits};
}

void MakeMipTables::record(NormalizeKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set, const Chunk& chunk,
                           const TexelPolicy& policy) const
{
    const shared::MakeMipParams values = params(chunk, policy);
    bindKernel(m_device, commands, kernels.layout(), kernels.makeMip(m_format), set, values);
    dispatchGroups(m_device, commands, (values.texelCount + kGroupSize - 1) / kGroupSize);
}

} // namespace pn::vulkan
