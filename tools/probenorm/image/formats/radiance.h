#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pn::image {

// Radiance .hdr (RGBE) to RGB32F: value = mantissa * 2^(exponent - 136) / product of EXPOSURE.
Image readRadiance(std::span<const std::byte> file, const Limits& limits = {});

// The same block by block, so that the file is never in memory as a whole, by several threads (0: one for each
// processor). mayPack: texels are RGB9E5, a third of the memory, where each of them keeps its value so.
// Nothing where path is no regular file, not Radiance, or of more than maxFileBytes: then another reader takes it.
std::optional<Image> streamRadiance(const std::string& path, std::uint64_t maxFileBytes, const Limits& limits,
                                    bool mayPack, unsigned threadCount);

// Any format to a run-length encoded .hdr, -Y +X. Negative and NaN channels become 0.
std::vector<std::byte> encodeRadiance(const Image& image);

} // namespace pn::image
