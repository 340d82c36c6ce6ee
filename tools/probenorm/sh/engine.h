// Engines, and how each shows a panorama and a cubemap: what --for means.
#pragma once

#include "support/options.h"

#include "probenorm/probenorm.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// What happens to coefficients on their way into an engine: they are turned by whole degrees about x, then y, then z,
// as --rotate does, and written with axes.
struct EngineView
{
    std::array<int, 3> turn{};
    PnAxes axes = PN_AXES_KEEP;
};

struct Engine
{
    const char* name;
    PnConvention convention;
    EngineView cubemap;
    EngineView panorama;
};

// The engine of a name that is known to be one.
const Engine& engineNamed(std::string_view name);

// sh, which counts from the environment's own axes, turned into the view; and back.
void turnSh(PnSh& sh, const std::array<int, 3>& turn);
void turnBackSh(PnSh& sh, const std::array<int, 3>& turn);

// --for: convention, axes and turn of an engine, by what the environment is.
class EngineOption
{
public:
    // convention becomes the engine's.
    Option addTo(CLI::App& app, PnConvention& convention);

    bool isAsked() const { return m_engine != nullptr; }
    std::string name() const { return m_engine != nullptr ? m_engine->name : ""; }

    // axes alone where no engine was asked for.
    EngineView viewOf(bool isCubemap, PnAxes axes) const;

private:
    const Engine* m_engine = nullptr;
};

} // namespace pn::cli
