#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pn::image {

// Reads a Radiance picture block by block, so that the file is never in memory as a whole, and packs its scanlines by
// several threads (0: one for each processor). Texels are RGB9E5 where each of them keeps its value so, which is a
// third of the memory; else RGB32F, as readRadiance() gives them. Errors are those of readRadiance().
//
// Nothing where path is no regular file, not Radiance, or of more than maxFileBytes: then another reader takes it.
std::optional<Image> readRadianceStream(const std::string& path, std::uint64_t maxFileBytes, const Limits& limits,
                                        unsigned threadCount);

} // namespace pn::image
