#pragma once

#include "support/json.h"

#include "probenorm/probenorm.h"

#include <string>
#include <string_view>

namespace pn::cli {

// --window: a weight for each band.
struct WindowOption
{
    PnWindow window = PN_WINDOW_NONE;
    float width = 0.0f;
    bool isAuto = false;
    std::string name = "none"; // as given

    // Returns what `auto` found, for the JSON form; null for the others.
    Json applyTo(PnSh& sh) const;
};

// "none", "auto", "hann:W", "lanczos:W", "sinc4:W" or "gauss:W". Throws Failure{CommandLine} for anything else.
WindowOption parseWindow(std::string_view text);

} // namespace pn::cli
