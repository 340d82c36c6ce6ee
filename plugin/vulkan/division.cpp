#include "vulkan/division.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kLaneRows = 16;     // enough work to pay for a lane's constants
constexpr std::uint32_t kMaxGroups = 32768; // along one side of the grid; Vulkan promises 65535
constexpr std::uint32_t kTableFloats = 256;

// Where things stand in a piece's tables, in floats.
struct TableLayout
{
    std::uint32_t values = 0, alphas = kTableFloats, rise = 2 * kTableFloats, slope, rowStride, floats;

    explicit TableLayout(const DividePiece& piece)
    {
        rowStride = Geometry::paddedColumns(piece.shape);
        slope = rise + piece.shape.rows();
        floats = slope + (piece.chunk.rowEnd - piece.chunk.rowBegin) * rowStride;
    }
};

// Rows of the quarter whose texels, results and workgroups are not too many for one dispatch.
std::uint32_t pieceRows(const Shape& shape, std::uint64_t maxTexels)
{
    const std::uint64_t byTexels = maxTexels / (2 * std::uint64_t{shape.width});
    const std::uint64_t byGroups = std::uint64_t{kMaxGroups} * kGroupSize / shape.laneColumns() * kLaneRows;
    return std::uint32_t(std::clamp<std::uint64_t>(std::min(byTexels, byGroups), 1, shape.rows()));
}

shared::NormalizeParams divideParams(const DividePiece& piece, const TexelPolicy& policy)
{
    const Shape& shape = piece.shape;
    const Chunk& chunk = piece.chunk;
    const TableLayout layout(piece);
    const std::uint32_t bandRows = chunk.rowEnd - chunk.rowBegin;
    shared::NormalizeParams p{};
    p.columns = shape.columns();
    p.rowBegin = chunk.rowBegin;
    p.rowEnd = chunk.rowEnd;
    p.laneColumnsLog2 = std::uint32_t(std::countr_zero(shape.laneColumns()));
    p.firstItem = chunk.firstItem;
    p.itemTexels = shape.width * (chunk.isPart ? 2 * bandRows : shape.height);
    p.rowTexels = shape.width;
    p.topOffset = (chunk.isPart ? chunk.rowEnd - 1 : shape.top(0)) * shape.width;
    p.bottomOffset = (chunk.isPart ? bandRows - chunk.rowBegin : shape.bottom(0)) * shape.width; // may wrap below zero
    p.leftColumn = shape.left(0);
    p.rightColumn = shape.right(0);
    p.slopeOffset = layout.slope - chunk.rowBegin * layout.rowStride;
    p.geometryRowWords = layout.rowStride;
    p.riseOffset = layout.rise;
    p.tableOffset = layout.values;
    p.alphaTableOffset = layout.alphas;
    p.denominatorOffset = piece.denominatorOffset;
    p.zeroNegative = policy.zeroNegative ? 1 : 0;
    p.maximumBits = policy.maximumBits;
    return p;
}

template <typename Params>
void bind(Device& device, DivideKernels& kernels, VkCommandBuffer commands, VkPipeline pipeline, VkDescriptorSet set,
          const Params& params)
{
    const auto& fn = device.fn();
    const VkPipelineLayout layout = kernels.layout().handle();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    fn.vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(params), &params);
}

} // namespace

DivideVariant divideVariant(PnFormat format, bool isRgb, const ProjectSettings& settings)
{
    return {texelKind(format), isRgb, settings.policy.clamps()};
}

DivideKernels::DivideKernels(Device& device, bool exactHalves)
    : m_device(device), m_layout(device), m_exactHalves(exactHalves)
{
}

VkPipeline DivideKernels::divide(const DivideVariant& variant)
{
    auto& pipeline = m_divide[variant];
    if (!pipeline)
    {
        const std::array<std::uint32_t, 5> constants{kGroupSize, variant.isRgb, variant.clamps, m_exactHalves,
                                                     kLaneRows};
        const std::string name = std::string("normalize_") + kernelSuffix(variant.format);
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel(name), constants);
    }
    return pipeline->handle();
}

VkPipeline DivideKernels::denominator()
{
    if (!m_denominator)
        m_denominator = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("denominator"),
                                                          std::span<const std::uint32_t>());
    return m_denominator->handle();
}

std::vector<DividePiece> dividePieces(const Device& device, const Shape& shape, PnFormat format,
                                      std::uint32_t cubemapCount, std::uint64_t maxBytes)
{
    const std::uint64_t texelBytes = formatBytes(format), resultBytes = formatBytes(normalizedFormat(format));
    const std::uint64_t limit = std::min<std::uint64_t>(maxBytes, device.limits().maxStorageBufferRange);
    const std::uint64_t maxTexels = limit / std::max(texelBytes, resultBytes);
    const std::uint32_t rows = pieceRows(shape, maxTexels), faces = 6 * cubemapCount;
    const auto items =
        std::uint32_t(std::clamp<std::uint64_t>(maxTexels / shape.texelsPerFace(), 1, std::min(faces, kMaxGroups)));
    const bool isPart = rows < shape.rows();
    std::vector<DividePiece> pieces;
    for (std::uint32_t begin = 0; begin < shape.rows(); begin += rows)
        for (std::uint32_t first = 0; first < faces; first += isPart ? 1 : items)
        {
            const std::uint32_t count = isPart ? 1 : std::min(items, faces - first);
            const std::uint32_t end = std::min(shape.rows(), begin + rows);
            const std::uint64_t texels =
                isPart ? 2 * std::uint64_t{shape.width} * (end - begin) : shape.texelsPerFace() * count;
            DividePiece piece;
            piece.shape = shape;
            piece.chunk = {first, count, 0, 0, begin, end, isPart, texels * texelBytes};
            piece.resultBytes = texels * resultBytes;
            piece.tableBytes = 4 * std::uint64_t{TableLayout(piece).floats};
            pieces.push_back(piece);
        }
    return pieces;
}

void writeTables(const DividePiece& piece, PnFormat format, const Geometry& geometry, std::byte* to)
{
    const TableLayout layout(piece);
    const auto put = [&](std::uint32_t at, std::span<const float> values) {
        std::memcpy(to + std::size_t{at} * 4, values.data(), values.size_bytes());
    };
    put(layout.values, format == PN_FORMAT_RGBA8_SRGB ? srgbTable() : unormTable());
    put(layout.alphas, unormTable());
    put(layout.rise, geometry.rise);
    put(layout.slope, {geometry.slopeRow(piece.chunk.rowBegin),
                       std::size_t{piece.chunk.rowEnd - piece.chunk.rowBegin} * layout.rowStride});
}

void recordDenominator(Device& device, DivideKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set,
                       const shared::DenominatorParams& params)
{
    bind(device, kernels, commands, kernels.denominator(), set, params);
    device.fn().vkCmdDispatch(commands, 1, 1, 1);
}

void recordDivide(Device& device, DivideKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set,
                  const DividePiece& piece, const DivideVariant& variant, const TexelPolicy& policy)
{
    const std::uint32_t rows = piece.chunk.rowEnd - piece.chunk.rowBegin;
    const std::uint64_t lanes = std::uint64_t{piece.shape.laneColumns()} * ((rows + kLaneRows - 1) / kLaneRows);
    bind(device, kernels, commands, kernels.divide(variant), set, divideParams(piece, policy));
    device.fn().vkCmdDispatch(commands, piece.chunk.itemCount, std::uint32_t((lanes + kGroupSize - 1) / kGroupSize), 1);
}

} // namespace pn::vulkan
