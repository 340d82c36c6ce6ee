#include "vulkan/passes/normalize.h"

#include "vulkan/passes/sh_project_kernels.h"

#include "core/kernel/geometry.h"

#include <cstring>

namespace pn::vulkan {
namespace {

// Where things are in the tables, in floats.
struct NormalizeTableLayout
{
    std::uint32_t values = 0, alphas = shared::kByteValues, rowPosition = 2 * shared::kByteValues, cosine, rowStride,
                  floats;

    NormalizeTableLayout(const Shape& shape, std::uint32_t rows)
    {
        rowStride = Geometry::paddedColumns(shape);
        cosine = rowPosition + shape.rows();
        floats = cosine + rows * rowStride;
    }
};

} // namespace

NormalizeVariant normalizeVariant(PnFormat format, PnFormat target, bool isRgb, const ProjectSettings& settings)
{
    return {
        .format = texelKind(format), .target = texelKind(target), .isRgb = isRgb, .clamps = settings.policy.clamps()};
}

NormalizeKernels::NormalizeKernels(Device& device, bool exactHalves)
    : m_device(device), m_layout(device), m_exactHalves(exactHalves)
{
}

VkPipeline NormalizeKernels::normalize(const NormalizeVariant& variant)
{
    auto& pipeline = m_normalize[variant];
    if (!pipeline)
    {
        const std::array constants{
            SpecConstant{shared::kSpecGroupSize, kGroupSize},  SpecConstant{shared::kSpecRgb, variant.isRgb},
            SpecConstant{shared::kSpecClamps, variant.clamps}, SpecConstant{shared::kSpecExactHalves, m_exactHalves},
            SpecConstant{shared::kSpecLaneRows, kLaneRows},    SpecConstant{shared::kSpecOneFace, variant.hasOneFace}};
        const bool isMade = variant.format == shared::kTexelRgba32f && variant.target != variant.format;
        const std::string name = isMade ? std::string("normalize_made_") + kernelSuffix(variant.target)
                                        : std::string("normalize_") + kernelSuffix(variant.format);
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel(name), constants);
    }
    return pipeline->handle();
}

VkPipeline NormalizeKernels::denominator()
{
    if (!m_denominator)
        m_denominator = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("denominator"),
                                                          std::span<const SpecConstant>());
    return m_denominator->handle();
}

VkPipeline NormalizeKernels::makeMip(PnFormat format)
{
    auto& pipeline = m_makeMip[texelKind(format)];
    if (!pipeline)
    {
        const std::array constants{SpecConstant{shared::kSpecGroupSize, kGroupSize}};
        const std::string name = std::string("make_mip_") + kernelSuffix(texelKind(format));
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel(name), constants);
    }
    return pipeline->handle();
}

NormalizeTables::NormalizeTables(Device& device, const Shape& shape, PnFormat format, std::uint32_t rows)
    : m_shape(shape), m_format(format), m_rows(rows), m_tables(device, NormalizeTableLayout(shape, rows).floats)
{
}

std::unique_ptr<Buffer> NormalizeTables::makeTables(const Chunk& chunk) const
{
    const std::uint32_t begin = keepsAllRows() ? 0 : chunk.rowBegin;
    const Geometry geometry(m_shape, begin, std::min(m_shape.rows(), begin + m_rows));
    const NormalizeTableLayout layout(m_shape, m_rows);
    return m_tables.make({{layout.values, m_format == PN_FORMAT_RGBA8_SRGB ? srgbTable() : unormTable()},
                          {layout.alphas, unormTable()},
                          {layout.rowPosition, geometry.rowPosition},
                          {layout.cosine, geometry.cosine}});
}

shared::NormalizeParams NormalizeTables::params(const Chunk& chunk, const TexelPolicy& policy) const
{
    const NormalizeTableLayout layout(m_shape, m_rows);
    const std::uint32_t stripRows = chunk.rowEnd - chunk.rowBegin;
    shared::NormalizeParams p{};
    p.columns = m_shape.columns();
    p.rowBegin = chunk.rowBegin;
    p.rowEnd = chunk.rowEnd;
    p.laneColumnsLog2 = log2(m_shape.laneColumns());
    p.groupFacesLog2 = log2(normalizeFacesPerGroup(normalizeLanes(m_shape, stripRows)));
    p.faceCount = chunk.faceCount;
    p.firstFace = chunk.firstFace;
    p.faceTexels = m_shape.width * (chunk.isPartial ? 2 * stripRows : m_shape.height);
    p.rowTexels = m_shape.width;
    p.topOffset = (chunk.isPartial ? chunk.rowEnd - 1 : m_shape.top(0)) * m_shape.width;
    p.bottomOffset = (chunk.isPartial ? stripRows - chunk.rowBegin : m_shape.bottom(0)) * m_shape.width; // may wrap
    p.leftColumn = m_shape.left(0);
    p.rightColumn = m_shape.right(0);
    p.cosineOffset = layout.cosine - (keepsAllRows() ? 0 : chunk.rowBegin) * layout.rowStride;
    p.geometryRowWords = layout.rowStride;
    p.rowPositionOffset = layout.rowPosition;
    p.tableOffset = layout.values;
    p.alphaTableOffset = layout.alphas;
    p.zeroNegative = policy.zeroNegative ? 1 : 0;
    p.maximumBits = policy.maximumBits;
    return p;
}

Denominators::Denominators(Device& device, NormalizeKernels& kernels, std::span<const shared::DenominatorParams> lobes,
                           std::uint32_t cubemapCount)
    : m_device(device), m_kernels(kernels), m_lobes(lobes.begin(), lobes.end()), m_cubemapCount(cubemapCount),
      m_buffer(device, 4 * std::uint64_t{shared::kDenominatorWords + 1} * lobes.size() * cubemapCount,
               MemoryKind::Device)
{
}

// One lobe is for all mips.
std::uint32_t Denominators::stepOffset() const
{
    return std::uint32_t(m_lobes.size()) * m_cubemapCount * shared::kDenominatorWords;
}

std::uint32_t Denominators::offsetOf(std::size_t mip) const
{
    const std::size_t lobe = m_lobes.size() > 1 ? mip : 0;
    return std::uint32_t(lobe) * m_cubemapCount * shared::kDenominatorWords;
}

Bindings Denominators::bindings(const BufferRange& coefficients) const
{
    return makeBindings(
        {{shared::kDenominatorInput, coefficients}, {shared::kDenominatorOutput, wholeRange(m_buffer)}});
}

void Denominators::record(VkCommandBuffer commands, VkDescriptorSet set, std::uint32_t coefficientStride)
{
    for (std::size_t lobe = 0; lobe < m_lobes.size(); ++lobe)
    {
        shared::DenominatorParams params = m_lobes[lobe];
        params.outputOffset = std::uint32_t(lobe) * m_cubemapCount * shared::kDenominatorWords;
        params.stepOffset = stepOffset() + std::uint32_t(lobe) * m_cubemapCount;
        params.coefficientStride = coefficientStride;
        params.cubemapCount = m_cubemapCount;
        bindKernel(m_device, commands, m_kernels.layout(), m_kernels.denominator(), set, params);
        const std::uint32_t groups = (m_cubemapCount + shared::kDeringCubemaps - 1) / shared::kDeringCubemaps;
        m_device.fn().vkCmdDispatch(commands, groups, 1, 1);
    }
}

void Denominators::recordReport(VkCommandBuffer commands, const Buffer& report, std::uint64_t offset)
{
    const VkBufferCopy copy{4 * std::uint64_t{stepOffset()}, offset, reportBytes()};
    m_device.fn().vkCmdCopyBuffer(commands, m_buffer.handle(), report.handle(), 1, &copy);
}

std::vector<std::uint32_t> Denominators::readSteps(const std::byte* report, std::uint32_t cubemap) const
{
    std::vector<std::uint32_t> steps;
    for (std::size_t lobe = 0; lobe < m_lobes.size(); ++lobe)
    {
        float step = 0.0f;
        std::memcpy(&step, report + 4 * (lobe * m_cubemapCount + cubemap), sizeof(step));
        steps.push_back(std::uint32_t(step));
    }
    return steps;
}

Bindings NormalizeBuffers::bindings() const
{
    return makeBindings({{shared::kNormalizeTexels, texels},
                         {shared::kNormalizeGeometry, wholeRange(tables->buffer())},
                         {shared::kNormalizeOutput, results},
                         {shared::kNormalizeDenominators, wholeRange(*denominators)}});
}

// NOLINTNEXTLINE(readability-function-size): all that one dispatch differs by
void recordNormalize(Device& device, NormalizeKernels& kernels, VkCommandBuffer commands, VkDescriptorSet set,
                     const NormalizeTables& tables, const Chunk& chunk, const NormalizeVariant& variant,
                     const TexelPolicy& policy, std::uint32_t denominatorOffset)
{
    shared::NormalizeParams params = tables.params(chunk, policy);
    params.denominatorOffset = denominatorOffset;
    bindKernel(device, commands, kernels.layout(), kernels.normalize(variant), set, params);
    const std::uint32_t lanes = normalizeLanes(tables.shape(), chunk.rowEnd - chunk.rowBegin);
    const std::uint32_t groupFaces = normalizeFacesPerGroup(lanes);
    const std::uint32_t groups = (chunk.faceCount + groupFaces - 1) / groupFaces;
    device.fn().vkCmdDispatch(commands, groups, (lanes + kGroupSize - 1) / kGroupSize, 1);
}

} // namespace pn::vulkan
