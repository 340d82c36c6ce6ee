#include "window.h"

#include "device.h"
#include "failure.h"
#include "text.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::array<std::pair<std::string_view, PnWindow>, 3> kWindows = {{
    {"hann", PN_WINDOW_HANN},
    {"lanczos", PN_WINDOW_LANCZOS},
    {"sinc4", PN_WINDOW_SINC4},
}};

} // namespace

void WindowOption::applyTo(PnSh& sh) const
{
    if (window == PN_WINDOW_NONE)
        return;
    if (const PnResult result = pnWindowSh(&sh, window, width, &sh); result != PN_SUCCESS)
        throwResult(result, fmt::format("--window {}", name));
}

WindowOption parseWindow(std::string_view text)
{
    if (text == "none")
        return {};
    if (text == "auto")
        throw Failure(Exit::NotImplemented, "--window auto is not implemented yet; hann:W, lanczos:W and sinc4:W are");
    const std::size_t colon = text.find(':');
    for (const auto& [name, window] : kWindows)
    {
        float width = 0.0f;
        if (colon != std::string_view::npos && text.substr(0, colon) == name &&
            parseFloat(text.substr(colon + 1), width) && width > 0.0f)
            return {window, width, std::string(text)};
    }
    throw Failure(Exit::CommandLine,
                  fmt::format("--window must be none, hann:W, lanczos:W or sinc4:W with W above 0, found {}", text));
}

} // namespace pn::cli
