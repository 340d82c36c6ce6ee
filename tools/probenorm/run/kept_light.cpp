#include "run/kept_light.h"

#include "run/input.h"
#include "support/text.h"

#include "image/resample/spread_light.h"
#include "image/texels/light_range.h"
#include "image/texels/ranged_texels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace pn::cli {
namespace {

using image::Layout;

bool hasEnding(const std::string& path, const char* ending)
{
    return lowerCase(path).ends_with(ending);
}

// What bounds the light first: the file or its texels.
struct LightFile
{
    image::LightRange range;
    std::string name;
    double mostSpread = image::kMostSpread;
};

LightFile lightFileOf(const std::string& path, Layout layout, PnFormat format)
{
    if (hasEnding(path, ".env"))
        return {{{image::kMostRgbd, image::kMostRgbd, image::kMostRgbd}, image::roundDownRgbd}, ".env"};
    if (hasEnding(path, ".png")) // kMostRgbp is the same
        return {{{image::kMostRgbm, image::kMostRgbm, image::kMostRgbm}}, ".png", 0.0};
    const bool isOfOpenExr = layout == Layout::ExrLatLong || layout == Layout::ExrCube; // texels lie on edges
    return {image::lightRangeOf(format), formatName(format), isOfOpenExr ? 0.0 : image::kMostSpread};
}

std::string percentText(double share)
{
    return share < 1e-5 ? "<0.001 %" : fmt::format("{:.3g} %", 100 * share);
}

std::string missingText(const image::BrightLight& light, const LightFile& file)
{
    const std::string mip = light.mip > 0 ? fmt::format("mip {}: ", light.mip) : "";
    return fmt::format("{}{} above {}, where {} ends: {} of the light is clipped", mip,
                       countedOf(light.missing, light.texels, "texel"), file.range.largest(), file.name,
                       percentText(light.lost));
}

std::string adviceOf(const std::string& path)
{
    const char* const texels = hasEnding(path, ".env")   ? "a .dds file holds up to 65504"
                               : hasEnding(path, ".png") ? "--scale keeps below it"
                                                         : "--texels rgba32f keeps it";
    return fmt::format("{}, make --suns extract makes lights of suns", texels);
}

} // namespace

KeptLight keepLight(const std::string& path, Layout layout, PnFormat format, std::vector<image::Image>& mips)
{
    const LightFile file = lightFileOf(path, layout, format);
    const bool isMap = layout == Layout::Equirect || layout == Layout::ExrLatLong;
    image::BrightLight worst;
    KeptLight kept;
    for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
    {
        const image::BrightLight light = image::spreadLight(mips[mip], isMap ? image::Sphere::Map : image::Sphere::Cube,
                                                            file.range, file.mostSpread);
        if (mip == 0 && light.moved > 0.0)
            kept.spread = fmt::format(", light above {} spread by up to {:.2g} degrees", file.range.largest(),
                                      light.moved * 180 / std::numbers::pi);
        if (light.lost > worst.lost)
        {
            worst = light;
            worst.mip = mip;
        }
    }
    if (worst.lost > 0.0)
        kept.missing = missingText(worst, file);
    return kept;
}

std::string keepLight(const std::string& path, Layout layout, PnFormat format, std::vector<image::Image>& mips,
                      Console& console)
{
    KeptLight kept = keepLight(path, layout, format, mips);
    if (!kept.missing.empty())
        console.warn(fmt::format("{}: {}; {}", path, kept.missing, adviceOf(path)));
    return kept.spread;
}

} // namespace pn::cli
