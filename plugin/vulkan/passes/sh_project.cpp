#include "vulkan/passes/sh_project.h"

#include "core/kernel/geometry.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kFinalizeGroups = 1024; // enough for the largest devices; only then several probes per group
constexpr std::uint32_t kForth = 0, kBack = 1, kFinish = 2; // descriptor sets

// Where things are in the tables, in floats.
struct TableLayout
{
    std::uint32_t values = 0, factors, weights, rowPairs, rowPosition, terms, firstTerms, floats;

    TableLayout(const Shape& shape, std::uint32_t rows, const FinalizePlan& plan)
    {
        rowPairs = shape.isCubemap() ? Geometry::paddedColumns(shape) : 1;
        factors = shared::kByteValues;
        weights = factors + kMaxTerms * Geometry::paddedColumns(shape); // even
        rowPosition = weights + 2 * rows * rowPairs;
        terms = (rowPosition + shape.rows() + 1) / 2 * 2; // even
        firstTerms = terms + 2 * std::uint32_t(plan.terms.size());
        floats = firstTerms + std::uint32_t(plan.firstTerm.size());
    }
};

std::vector<float> weightPairs(const Geometry& geometry)
{
    std::vector<float> pairs(2 * geometry.weight.size());
    for (std::size_t i = 0; i < geometry.weight.size(); ++i)
    {
        pairs[2 * i] = geometry.weight[i];
        pairs[2 * i + 1] = geometry.cosine[i];
    }
    return pairs;
}

} // namespace

ShProject::ShProject(Device& device, ShProjectKernels& kernels, const Shape& shape, PnFormat format,
                     const ProjectSettings& settings, std::uint32_t mostProbes)
    : m_device(device), m_kernels(kernels), m_shape(shape), m_format(format), m_settings(settings),
      m_variant(kernels.variant(shape, format, settings)), m_mostProbes(mostProbes), m_plan(shape, settings.bands),
      m_tableRows(Geometry::isKeptWhole(shape) ? shape.rows() : shape.maxSegmentRows()),
      m_tables(device, TableLayout(shape, m_tableRows, m_plan).floats),
      m_partials(device, partialBytes(), MemoryKind::Device),
      m_combined(device, std::max<std::uint64_t>(4, m_partials.size() / shared::kCombinePartials), MemoryKind::Device),
      m_counts(device, 4 * std::uint64_t{shared::kCountWords} * mostProbes, MemoryKind::Device),
      m_coefficients(device, 4 * std::uint64_t{floatsPerProbe()} * mostProbes, MemoryKind::Device),
      m_sets(device, kernels.layout(), 3)
{
    updateSets();
}

// A pass that finishes probes leaves no partials, but a buffer has to be bound.
std::uint64_t ShProject::partialBytes() const
{
    const std::uint64_t faces = std::uint64_t{m_mostProbes} * m_shape.faceCount;
    return finishesInOnePass() ? 4 : 4 * faces * blocksPerFace(m_shape) * floatsPerProbe();
}

std::uint64_t ShProject::bytes() const
{
    return m_tables.buffer().size() + m_partials.size() + m_combined.size() + m_counts.size() + m_coefficients.size();
}

std::uint32_t ShProject::combineCount() const
{
    std::uint32_t count = 0;
    for (std::uint32_t left = blocksPerFace(m_shape); left > shared::kCombinePartials; ++count)
        left /= shared::kCombinePartials;
    return count;
}

// Partials of a face after so many combining passes.
std::uint32_t ShProject::partialsAfter(std::uint32_t combines) const
{
    std::uint32_t left = blocksPerFace(m_shape);
    for (std::uint32_t pass = 0; pass < combines; ++pass)
        left /= shared::kCombinePartials;
    return left;
}

// An odd number of combining passes ends in m_combined. There is none, one or two.
void ShProject::updateSets()
{
    const bool endsInCombined = combineCount() == 1;
    const auto combine = [this](std::uint32_t set, const Buffer& from, const Buffer& to) {
        m_sets.update(
            set, makeBindings({{shared::kCombineInput, wholeRange(from)}, {shared::kCombineOutput, wholeRange(to)}}));
    };
    combine(kForth, m_partials, m_combined);
    combine(kBack, m_combined, m_partials);
    m_sets.update(kFinish, makeBindings({{shared::kFinalizeInput, wholeRange(endsInCombined ? m_combined : m_partials)},
                                         {shared::kFinalizeTerms, wholeRange(m_tables.buffer())},
                                         {shared::kFinalizeOutput, wholeRange(m_coefficients)}}));
}

void ShProject::makePipelines()
{
    m_kernels.project(m_variant);
    if (finishesInOnePass())
        return;
    m_kernels.combine();
    m_kernels.finalize({m_settings.bands, partialsAfter(combineCount()), m_shape.faceCount});
}

std::unique_ptr<Buffer> ShProject::makeTables(const Chunk& chunk) const
{
    const std::uint32_t begin = keepsAllRows() ? 0 : chunk.rowBegin;
    const Geometry geometry(m_shape, begin, std::min(m_shape.rows(), begin + m_tableRows));
    const TableLayout layout(m_shape, m_tableRows, m_plan);
    return m_tables.make({{layout.values, m_format == PN_FORMAT_RGBA8_SRGB ? srgbTable() : unormTable()},
                          {layout.rowPosition, geometry.rowPosition},
                          {layout.factors, geometry.factors},
                          {layout.weights, weightPairs(geometry)},
                          {layout.terms, m_plan.terms},
                          {layout.firstTerms, m_plan.firstTerm}});
}

void ShProject::recordClear(VkCommandBuffer commands)
{
    m_device.fn().vkCmdFillBuffer(commands, m_counts.handle(), 0, VK_WHOLE_SIZE, 0);
}

Bindings ShProject::bindings(const BufferRange& texels) const
{
    return makeBindings({{shared::kProjectTexels, texels},
                         {shared::kProjectGeometry, wholeRange(m_tables.buffer())},
                         {shared::kProjectOutput, wholeRange(finishesInOnePass() ? m_coefficients : m_partials)},
                         {shared::kProjectCounts, wholeRange(m_counts)}});
}

shared::ShProjectParams ShProject::params(const Chunk& chunk) const
{
    const TableLayout layout(m_shape, m_tableRows, m_plan);
    const std::uint32_t stripRows = chunk.rowEnd - chunk.rowBegin;
    shared::ShProjectParams p{};
    p.columns = m_shape.columns();
    p.rows = m_shape.rows();
    p.segmentsLog2 = log2(m_shape.segments());
    p.laneColumnsLog2 = log2(m_shape.laneColumns());
    p.groupLanesLog2 = log2(groupLanes(m_shape));
    p.faceCount = chunk.faceCount;
    p.facesPerProbe = m_shape.faceCount;
    p.firstFace = chunk.firstFace;
    p.firstBlock = chunk.firstSegment * (blocksPerFace(m_shape) / m_shape.segments());
    p.blocksPerFace = blocksPerFace(m_shape);
    p.faceTexels = m_shape.width * m_shape.height;
    p.topOffset = (chunk.isPartial ? chunk.rowEnd - 1 : m_shape.top(0)) * m_shape.width;
    p.bottomOffset = (chunk.isPartial ? stripRows - chunk.rowBegin : m_shape.bottom(0)) * m_shape.width; // may wrap
    p.leftColumn = m_shape.left(0);
    p.rightColumn = m_shape.right(0);
    p.width = m_shape.width;
    p.height = m_shape.height;
    p.weightOffset = layout.weights / 2 - (keepsAllRows() ? 0 : chunk.rowBegin) * layout.rowPairs;
    p.geometryRowPairs = layout.rowPairs;
    p.rowPositionOffset = layout.rowPosition;
    p.factorOffset = layout.factors;
    p.factorStride = Geometry::paddedColumns(m_shape);
    p.tableOffset = layout.values;
    p.zeroNegative = m_settings.policy.zeroNegative ? 1 : 0;
    p.maximumBits = m_settings.policy.maximumBits;
    p.reciprocalSize = Geometry::reciprocalSize(m_shape);
    p.termOffset = layout.terms / 2;
    p.firstTermOffset = layout.firstTerms;
    p.termCount = std::uint32_t(m_plan.terms.size());
    p.scaleBits = std::bit_cast<std::uint32_t>(m_plan.scale);
    return p;
}

void ShProject::recordChunk(VkCommandBuffer commands, const Chunk& chunk, VkDescriptorSet set)
{
    bindKernel(m_device, commands, m_kernels.layout(), m_kernels.project(m_variant), set, params(chunk));
    const std::uint32_t facesPerGroup = m_variant.lanes / groupLanes(m_shape);
    const std::uint32_t groups = (chunk.faceCount + facesPerGroup - 1) / facesPerGroup;
    // Neighbouring workgroups are the faces that share a block's geometry, or as many as a grid's side holds.
    const std::uint32_t blocks = blocksPerFace(m_shape);
    const std::uint32_t x = std::min(groups, blocks > 1 ? m_shape.faceCount : kMaxGridSide);
    const std::uint32_t y = chunk.isPartial ? chunk.segmentCount * (blocks / m_shape.segments()) : blocks;
    m_device.fn().vkCmdDispatch(commands, x, y, (groups + x - 1) / x);
}

void ShProject::recordCombine(VkCommandBuffer commands, std::uint32_t pass, std::uint32_t probeCount)
{
    const shared::ShCombineParams p{.outputCount = probeCount * m_shape.faceCount * partialsAfter(pass + 1),
                                    .inputsPerOutput = shared::kCombinePartials,
                                    .floatsPerPartial = floatsPerProbe()};
    bindKernel(m_device, commands, m_kernels.layout(), m_kernels.combine(), m_sets[pass % 2 == 0 ? kForth : kBack], p);
    dispatchGroups(m_device, commands, p.outputCount);
}

shared::ShFinalizeParams ShProject::finalizeParams(std::uint32_t probeCount) const
{
    const TableLayout layout(m_shape, m_tableRows, m_plan);
    const std::uint32_t most =
        std::min(kGroupSize / floatsPerProbe(), shared::kMaxFinalizeMoments / (floatsPerProbe() * m_shape.faceCount));
    return {.probeCount = probeCount,
            .probesPerGroup = std::clamp(probeCount / kFinalizeGroups, 1u, std::max(1u, most)),
            .termOffset = layout.terms / 2,
            .firstTermOffset = layout.firstTerms,
            .termCount = std::uint32_t(m_plan.terms.size()),
            .scaleBits = std::bit_cast<std::uint32_t>(m_plan.scale)};
}

void ShProject::recordFinalize(VkCommandBuffer commands, std::uint32_t probeCount)
{
    const shared::ShFinalizeParams p = finalizeParams(probeCount);
    const VkPipeline pipeline =
        m_kernels.finalize({m_settings.bands, partialsAfter(combineCount()), m_shape.faceCount});
    bindKernel(m_device, commands, m_kernels.layout(), pipeline, m_sets[kFinish], p);
    dispatchGroups(m_device, commands, (p.probeCount + p.probesPerGroup - 1) / p.probesPerGroup);
}

std::uint32_t ShProject::finishCount() const
{
    return finishesInOnePass() ? 0 : combineCount() + 1;
}

void ShProject::recordFinish(VkCommandBuffer commands, std::uint32_t pass, std::uint32_t probeCount)
{
    if (pass < combineCount())
        recordCombine(commands, pass, probeCount);
    else if (pass < finishCount())
        recordFinalize(commands, probeCount);
}

std::uint64_t ShProject::reportBytes(std::uint32_t probeCount) const
{
    return 4 * std::uint64_t{probeCount} * (floatsPerProbe() + shared::kCountWords);
}

// Coefficients of all probes, and behind them their counts.
void ShProject::recordReport(VkCommandBuffer commands, const Buffer& report, std::uint64_t offset,
                             std::uint32_t probeCount)
{
    const std::uint64_t coefficientBytes = 4 * std::uint64_t{floatsPerProbe()} * probeCount;
    const VkBufferCopy coefficients{0, offset, coefficientBytes};
    const VkBufferCopy counts{0, offset + coefficientBytes, 4 * std::uint64_t{shared::kCountWords} * probeCount};
    m_device.fn().vkCmdCopyBuffer(commands, m_coefficients.handle(), report.handle(), 1, &coefficients);
    m_device.fn().vkCmdCopyBuffer(commands, m_counts.handle(), report.handle(), 1, &counts);
}

ProbeResult ShProject::readReport(const std::byte* report, std::uint32_t probeCount, std::uint32_t index) const
{
    const std::size_t probeBytes = std::size_t{4} * floatsPerProbe();
    ProbeResult result;
    result.sh.bands = m_settings.bands;
    std::memcpy(result.sh.rgb, report + index * probeBytes, probeBytes);
    std::array<std::uint32_t, shared::kCountWords> words;
    std::memcpy(words.data(), report + probeCount * probeBytes + index * sizeof(words), sizeof(words));
    result.counts = {.nonFinite = words[shared::kCountNonFinite],
                     .negative = words[shared::kCountNegative],
                     .clamped = words[shared::kCountClamped],
                     .firstBad = ~words[shared::kCountFirstBad]}; // ~0 is TexelCounts::kNone
    return result;
}

void recordClears(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes)
{
    barrier(device, commands, kKernelReadWrite, kTransferWrite);
    barrier(device, commands, kTransferRead, kTransferWrite);
    for (const ProjectedProbes& cleared : probes)
        cleared.projection->recordClear(commands);
    barrier(device, commands, kTransferWrite, kKernelReadWrite);
}

void recordFinishes(Device& device, VkCommandBuffer commands, std::span<const ProjectedProbes> probes)
{
    std::uint32_t most = 0;
    for (const ProjectedProbes& finished : probes)
        most = std::max(most, finished.projection->finishCount());
    for (std::uint32_t pass = 0; pass < most; ++pass)
    {
        barrier(device, commands, kKernelWrite, kKernelReadWrite);
        for (const ProjectedProbes& finished : probes)
            finished.projection->recordFinish(commands, pass, finished.count);
    }
}

} // namespace pn::vulkan
