#pragma once

#include "input.h"
#include "worker.h"

#include "probenorm/probenorm.h"

#include <string>
#include <vector>

namespace pn::cli {

// A cubemap and its mips, the largest first.
struct CubemapMips
{
    InputFacts facts;                      // of the input
    PnFormat format = PN_FORMAT_UNDEFINED; // of its texels
    std::vector<image::Image> mips;
};

// Reads all mips of a cubemap, or makes a cubemap of a map with faces of faceSize texels (0: as fine as the map).
// makeChain replaces what follows the first mip by means over the first one's texels, as RGBA32F.
CubemapMips loadMips(const std::string& input, const InputOptions& options, std::uint32_t faceSize, bool makeChain,
                     std::uint32_t threads);

struct NormalizedMips
{
    std::vector<image::Image> mips;
    PnSh sh{}; // of the first mip, 3 bands
    PnProjectInfo projectInfo{};
    PnNormalizeInfo info{};
    std::string deviceName;
};

// Divides them by their own light. Throws Failure that names the file at fault.
NormalizedMips normalizeMips(Worker& worker, const CubemapMips& cubemap, const PnNormalization& normalization,
                             const PnProjectOptions& options);

} // namespace pn::cli
