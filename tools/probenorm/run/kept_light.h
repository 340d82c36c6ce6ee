// What a file keeps of the light of an environment.
#pragma once

#include "support/console.h"

#include "image/formats/layout.h"
#include "image/texels/image.h"

#include <string>
#include <vector>

namespace pn::cli {

struct KeptLight
{
    std::string
        missing;        // "12 of 96 texels are above 65504, where rgba16f ends: 43 % of the light is clipped", or empty
    std::string spread; // what the line of the file says more: ", light above 65504 spread by up to 2.9 degrees"
};

// Makes mips that a file of that name holds with texels of that format: where it has no room for their light, the light
// is spread (image/resample/spread_light.h), but for .png, whose range is too small for it, and the maps of OpenEXR.
// The mips are six faces one below the other, or one map of the layout; cubemaps that will be folded come before they
// are.
KeptLight keepLight(const std::string& path, image::Layout layout, PnFormat format, std::vector<image::Image>& mips);

// The same for commands: what is missing is a warning, which names the options that keep it. Returns what is spread.
std::string keepLight(const std::string& path, image::Layout layout, PnFormat format, std::vector<image::Image>& mips,
                      Console& console);

} // namespace pn::cli
