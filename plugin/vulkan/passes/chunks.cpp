#include "vulkan/passes/chunks.h"

#include "shared/denominator.h"
#include "shared/sh_combine.h"
#include "vulkan/device/compute_pipeline.h"

#include <bit>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kMaxPartialBytes = 32u << 20;

// Only whole segments are cut off a face, so that each workgroup keeps all of its rows.
bool canSplit(const Shape& shape)
{
    return shape.laneColumns() >= kGroupSize && shape.segments() > 1;
}

// The upper and the lower strip of the largest segment.
std::uint64_t segmentBytes(const Shape& shape, PnFormat format)
{
    return std::uint64_t{2} * shape.width * formatBytes(format) * shape.maxSegmentRows();
}

std::vector<Chunk> wholeFaces(const Shape& shape, std::uint32_t faces, std::uint32_t facesPerChunk)
{
    std::vector<Chunk> chunks;
    for (std::uint32_t first = 0; first < faces; first += facesPerChunk)
        chunks.push_back({.firstFace = first,
                          .faceCount = std::min(facesPerChunk, faces - first),
                          .segmentCount = shape.segments(),
                          .rowEnd = shape.rows()});
    return chunks;
}

// Segments outside, faces inside: all faces share a segment's geometry.
std::vector<Chunk> segmentChunks(const Shape& shape, std::uint32_t faces, std::uint32_t segmentsPerChunk)
{
    std::vector<Chunk> chunks;
    for (std::uint32_t first = 0; first < shape.segments(); first += segmentsPerChunk)
        for (std::uint32_t face = 0; face < faces; ++face)
        {
            const std::uint32_t count = std::min(segmentsPerChunk, shape.segments() - first);
            chunks.push_back({.firstFace = face,
                              .faceCount = 1,
                              .firstSegment = first,
                              .segmentCount = count,
                              .rowBegin = shape.segmentBegin(first),
                              .rowEnd = shape.segmentBegin(first + count),
                              .isPartial = true});
        }
    return chunks;
}

std::vector<Chunk> rowChunks(const Shape& shape, std::uint32_t faces, std::uint32_t rowsPerChunk)
{
    std::vector<Chunk> chunks;
    for (std::uint32_t begin = 0; begin < shape.rows(); begin += rowsPerChunk)
        for (std::uint32_t face = 0; face < faces; ++face)
            chunks.push_back({.firstFace = face,
                              .faceCount = 1,
                              .rowBegin = begin,
                              .rowEnd = std::min(shape.rows(), begin + rowsPerChunk),
                              .isPartial = true});
    return chunks;
}

} // namespace

std::uint32_t log2(std::uint32_t powerOfTwo)
{
    return std::uint32_t(std::countr_zero(powerOfTwo));
}

std::uint32_t groupLanes(const Shape& shape)
{
    return std::min(kGroupSize, shape.lanes());
}

std::uint32_t blocksPerFace(const Shape& shape)
{
    return shape.lanes() / groupLanes(shape);
}

bool isCombined(const Shape& shape)
{
    return blocksPerFace(shape) > shared::kCombinePartials;
}

std::uint32_t maxProbes(const VkPhysicalDeviceLimits& limits, const Shape& shape, std::uint32_t bands)
{
    const std::uint64_t probeBytes = 4 * std::uint64_t{shape.faceCount} * blocksPerFace(shape) * 3 * momentCount(bands);
    const std::uint64_t limit = std::min<std::uint64_t>(kMaxPartialBytes, limits.maxStorageBufferRange);
    return std::uint32_t(std::max<std::uint64_t>(limit / probeBytes, 1));
}

std::uint32_t normalizeLanes(const Shape& shape, std::uint32_t rows)
{
    return shape.laneColumns() * ((rows + kLaneRows - 1) / kLaneRows);
}

std::uint32_t normalizeFacesPerGroup(std::uint32_t faceLanes)
{
    return std::bit_floor(std::max(kGroupSize / faceLanes, 1u));
}

bool hasOneFacePerGroup(const Shape& shape, const Chunk& chunk)
{
    return normalizeFacesPerGroup(normalizeLanes(shape, chunk.rowEnd - chunk.rowBegin)) == 1;
}

std::uint32_t maxNormalizedProbes(const Shape& shape)
{
    const std::uint32_t facesPerGroup = normalizeFacesPerGroup(normalizeLanes(shape, shape.rows()));
    return std::min(kMaxGridSide * shared::kDeringCubemaps, kMaxGridSide * facesPerGroup / shape.faceCount);
}

std::uint64_t leastChunkBytes(const Shape& shape, PnFormat format)
{
    return canSplit(shape) ? segmentBytes(shape, format) : shape.texelsPerFace() * formatBytes(format);
}

bool fits(const VkPhysicalDeviceLimits& limits, const Shape& shape, PnFormat format)
{
    return leastChunkBytes(shape, format) <= limits.maxStorageBufferRange;
}

std::vector<Chunk> projectChunks(const Shape& shape, PnFormat format, std::uint32_t probeCount, bool finishesInOnePass,
                                 std::uint64_t maxBytes)
{
    const std::uint32_t faces = probeCount * shape.faceCount;
    const std::uint64_t faceBytes = shape.texelsPerFace() * formatBytes(format);
    const bool hasAllRows = Geometry::isKeptWhole(shape);
    if (canSplit(shape) && (faceBytes > maxBytes || !hasAllRows))
        return segmentChunks(shape, faces,
                             std::uint32_t(std::clamp<std::uint64_t>(maxBytes / segmentBytes(shape, format), 1,
                                                                     hasAllRows ? shape.segments() : 1)));
    const std::uint32_t unit = finishesInOnePass ? shape.faceCount : 1;
    return wholeFaces(shape, faces,
                      std::uint32_t(std::clamp<std::uint64_t>(maxBytes / faceBytes / unit * unit, unit, faces)));
}

std::vector<Chunk> normalizeChunks(const Shape& shape, PnFormat format, std::uint32_t cubemapCount,
                                   std::uint64_t maxBytes)
{
    const std::uint32_t faces = shape.faceCount * cubemapCount;
    const std::uint64_t maxTexels =
        maxBytes / std::max(formatBytes(format), formatBytes(normalizedFormat(format))); // read or written
    const std::uint64_t byTexels = maxTexels / (2 * std::uint64_t{shape.width});
    const std::uint64_t byGroups = std::uint64_t{kMaxGridSide} * kGroupSize / shape.laneColumns() * kLaneRows;
    const auto rows =
        std::uint32_t(std::clamp<std::uint64_t>(std::min(byTexels, byGroups), 1, shape.rows())); // of the quarter
    if (rows < shape.rows())
        return rowChunks(shape, faces, rows);
    return wholeFaces(shape, faces,
                      std::uint32_t(std::clamp<std::uint64_t>(maxTexels / shape.texelsPerFace(), 1, faces)));
}

} // namespace pn::vulkan
