#include "vulkan/recorded_division.h"

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kAlignment = 256; // of a range in a buffer; no device asks for more

std::uint64_t tableBytes(std::span<const DividePiece> pieces)
{
    return pieces.back().tables + pieces.back().tableBytes;
}

std::uint64_t mostResultBytes(std::span<const DividePiece> pieces)
{
    std::uint64_t most = 0;
    for (const DividePiece& piece : pieces)
        most = std::max(most, piece.resultBytes);
    return most;
}

} // namespace

std::vector<DividePiece> recordedPieces(const Device& device, const RecordedPlan& plan)
{
    std::vector<DividePiece> pieces;
    std::uint64_t tables = 0;
    for (std::size_t mip = 0; mip < plan.mipCount && !plan.denominators.empty(); ++mip)
        for (DividePiece piece : dividePieces(device, plan.mipShape(mip), plan.format, 1, plan.chunkBytes))
        {
            piece.mip = mip;
            piece.denominatorOffset = std::uint32_t(plan.denominatorOf(mip)) * shared::kDenominatorWords;
            piece.tables = tables;
            tables += (piece.tableBytes + kAlignment - 1) / kAlignment * kAlignment;
            pieces.push_back(piece);
        }
    return pieces;
}

RecordedDivision::RecordedDivision(Device& device, DivideKernels& kernels, const RecordedPlan& plan,
                                   std::span<const DividePiece> pieces, const Buffer& texels,
                                   const Buffer& coefficients)
    : m_device(device), m_kernels(kernels), m_plan(plan), m_pieces(pieces),
      m_variant(divideVariant(plan.format, plan.denominators.front().isRgb != 0, plan.settings)),
      m_tableUpload(device, tableBytes(pieces), MemoryKind::Upload),
      m_tables(device, tableBytes(pieces), MemoryKind::Device),
      m_denominators(device, 4 * std::uint64_t{shared::kDenominatorWords} * plan.denominators.size(),
                     MemoryKind::Device),
      m_results(device, mostResultBytes(pieces), MemoryKind::Device),
      m_sets(device, kernels.layout(), std::uint32_t(pieces.size()) + 1)
{
    writeAllTables();
    updateSets(texels, coefficients);
    kernels.denominator();
    kernels.divide(m_variant);
}

void RecordedDivision::writeAllTables()
{
    for (const DividePiece& piece : m_pieces)
    {
        const Geometry geometry(piece.shape, piece.chunk.rowBegin, piece.chunk.rowEnd);
        writeTables(piece, m_plan.format, geometry, m_tableUpload.mapped() + piece.tables);
    }
    m_tableUpload.flush();
}

void RecordedDivision::updateSets(const Buffer& texels, const Buffer& coefficients)
{
    const BufferRange denominators{m_denominators.handle(), 0, VK_WHOLE_SIZE};
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
    {
        const DividePiece& piece = m_pieces[i];
        const std::array<BufferRange, 4> buffers{BufferRange{texels.handle(), 0, piece.chunk.bytes},
                                                 BufferRange{m_tables.handle(), piece.tables, piece.tableBytes},
                                                 BufferRange{m_results.handle(), 0, piece.resultBytes}, denominators};
        m_sets.update(std::uint32_t(i), buffers);
    }
    const std::array<BufferRange, 4> buffers{BufferRange{coefficients.handle(), 0, VK_WHOLE_SIZE}, BufferRange{},
                                             BufferRange{}, denominators};
    m_sets.update(std::uint32_t(m_pieces.size()), buffers);
}

void RecordedDivision::record(VkCommandBuffer commands, TexelSource& source, TexelTarget& target, bool holdsFirst,
                              bool withTables)
{
    if (withTables)
        recordTables(commands);
    recordDenominators(commands);
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
    {
        const TexelPiece piece{m_pieces[i].mip, m_pieces[i].shape, m_pieces[i].chunk};
        if (i > 0 || !holdsFirst)
            source.recordLoad(commands, piece);
        barrier(m_device, commands, kTransferRead, kKernelWrite);
        recordDivide(m_device, m_kernels, commands, m_sets[std::uint32_t(i)], m_pieces[i], m_variant,
                     m_plan.settings.policy);
        barrier(m_device, commands, kKernelWrite, kTransferRead);
        target.recordStore(commands, piece, m_results);
    }
}

void RecordedDivision::recordTables(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelRead, kTransferWrite);
    const VkBufferCopy copy{0, 0, m_tables.size()};
    m_device.fn().vkCmdCopyBuffer(commands, m_tableUpload.handle(), m_tables.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kKernelRead);
}

void RecordedDivision::recordDenominators(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelReadWrite, kKernelReadWrite);
    const VkDescriptorSet set = m_sets[std::uint32_t(m_pieces.size())];
    for (const shared::DenominatorParams& params : m_plan.denominators)
        recordDenominator(m_device, m_kernels, commands, set, params);
    barrier(m_device, commands, kKernelWrite, kKernelRead);
}

} // namespace pn::vulkan
