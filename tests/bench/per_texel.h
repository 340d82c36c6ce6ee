#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pn::bench {

using Sh9 = std::array<std::array<float, 3>, 9>;

// The method of most libraries (SHProjectCubeMap of DirectXMath, CubemapSH of Filament, and others), written as plainly
// as theirs: for each texel its direction, a weight 4 / r^3, nine basis functions and 27 multiply-adds. Six faces of
// RGBA32F, one after the other. Ours to compare with where those libraries are not at hand; it is faster than each of
// them (docs/performance.md).
Sh9 projectPerTexel(const std::byte* texels, std::uint32_t faceSize);

} // namespace pn::bench
