#include "sh/window.h"

#include "support/failure.h"
#include "support/text.h"

#include "probenorm/probenorm.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::array<std::pair<std::string_view, PnWindow>, 4> kWindows = {{
    {"hann", PN_WINDOW_HANN},
    {"lanczos", PN_WINDOW_LANCZOS},
    {"sinc4", PN_WINDOW_SINC4},
    {"gauss", PN_WINDOW_GAUSS},
}};

// The mildest window that leaves no irradiance below zero.
Json dering(PnSh& sh)
{
    auto info = probenorm::sized<PnDeringInfo>();
    if (const PnResult result = pnDeringSh(&sh, 0.0f, &sh, &info); result != PN_SUCCESS)
        throwResult(result, "--window auto");
    return {{"width", info.width},
            {"minimumBefore", info.minimumBefore},
            {"minimumAfter", info.minimumAfter},
            {"energyKept", info.energyKept}};
}

} // namespace

Json WindowOption::applyTo(PnSh& sh) const
{
    if (isAuto)
        return dering(sh);
    if (window == PN_WINDOW_NONE)
        return nullptr;
    if (const PnResult result = pnWindowSh(&sh, window, width, &sh); result != PN_SUCCESS)
        throwResult(result, fmt::format("--window {}", name));
    return nullptr;
}

WindowOption parseWindow(std::string_view text)
{
    if (text == "none")
        return {};
    if (text == "auto")
        return {PN_WINDOW_NONE, 0.0f, true, "auto"};
    const std::size_t colon = text.find(':');
    for (const auto& [name, window] : kWindows)
    {
        float width = 0.0f;
        if (colon != std::string_view::npos && text.substr(0, colon) == name &&
            parseFloat(text.substr(colon + 1), width) && width > 0.0f && (window != PN_WINDOW_GAUSS || width <= 1.0f))
            return {window, width, false, std::string(text)};
    }
    throw Failure(
        Exit::CommandLine,
        fmt::format("--window must be none, auto, hann:W, lanczos:W, sinc4:W with W above 0, or gauss:W with W "
                    "up to 1, found {}",
                    text));
}

} // namespace pn::cli
