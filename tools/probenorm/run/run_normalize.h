#pragma once

#include "run/change.h"
#include "run/device.h"
#include "run/input.h"

#include "probenorm/probenorm.h"

#include <span>
#include <string>
#include <vector>

namespace pn::cli {

// A cubemap and its mips, the largest first.
struct CubemapMips
{
    InputFacts facts;                      // of the input
    PnFormat format = PN_FORMAT_UNDEFINED; // of its texels
    std::vector<image::Image> mips;
    std::uint32_t mipCount = 0;     // with those that the library makes when it prefilters or divides the others
    PnRoughnessMapping mapping = 0; // 0: nothing is prefiltered before it is divided
};

// Room for the six faces of one mip.
image::Image makeFaces(PnFormat format, std::uint32_t faceSize);

// The faces of a cubemap that is as fine as the map: four go around the equator.
std::uint32_t faceSizeFor(const image::Environment& map);

// How a cubemap is made of an input that was read.
struct CubemapWish
{
    const InputPath& input;
    const EnvironmentOptions& options;
    std::uint32_t faceSize = 0; // 0: a cubemap keeps its own, and a map gets faces as fine as it is
    bool readChain = false;     // the other mips of the file are read, too, where it is a cubemap's and not a picture's
    PnRoughnessMapping mapping = 0; // prefiltered mips are made of the first one, and none is read; 0: they are not
    std::uint32_t threads = 0;
};

// facts are what describe() says of first. The cubemap takes over the texels of first, unless it is resampled.
CubemapMips makeCubemap(image::Environment& first, InputFacts facts, const CubemapWish& wish);

// Asks the library for all mips of a cubemap that has its first one. The first mip gets a format in which the results
// can be written: texels if that is RGBA32F, else a half or float that holds the same values.
void askForChain(CubemapMips& cubemap, PnFormat texels);

// The bytes of the texels that dividing the cubemap makes.
std::uint64_t dividedBytes(const CubemapMips& cubemap);

// One mip, as the library takes it. The view borrows the mip's memory.
PnEnvironmentView viewOf(const image::Image& mip);

// The mips in another format; PN_FORMAT_UNDEFINED leaves them as they are.
void convertMips(PnFormat format, std::vector<image::Image>& mips);

// The same where the format may be BC6H.
void convertMips(PnFormat format, std::vector<image::Image>& mips, PnBc6hEffort effort, PnContext context);

// One channel in place of the mips' own: the luminance of every texel.
void packOneChannel(std::vector<image::Image>& mips);

// Every value of a preset, but for what own has in place of them; 0 there is the preset's. Where nothing else was said,
// an output of one channel is divided by luminance, and one with a mapping by what GGX gathers.
PnNormalization normalizationOf(PnPreset preset, const PnNormalization& own, std::uint32_t channelsOfOutput);

// What the run time needs to bound and fade the factor; null for bounds that do not bind.
Json normalizationJson(const PnNormalization& normalization);

// What a normalized cubemap's file says of it: the light that it was divided by, normalizationJson() and
// prefilterJson().
Json normalizedNote(const PnSh& light, const PnNormalization& normalization, const Json& prefilter);

// Rows r g b of three bands.
Json rowsJson(const PnSh& sh);

struct NormalizedMips
{
    std::vector<image::Image> mips;
    PnSh sh{};                   // what it was divided by
    PnProjectInfo projectInfo{}; // where it was projected
    PnNormalizeInfo info{};
    std::string deviceName;
    std::string spread;                    // what keepLight() says of them
    PnFormat narrow = PN_FORMAT_UNDEFINED; // what the mips would have, but that it does not hold their light
};

// The format of what is written: the one that was asked for, or else half floats for means, which were computed in
// float, of an input that has no floats, or else what the mips have or would have.
PnFormat outputFormat(PnFormat asked, PnFormat input, bool areMeans, const NormalizedMips& result);

// One cubemap of several that are divided in one call.
struct NormalizeItem
{
    const CubemapMips* cubemap;
    const PnSh* light;     // that it is divided by; null: its own, which is projected first
    NormalizedMips result; // valid for as many items as were completed; projectInfo also for one with a bad texel
};

// Divides all of them in one call. *completed counts those that are done, also after an error. A cubemap whose
// quotients its format does not hold is divided once more, in floats.
PnResult normalizeItems(FallbackContext& fallback, std::vector<NormalizeItem>& items,
                        const PnNormalization& normalization, const PnProjectOptions& options,
                        std::uint32_t* completed);

// "denominator" of the JSON results.
Json denominatorJson(const PnNormalizeInfo& info);

} // namespace pn::cli
