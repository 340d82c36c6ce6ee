#pragma once

#include "core/check/checked_map.h"

#include "core/backend.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// How the mips of a cubemap fit what each roughness mapping makes of the first one.
namespace pn::check {

inline constexpr std::array<const char*, 7> kMappingNames = {
    "means", "linear", "unity", "unreal", "filament", "babylon", "godot"}; // by PnRoughnessMapping; means first
inline constexpr std::size_t kMappingCount = kMappingNames.size();

// A mip beside what each mapping makes of it. An error is the root of the mean square of the difference, as a share of
// the same of the mip.
struct MipFit
{
    std::uint32_t mip = 0;
    std::array<double, kMappingCount> errors{};
};

// How well each mapping explains these mips. numbers has the level of each, counted from the first mip.
std::vector<MipFit> fitMips(std::span<const ProbeView> mips, std::span<const std::uint32_t> numbers,
                            std::uint32_t threadCount);

// The face of a mip that fits much better with another face's texels, or turned: the worst of the six.
struct MisplacedFace
{
    std::uint32_t place = 6;  // 6: none
    double own = 0, best = 0; // errors, as shares of the root of the mip's mean square
};

// The faces of these mips that differ from what the mapping makes of the first mip, and fit at another place or turn.
std::vector<MisplacedFace> findMisplacedFaces(std::span<const ProbeView> mips, std::span<const std::uint32_t> numbers,
                                              PnRoughnessMapping mapping, std::uint32_t threadCount);

} // namespace pn::check
