#pragma once

#include "run/run_normalize.h"

#include <span>
#include <string>
#include <vector>

namespace pn::cli {

// The words of --mapping and --prefilter, in the order of PnRoughnessMapping, whose values count up from 1.
const std::vector<std::string>& mappingNames();
const std::string& mappingName(PnRoughnessMapping mapping);

// How many mips an engine reads of a cubemap with faces of that size.
std::uint32_t mipCountOf(PnRoughnessMapping mapping, std::uint32_t faceSize);

// One cubemap of several that are prefiltered in one call.
struct PrefilterItem
{
    PnEnvironmentView source;       // it borrows the texels
    PnFormat format;                // of the mips
    std::vector<image::Image> mips; // valid for as many items as were completed
    PnPrefilterInfo info{};
};

// Makes the mips of all of them. *completed counts those that are done, also after an error.
PnResult prefilterItems(FallbackContext& fallback, std::vector<PrefilterItem>& items, const PnPrefilter& prefilter,
                        const PnProjectOptions& options, std::uint32_t* completed);

// Makes cubemaps with all their mips, as floats, of such as have their first mip, one size and one mapping. Throws
// Failure that names the file at fault.
std::vector<CubemapMips> prefilterCubemaps(FallbackContext& fallback, std::span<const CubemapMips* const> cubemaps,
                                           const PnProjectOptions& options);

// "prefilter" of the JSON results: how mips were made that were divided afterwards. mapping 0: null, they were not.
Json prefilterJson(PnRoughnessMapping mapping, const std::vector<image::Image>& mips);

} // namespace pn::cli
