#pragma once

#include "probenorm/probenorm.h"

#include <string>
#include <string_view>

namespace pn::cli {

// --window: a weight for each band.
struct WindowOption
{
    PnWindow window = PN_WINDOW_NONE;
    float width = 0.0f;
    std::string name = "none"; // as given

    void applyTo(PnSh& sh) const;
};

// "none", "hann:W", "lanczos:W" or "sinc4:W". Throws Failure: CommandLine for anything else, NotImplemented for "auto".
WindowOption parseWindow(std::string_view text);

} // namespace pn::cli
