#include "vulkan/projection.h"

#include "core/error.h"
#include "core/geometry.h"
#include "core/self_test.h"

#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kTableFloats = 256;
constexpr std::uint64_t kMaxPartialBytes = 32u << 20;
constexpr std::uint32_t kMaxGridSide = 32768;   // Vulkan promises 65535
constexpr std::uint32_t kFinalizeLanes = 256;   // where the device has as many: half as many loads for each
constexpr std::uint32_t kFinalizeGroups = 1024; // enough for the largest devices; only then several probes a group

std::uint32_t log2(std::uint32_t powerOfTwo)
{
    return std::uint32_t(std::countr_zero(powerOfTwo));
}

std::uint32_t groupLanes(const Shape& shape)
{
    return std::min(kGroupSize, shape.lanes());
}

std::uint32_t blocksPerItem(const Shape& shape)
{
    return shape.lanes() / groupLanes(shape);
}

// Rows of weights to keep on the device at a time.
std::uint32_t geometryRows(const Shape& shape)
{
    return Geometry::isKeptWhole(shape) ? shape.rows() : shape.maxSegmentRows();
}

// Where things stand in the geometry buffer, in floats.
struct GeometryLayout
{
    std::uint32_t table = 0, factors, weights, rowPairs, rise, terms, firstTerms, floats;

    GeometryLayout(const Shape& shape, std::uint32_t rows, const FinalizePlan& plan)
    {
        rowPairs = shape.isCubemap() ? Geometry::paddedColumns(shape) : 1;
        factors = kTableFloats;
        weights = factors + kMaxTerms * Geometry::paddedColumns(shape); // even
        rise = weights + 2 * rows * rowPairs;
        terms = (rise + shape.rows() + 1) / 2 * 2; // even
        firstTerms = terms + 2 * std::uint32_t(plan.terms.size());
        floats = firstTerms + std::uint32_t(plan.firstTerm.size());
    }
};

bool canSplit(const Shape& shape)
{
    return shape.laneColumns() >= kGroupSize && shape.segments() > 1;
}

// The upper and the lower band of rows of the largest segment.
std::uint64_t segmentBytes(const Shape& shape, PnFormat format)
{
    return std::uint64_t{2} * shape.width * formatBytes(format) * shape.maxSegmentRows();
}

BufferRange whole(const Buffer& buffer)
{
    return {buffer.handle(), 0, VK_WHOLE_SIZE};
}

} // namespace

std::uint32_t texelKind(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return shared::kTexelRgba32f;
    case PN_FORMAT_RGB32F: return shared::kTexelRgb32f;
    case PN_FORMAT_RGBA16F: return shared::kTexelRgba16f;
    case PN_FORMAT_RGB9E5: return shared::kTexelRgb9e5;
    case PN_FORMAT_R11G11B10F: return shared::kTexelR11g11b10f;
    default: return shared::kTexelRgba8;
    }
}

std::uint32_t finishFloats(std::uint32_t probes, std::uint32_t bands)
{
    if (probes == 0)
        return 0;
    return probes * shared::kCubeFaces * 3 * momentCount(bands) + 2 * shared::kMaxFinishTerms +
           shared::kMaxFinishFirstTerms;
}

const char* kernelSuffix(std::uint32_t texelKind)
{
    switch (texelKind)
    {
    case shared::kTexelRgba32f: return "rgba32f";
    case shared::kTexelRgb32f: return "rgb32f";
    case shared::kTexelRgba16f: return "rgba16f";
    case shared::kTexelRgb9e5: return "rgb9e5";
    case shared::kTexelR11g11b10f: return "r11g11b10f";
    default: return "rgba8";
    }
}

ProjectKernels::ProjectKernels(Device& device, bool subgroups, bool exactHalves)
    : m_device(device), m_layout(device), m_subgroups(subgroups && device.physical().hasShuffle()),
      m_exactHalves(exactHalves)
{
}

KernelVariant ProjectKernels::variant(const Shape& shape, PnFormat format, const ProjectSettings& settings) const
{
    KernelVariant variant{texelKind(format),  settings.bands, settings.policy.clamps(),
                          !shape.isCubemap(), kGroupSize,     probesPerGroup(shape, settings.bands)};
    if (variant.probes != 0)
        variant.lanes = variant.probes * shared::kCubeFaces * shape.lanes();
    return variant;
}

// Probes of a workgroup that holds whole ones, 0 where it does not: as few as fill subgroups.
std::uint32_t ProjectKernels::probesPerGroup(const Shape& shape, std::uint32_t bands) const
{
    const std::uint32_t lanes = shared::kCubeFaces * shape.lanes(); // times a power of two
    if (!shape.isCubemap() || bands > kMaxWholeBands || lanes < kMinWholeLanes || lanes > kMaxWholeLanes)
        return 0;
    const std::uint32_t fewest = m_device.physical().subgroup.subgroupSize > 32 ? kMaxWholeLanes : kMaxWholeLanes / 2;
    const std::uint32_t probes = std::max(1u, fewest / lanes);
    const VkPhysicalDeviceLimits& limits = m_device.limits();
    const std::uint32_t most = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    return probes * lanes <= most ? probes : 0;
}

Shape ProjectKernels::testShape(const Shape& shape, std::uint32_t bands) const
{
    const bool isWhole = probesPerGroup(shape, bands) != 0;
    return isWhole ? Shape::cubemap(2 * shape.laneColumns() - 1) : SelfTest::smallShape(shape.isCubemap());
}

VkPipeline ProjectKernels::project(const KernelVariant& variant)
{
    auto& pipeline = m_project[variant];
    if (!pipeline)
    {
        const std::array<std::uint32_t, 7> constants{variant.lanes, variant.bands,          variant.clamps,
                                                     m_exactHalves, scratchFloats(variant), variant.equirect,
                                                     variant.probes};
        const std::string name = std::string("sh_project_") + kernelSuffix(variant.format);
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout,
                                                     kernel(m_subgroups ? name + "_subgroup" : name), constants);
    }
    return pipeline->handle();
}

// Room for all moments of what the subgroups leave, but at least for one moment of every lane: what is needed where
// subgroups are not full. Fixing it at the most a device has would halve the speed of small workgroups.
std::uint32_t ProjectKernels::scratchFloats(const KernelVariant& variant) const
{
    const std::uint32_t values = 3 * momentCount(variant.bands);
    const std::uint32_t subgroupSize = m_subgroups ? m_device.physical().subgroup.subgroupSize : 1;
    const std::uint32_t clusters = std::max(1u, variant.lanes / subgroupSize);
    return std::clamp(values * clusters, 3 * variant.lanes,
                      shared::kMaxScratchFloats - finishFloats(variant.probes, variant.bands));
}

VkPipeline ProjectKernels::combine()
{
    if (!m_combine)
        m_combine =
            std::make_unique<ComputePipeline>(m_device, m_layout, kernel("sh_combine"), std::span(&kGroupSize, 1));
    return m_combine->handle();
}

VkPipeline ProjectKernels::finalize(const FinalizeVariant& variant)
{
    auto& pipeline = m_finalize[variant];
    if (!pipeline)
    {
        const VkPhysicalDeviceLimits& limits = m_device.limits();
        const std::uint32_t lanes =
            std::min({kFinalizeLanes, limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]});
        const std::array<std::uint32_t, 4> constants{lanes, variant.bands, variant.partials, variant.faces};
        pipeline = std::make_unique<ComputePipeline>(m_device, m_layout, kernel("sh_finalize"), constants);
    }
    return pipeline->handle();
}

Projection::Projection(Device& device, ProjectKernels& kernels, const Shape& shape, PnFormat format,
                       const ProjectSettings& settings, std::uint32_t probeCount)
    : m_device(device), m_kernels(kernels), m_shape(shape), m_format(format), m_settings(settings),
      m_variant(kernels.variant(shape, format, settings)), m_probeCount(probeCount), m_plan(shape, settings.bands),
      m_laneColumnsLog2(log2(shape.laneColumns())), m_groupLanesLog2(log2(groupLanes(shape))),
      m_blocksPerItem(blocksPerItem(shape)), m_geometryRows(geometryRows(shape)),
      m_geometry(device, 4 * std::uint64_t{GeometryLayout(shape, m_geometryRows, m_plan).floats}, MemoryKind::Device),
      m_partials(device, partialBytes(), MemoryKind::Device),
      m_combined(device, std::max<std::uint64_t>(4, m_partials.size() / shared::kCombinePartials), MemoryKind::Device),
      m_counts(device, 4 * std::uint64_t{shared::kCountWords} * probeCount, MemoryKind::Device),
      m_coefficients(device, 4 * std::uint64_t{probeCount} * partialFloats(), MemoryKind::Device),
      m_readback(device, m_counts.size() + m_coefficients.size(), MemoryKind::Readback),
      m_sets(device, kernels.layout(), 3)
{
}

// Whole probes leave none, but a buffer has to be bound.
std::uint64_t Projection::partialBytes() const
{
    return takesWholeProbes() ? 4 : 4 * std::uint64_t{itemCount()} * m_blocksPerItem * partialFloats();
}

bool Projection::isCombined(const Shape& shape)
{
    return blocksPerItem(shape) > shared::kCombinePartials;
}

std::uint32_t Projection::maxProbes(const Device& device, const Shape& shape, std::uint32_t bands)
{
    const std::uint64_t probeBytes = 4 * std::uint64_t{shape.faceCount} * blocksPerItem(shape) * 3 * momentCount(bands);
    const std::uint64_t limit = std::min<std::uint64_t>(kMaxPartialBytes, device.limits().maxStorageBufferRange);
    return std::uint32_t(std::clamp<std::uint64_t>(limit / probeBytes, 1, kMaxGridSide));
}

std::uint64_t Projection::leastChunkBytes(const Shape& shape, PnFormat format)
{
    return canSplit(shape) ? segmentBytes(shape, format) : shape.texelsPerFace() * formatBytes(format);
}

bool Projection::fits(const VkPhysicalDeviceLimits& limits, const Shape& shape, PnFormat format)
{
    return leastChunkBytes(shape, format) <= limits.maxStorageBufferRange;
}

std::vector<Chunk> Projection::chunks(std::uint64_t maxBytes) const
{
    if (!fits(m_device.limits(), m_shape, m_format))
        throw Error(PN_ERROR_UNSUPPORTED, "the map's texels come in parts of " +
                                              std::to_string(leastChunkBytes(m_shape, m_format)) +
                                              " bytes, and a buffer of " + m_device.physical().properties.deviceName +
                                              " holds " + std::to_string(m_device.limits().maxStorageBufferRange));
    const std::uint64_t limit = std::min<std::uint64_t>(maxBytes, m_device.limits().maxStorageBufferRange);
    const std::uint64_t rowBytes = std::uint64_t{m_shape.width} * formatBytes(m_format);
    const std::uint64_t faceBytes = rowBytes * m_shape.height;
    const bool splits = canSplit(m_shape) && (faceBytes > limit || m_geometryRows < m_shape.rows());
    std::vector<Chunk> result;
    if (!splits)
    {
        const std::uint32_t unit = takesWholeProbes() ? m_shape.faceCount : 1;
        const auto items = std::uint32_t(std::clamp<std::uint64_t>(limit / faceBytes / unit * unit, unit, itemCount()));
        for (std::uint32_t first = 0; first < itemCount(); first += items)
        {
            const std::uint32_t count = std::min(items, itemCount() - first);
            result.push_back({first, count, 0, m_shape.segments(), 0, m_shape.rows(), false, faceBytes * count});
        }
        return result;
    }
    // Segments outside, faces inside: all faces share a segment's geometry.
    const std::uint32_t whole = m_geometryRows < m_shape.rows() ? 1 : m_shape.segments();
    const auto segments = std::uint32_t(std::clamp<std::uint64_t>(limit / segmentBytes(m_shape, m_format), 1, whole));
    for (std::uint32_t first = 0; first < m_shape.segments(); first += segments)
        for (std::uint32_t item = 0; item < itemCount(); ++item)
        {
            const std::uint32_t count = std::min(segments, m_shape.segments() - first);
            const std::uint32_t begin = m_shape.segmentBegin(first), end = m_shape.segmentBegin(first + count);
            result.push_back({item, 1, first, count, begin, end, true, 2 * rowBytes * (end - begin)});
        }
    return result;
}

void Projection::makePipelines()
{
    m_kernels.project(m_variant);
    if (takesWholeProbes())
        return;
    m_kernels.combine();
    std::uint32_t left = m_blocksPerItem;
    while (left > shared::kCombinePartials)
        left /= shared::kCombinePartials;
    m_kernels.finalize({m_settings.bands, left, m_shape.faceCount});
}

void Projection::recordClear(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelReadWrite, kTransferWrite);
    barrier(m_device, commands, kTransferRead, kTransferWrite);
    barrier(m_device, commands, kTransferRead, kKernelWrite); // coefficients, where sh_project makes them
    m_device.fn().vkCmdFillBuffer(commands, m_counts.handle(), 0, VK_WHOLE_SIZE, 0);
    barrier(m_device, commands, kTransferWrite, kKernelReadWrite);
}

bool Projection::hasGeometry(const Chunk& chunk) const
{
    return m_geometryBegin <= chunk.rowBegin && chunk.rowEnd <= m_geometryEnd;
}

void Projection::setGeometryRows(const Chunk& chunk)
{
    m_geometryBegin = m_geometryRows == m_shape.rows() ? 0 : chunk.rowBegin;
    m_geometryEnd = std::min(m_shape.rows(), m_geometryBegin + m_geometryRows);
}

std::unique_ptr<Buffer> Projection::recordGeometry(VkCommandBuffer commands, const Chunk& chunk)
{
    auto upload = makeGeometry(chunk);
    recordGeometry(commands, chunk, *upload);
    return upload;
}

std::unique_ptr<Buffer> Projection::makeGeometry(const Chunk& chunk)
{
    setGeometryRows(chunk);
    const Geometry geometry(m_shape, m_geometryBegin, m_geometryEnd);
    const GeometryLayout layout(m_shape, m_geometryRows, m_plan);

    auto upload = std::make_unique<Buffer>(m_device, m_geometry.size(), MemoryKind::Upload);
    const auto put = [&](std::uint32_t at, const auto& values) {
        const auto bytes = std::as_bytes(std::span(values));
        std::memcpy(upload->mapped() + std::size_t{at} * 4, bytes.data(), bytes.size());
    };
    put(layout.table, m_format == PN_FORMAT_RGBA8_SRGB ? srgbTable() : unormTable());
    put(layout.rise, geometry.rise);
    put(layout.factors, geometry.factors);
    std::vector<float> pairs(2 * geometry.weight.size());
    for (std::size_t i = 0; i < geometry.weight.size(); ++i)
    {
        pairs[2 * i] = geometry.weight[i];
        pairs[2 * i + 1] = geometry.slope[i];
    }
    put(layout.weights, pairs);
    put(layout.terms, m_plan.terms);
    put(layout.firstTerms, m_plan.firstTerm);
    upload->flush();
    return upload;
}

void Projection::recordGeometry(VkCommandBuffer commands, const Chunk& chunk, const Buffer& upload)
{
    setGeometryRows(chunk);
    barrier(m_device, commands, kKernelRead, kTransferWrite);
    const VkBufferCopy copy{0, 0, m_geometry.size()};
    m_device.fn().vkCmdCopyBuffer(commands, upload.handle(), m_geometry.handle(), 1, &copy);
    barrier(m_device, commands, kTransferWrite, kKernelRead);
}

std::array<BufferRange, kBindingCount> Projection::bindings(const BufferRange& texels) const
{
    return {texels, whole(m_geometry), whole(takesWholeProbes() ? m_coefficients : m_partials), whole(m_counts)};
}

shared::ShProjectParams Projection::params(const Chunk& chunk) const
{
    const GeometryLayout layout(m_shape, m_geometryRows, m_plan);
    const std::uint32_t bandRows = chunk.rowEnd - chunk.rowBegin;
    shared::ShProjectParams p{};
    p.columns = m_shape.columns();
    p.rows = m_shape.rows();
    p.segmentsLog2 = log2(m_shape.segments());
    p.laneColumnsLog2 = m_laneColumnsLog2;
    p.groupLanesLog2 = m_groupLanesLog2;
    p.itemCount = chunk.itemCount;
    p.faceCount = m_shape.faceCount;
    p.firstItem = chunk.firstItem;
    p.firstBlock = chunk.firstSegment * (m_blocksPerItem / m_shape.segments());
    p.blocksPerItem = m_blocksPerItem;
    p.itemTexels = m_shape.width * m_shape.height;
    p.topOffset = (chunk.isPart ? chunk.rowEnd - 1 : m_shape.top(0)) * m_shape.width;
    p.bottomOffset = (chunk.isPart ? bandRows - chunk.rowBegin : m_shape.bottom(0)) * m_shape.width; // may wrap
    p.leftColumn = m_shape.left(0);
    p.rightColumn = m_shape.right(0);
    p.width = m_shape.width;
    p.height = m_shape.height;
    p.weightOffset = layout.weights / 2 - m_geometryBegin * layout.rowPairs;
    p.geometryRowPairs = layout.rowPairs;
    p.riseOffset = layout.rise;
    p.factorOffset = layout.factors;
    p.factorStride = Geometry::paddedColumns(m_shape);
    p.tableOffset = layout.table;
    p.zeroNegative = m_settings.policy.zeroNegative ? 1 : 0;
    p.maximumBits = m_settings.policy.maximumBits;
    p.reciprocalSize = Geometry::reciprocalSize(m_shape);
    p.termOffset = layout.terms / 2;
    p.firstTermOffset = layout.firstTerms;
    p.termCount = std::uint32_t(m_plan.terms.size());
    p.scaleBits = std::bit_cast<std::uint32_t>(m_plan.scale);
    return p;
}

void Projection::recordChunk(VkCommandBuffer commands, const Chunk& chunk, VkDescriptorSet set)
{
    const auto& fn = m_device.fn();
    const shared::ShProjectParams p = params(chunk);
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_kernels.project(m_variant));
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_kernels.layout().handle(), 0, 1, &set, 0,
                               nullptr);
    fn.vkCmdPushConstants(commands, m_kernels.layout().handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(p), &p);

    const std::uint32_t itemsPerGroup = m_variant.lanes >> m_groupLanesLog2;
    const std::uint32_t groups = (chunk.itemCount + itemsPerGroup - 1) / itemsPerGroup;
    // Neighbouring workgroups are the faces that share a block's geometry, or as many as a grid's side holds.
    const std::uint32_t x = m_blocksPerItem > 1 ? std::min(groups, m_shape.faceCount) : std::min(groups, kMaxGridSide);
    const std::uint32_t blocks =
        chunk.isPart ? chunk.segmentCount * (m_blocksPerItem / m_shape.segments()) : m_blocksPerItem;
    fn.vkCmdDispatch(commands, x, blocks, (groups + x - 1) / x);
}

void Projection::recordReduce(VkCommandBuffer commands, VkPipeline pipeline, VkDescriptorSet set,
                              const shared::ShReduceParams& p)
{
    const auto& fn = m_device.fn();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_kernels.layout().handle(), 0, 1, &set, 0,
                               nullptr);
    fn.vkCmdPushConstants(commands, m_kernels.layout().handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(p), &p);
    const std::uint32_t groups = (p.itemCount + p.itemsPerGroup - 1) / p.itemsPerGroup;
    const std::uint32_t x = std::min(groups, kMaxGridSide);
    fn.vkCmdDispatch(commands, x, (groups + x - 1) / x, 1);
}

// Returns the partials that are left of each item, in m_partials or, after an odd number of passes, in m_combined.
std::uint32_t Projection::recordCombines(VkCommandBuffer commands)
{
    std::uint32_t left = m_blocksPerItem;
    for (std::uint32_t pass = 0; left > shared::kCombinePartials; ++pass)
    {
        left /= shared::kCombinePartials;
        const Buffer& from = pass % 2 == 0 ? m_partials : m_combined;
        const Buffer& to = pass % 2 == 0 ? m_combined : m_partials;
        const std::array<BufferRange, 3> buffers{whole(from), BufferRange{}, whole(to)};
        recordReduce(commands, m_kernels.combine(), m_sets.update(pass, buffers),
                     {itemCount() * left, 1, shared::kCombinePartials, partialFloats(), 0, 0, 0, 0});
        barrier(m_device, commands, kKernelWrite, kKernelReadWrite);
    }
    return left;
}

void Projection::recordFinish(VkCommandBuffer commands)
{
    if (takesWholeProbes())
        return;
    barrier(m_device, commands, kKernelWrite, kKernelReadWrite);
    barrier(m_device, commands, kTransferRead, kKernelWrite);
    const std::uint32_t left = recordCombines(commands);
    const bool isCombined =
        m_blocksPerItem / left == shared::kCombinePartials; // one pass; none or two end where they began
    const std::array<BufferRange, 3> buffers{whole(isCombined ? m_combined : m_partials), whole(m_geometry),
                                             whole(m_coefficients)};
    const GeometryLayout layout(m_shape, m_geometryRows, m_plan);
    const std::uint32_t most =
        std::min(kGroupSize / partialFloats(), shared::kMaxFinalizeMoments / (partialFloats() * m_shape.faceCount));
    const std::uint32_t probesPerGroup = std::clamp(m_probeCount / kFinalizeGroups, 1u, std::max(1u, most));
    const VkPipeline pipeline = m_kernels.finalize({m_settings.bands, left, m_shape.faceCount});
    recordReduce(commands, pipeline, m_sets.update(2, buffers),
                 {m_probeCount, probesPerGroup, 0, 0, layout.terms / 2, layout.firstTerms,
                  std::uint32_t(m_plan.terms.size()), std::bit_cast<std::uint32_t>(m_plan.scale)});
}

void Projection::recordReadback(VkCommandBuffer commands)
{
    barrier(m_device, commands, kKernelWrite, kTransferRead);
    const VkBufferCopy coefficients{0, 0, m_coefficients.size()};
    const VkBufferCopy counts{0, m_coefficients.size(), m_counts.size()};
    m_device.fn().vkCmdCopyBuffer(commands, m_coefficients.handle(), m_readback.handle(), 1, &coefficients);
    m_device.fn().vkCmdCopyBuffer(commands, m_counts.handle(), m_readback.handle(), 1, &counts);
    barrier(m_device, commands, kTransferWrite, kHostRead);
}

void Projection::readResults(std::span<ProbeResult> results)
{
    m_readback.invalidate();
    const std::byte* counts = m_readback.mapped() + m_coefficients.size();
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        ProbeResult& result = results[i];
        result = {};
        result.sh.bands = m_settings.bands;
        std::memcpy(result.sh.rgb, m_readback.mapped() + i * partialFloats() * 4, std::size_t{partialFloats()} * 4);
        std::array<std::uint32_t, shared::kCountWords> words;
        std::memcpy(words.data(), counts + i * sizeof(words), sizeof(words));
        result.counts = {words[shared::kCountNonFinite], words[shared::kCountNegative], words[shared::kCountClamped],
                         ~words[shared::kCountFirstBad]}; // ~0 is TexelCounts::kNone
    }
}

} // namespace pn::vulkan
