// How texels are cut into chunks, each of which goes through a kernel in one dispatch. Pure arithmetic: no buffers.
#pragma once

#include "core/backend.h"
#include "vulkan/device/functions.h"

#include <vector>

namespace pn::vulkan {

// Lanes of a workgroup: the most that every Vulkan device has. The bits do not depend on it.
inline constexpr std::uint32_t kGroupSize = 128;
inline constexpr PnFormat kMadeFormat = PN_FORMAT_RGBA32F; // of mips that are made, until they are divided
inline constexpr std::uint32_t kLaneRows = 16; // of normalize.comp: enough work to pay for a lane's constants

// A run of whole faces, or two strips of rows of one face: those above its middle and those below.
struct Chunk
{
    std::uint32_t firstFace = 0; // counted through all cubemaps that lie one after the other
    std::uint32_t faceCount = 0;
    std::uint32_t firstSegment = 0; // of the projection
    std::uint32_t segmentCount = 0; // all, unless the chunk is partial
    std::uint32_t rowBegin = 0;     // of the quarter face
    std::uint32_t rowEnd = 0;
    bool isPartial = false; // some rows of one face

    std::uint64_t texels(const Shape& shape) const
    {
        return isPartial ? 2 * std::uint64_t{shape.width} * (rowEnd - rowBegin) : shape.texelsPerFace() * faceCount;
    }
};

std::uint32_t log2(std::uint32_t powerOfTwo);

// Workgroups of sh_project for one face, each of which writes a partial, and the lanes of a face in one of them.
std::uint32_t blocksPerFace(const Shape& shape);
std::uint32_t groupLanes(const Shape& shape);

// Whether there are more partials than the last pass adds, so that sh_combine runs before it.
bool isCombined(const Shape& shape);

// Probes whose partials fit into one storage buffer.
std::uint32_t maxProbes(const VkPhysicalDeviceLimits& limits, const Shape& shape, std::uint32_t bands);

// Lanes of normalize.comp that work on so many rows of a quarter face, and the faces that a workgroup takes.
std::uint32_t normalizeLanes(const Shape& shape, std::uint32_t rows);
std::uint32_t normalizeFacesPerGroup(std::uint32_t faceLanes);
bool hasOneFacePerGroup(const Shape& shape, const Chunk& chunk);

// Cubemaps that one dispatch normalizes. Neither denominator.comp nor normalize.comp has more workgroups in a row then
// than a side of a grid holds.
std::uint32_t maxNormalizedProbes(const Shape& shape);

// The texel bytes of the least chunk that the projection takes, and whether a storage buffer holds them: Vulkan
// promises room for all but maps wider than 16384 texels.
std::uint64_t leastChunkBytes(const Shape& shape, PnFormat format);
bool fits(const VkPhysicalDeviceLimits& limits, const Shape& shape, PnFormat format);

// All faces of so many probes, for the projection. finishesInOnePass: a workgroup takes whole probes, so that none is
// cut.
std::vector<Chunk> projectChunks(const Shape& shape, PnFormat format, std::uint32_t probeCount, bool finishesInOnePass,
                                 std::uint64_t maxBytes);

// All faces of so many cubemaps, to be normalized: at most so many bytes read or written by a chunk.
std::vector<Chunk> normalizeChunks(const Shape& shape, PnFormat format, std::uint32_t cubemapCount,
                                   std::uint64_t maxBytes);

} // namespace pn::vulkan
