#pragma once

#include "core/kernel/format.h"
#include "core/kernel/geometry.h"
#include "core/kernel/moments.h"

#include <span>
#include <vector>

namespace pn {

// One face, or a whole equirect map, in the caller's memory.
struct FaceTexels
{
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::size_t rowPitch = 0; // bytes
    const std::byte* origin = nullptr;

    const std::byte* texel(std::uint32_t x, std::uint32_t y) const
    {
        return origin + y * rowPitch + std::size_t{x} * formatBytes(format);
    }
};

struct TexelCounts
{
    static constexpr std::uint32_t kNone = ~0u;

    std::uint32_t nonFinite = 0;
    std::uint32_t negative = 0;
    std::uint32_t clamped = 0;
    std::uint32_t firstBad = kNone; // (face * height + y) * width + x of the first non-finite texel

    void add(const TexelFlags& flags, std::uint32_t index);
    void merge(const TexelCounts& other);
};

// What the projection of one segment works on. Shared and read-only but for scratch, moments and counts.
struct SegmentJob
{
    const Geometry& geometry;
    FaceTexels face;
    TexelPolicy policy;
    std::uint32_t bands = 3;
    std::uint32_t segment = 0;
    std::uint32_t faceFirst = 0; // index of the face's first texel in its probe
    std::vector<float>& scratch; // any size; kept by a thread from job to job
    std::span<float> moments;    // out: [moment][channel]
    TexelCounts& counts;         // added to
};

} // namespace pn
