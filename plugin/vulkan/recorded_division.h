#pragma once

#include "vulkan/division.h"

namespace pn::vulkan {

// Some texels of a cubemap: of one mip, whole faces or two bands of rows of one.
struct TexelPiece
{
    std::size_t mip = 0;
    Shape shape;
    Chunk chunk;
};

// Where a recorded job's texels come from.
class TexelSource
{
public:
    virtual ~TexelSource() = default;

    // Puts texels tightly into the job's buffer, after the kernels that read it before; those that follow wait for it.
    virtual void recordLoad(VkCommandBuffer commands, const TexelPiece& piece) = 0;
};

// Where its divided texels go.
class TexelTarget
{
public:
    virtual ~TexelTarget() = default;

    virtual void recordStore(VkCommandBuffer commands, const TexelPiece& piece, const Buffer& from) = 0;
};

// What a recorded job does.
struct RecordedPlan
{
    Shape shape; // of the first mip
    PnFormat format = PN_FORMAT_UNDEFINED;
    ProjectSettings settings;
    std::vector<shared::DenominatorParams> denominators; // of each mip, or one for all; none: nothing is divided
    std::uint32_t mipCount = 1;                          // that are divided
    std::uint64_t chunkBytes = 0;

    Shape mipShape(std::size_t mip) const { return Shape::cubemap(std::max(1u, shape.width >> mip)); }
    std::size_t denominatorOf(std::size_t mip) const { return denominators.size() > 1 ? mip : 0; }
};

std::vector<DividePiece> recordedPieces(const Device& device, const RecordedPlan& plan);

// The second half of a recorded job: denominators from the coefficients, and the division of all mips.
class RecordedDivision
{
public:
    RecordedDivision(Device& device, DivideKernels& kernels, const RecordedPlan& plan,
                     std::span<const DividePiece> pieces, const Buffer& texels, const Buffer& coefficients);

    // holdsFirst: the buffer of texels holds the first piece already.
    void record(VkCommandBuffer commands, TexelSource& source, TexelTarget& target, bool holdsFirst, bool withTables);

private:
    void writeAllTables();
    void updateSets(const Buffer& texels, const Buffer& coefficients);
    void recordTables(VkCommandBuffer commands);
    void recordDenominators(VkCommandBuffer commands);

    Device& m_device;
    DivideKernels& m_kernels;
    const RecordedPlan& m_plan;
    std::span<const DividePiece> m_pieces;
    DivideVariant m_variant;
    Buffer m_tableUpload, m_tables, m_denominators, m_results;
    DescriptorSets m_sets; // one a piece, and the denominators'
};

} // namespace pn::vulkan
