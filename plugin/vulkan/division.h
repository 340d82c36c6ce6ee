#pragma once

#include "vulkan/projection.h"

#include "core/backend.h"

namespace pn::vulkan {

// What fixes a pipeline of the divide pass.
struct DivideVariant
{
    std::uint32_t format = 0; // shared::kTexel...
    bool isRgb = false;
    bool clamps = false;

    auto operator<=>(const DivideVariant&) const = default;
};

DivideVariant divideVariant(PnFormat format, bool isRgb, const ProjectSettings& settings);

// The kernels of the divide pass on one device; pipelines are made when they are first asked for.
class DivideKernels
{
public:
    DivideKernels(Device& device, bool exactHalves); // as ProjectKernels has it

    const PipelineLayout& layout() const { return m_layout; }
    VkPipeline divide(const DivideVariant& variant);
    VkPipeline denominator();

private:
    Device& m_device;
    PipelineLayout m_layout;
    bool m_exactHalves;
    std::map<DivideVariant, std::unique_ptr<ComputePipeline>> m_divide;
    std::unique_ptr<ComputePipeline> m_denominator;
};

// Rows of some faces that go through the kernel in one dispatch, and where their memory is.
struct DividePiece
{
    std::size_t mip = 0;
    Shape shape;
    Chunk chunk;                         // of the texels; bytes are those to read
    std::uint32_t denominatorOffset = 0; // words
    std::uint64_t texels = 0;            // offsets into the buffers, in bytes
    std::uint64_t results = 0;
    std::uint64_t tables = 0;
    std::uint64_t resultBytes = 0;
    std::uint64_t tableBytes = 0;
};

// A mip, or a batch of cubemaps that lie one after the other, cut into pieces of at most so many bytes read or written.
std::vector<DividePiece> dividePieces(const Device& device, const Shape& shape, PnFormat format,
                                      std::uint32_t cubemapCount, std::uint64_t maxBytes);

// The tables that a piece reads: values of bytes, and directions. geometry covers its rows.
void writeTables(const DividePiece& piece, PnFormat format, const Geometry& geometry, std::byte* to);

// Records the making of one denominator; coefficients are [index][channel].
void recordDenominator(Device& device, DivideKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set,
                       const shared::DenominatorParams& params);

// Records the division of a piece, whose set has its texels, tables, results and the denominators.
void recordDivide(Device& device, DivideKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set,
                  const DividePiece& piece, const DivideVariant& variant, const TexelPolicy& policy);

} // namespace pn::vulkan
