#include "bake/warnings.h"

#include "support/library_result.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pn::cli {
namespace {

constexpr float kDark = 0x1p-10f; // mean radiance below which half floats and most exposures leave little

// The largest value that texels of a format can hold; of 32-bit floats, half's, which most captures went through.
float largestOf(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: return 1.0f;
    case PN_FORMAT_RGB9E5: return 65408.0f;
    case PN_FORMAT_R11G11B10F: return 64512.0f; // of blue, the coarsest channel
    default: return 65504.0f;
    }
}

Json warning(const char* kind, const std::string& text)
{
    return {{"kind", kind}, {"text", text}};
}

float averageLuminance(const PnSh& sh)
{
    constexpr float kY00 = 0.28209479f; // L00 Y00 is the mean radiance
    return kY00 * (0.2126f * sh.rgb[0][0] + 0.7152f * sh.rgb[0][1] + 0.0722f * sh.rgb[0][2]);
}

float leastIrradiance(const PnSh& sh)
{
    std::array<float, 4> minimum{};
    if (const PnResult result = pnFindIrradianceMinimum(&sh, minimum.data()); result != PN_SUCCESS)
        throwResult(result, "cannot find the least irradiance");
    return std::min({minimum[0], minimum[1], minimum[2]});
}

} // namespace

Json findWarnings(const InputFacts& facts, PnFormat format, const PnSh& sh, const std::vector<std::string>& ofReader)
{
    Json found = Json::array();
    for (const std::string& text : ofReader)
        found.push_back(warning("file", text));
    if (facts.nonFinite > 0)
        found.push_back(warning("bad-texels", fmt::format("{} not finite; NaN counts as 0, infinity as 65504",
                                                          countedOf(facts.nonFinite, facts.texels, "texel"))));
    if (facts.negative > 0)
        found.push_back(
            warning("negative", fmt::format("{} negative, the least is {}",
                                            countedOf(facts.negative, facts.texels, "texel"), floatText(facts.min))));
    if (facts.max >= largestOf(format))
        found.push_back(warning("clipped", fmt::format("the brightest texel has the largest value of {}, {}: a sun is "
                                                       "probably cut off",
                                                       formatName(format), floatText(facts.max))));
    const float average = averageLuminance(sh);
    if (const float least = leastIrradiance(sh); least < 0.0f)
        found.push_back(warning("ringing", fmt::format("{} bands of its light fall to {} (average {}) without a "
                                                       "window",
                                                       sh.bands, floatText(least), floatText(average))));
    if (average < kDark)
        found.push_back(warning("dark", fmt::format("its average light is only {}", floatText(average))));
    return found;
}

} // namespace pn::cli
