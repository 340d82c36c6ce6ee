// Engines: how each shows a panorama and a cubemap, and which files it reads. What --for and --from mean.
#pragma once

#include "sh/rotation.h"
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
    EngineView cubemap;  // as it samples the faces of a cubemap
    EngineView panorama; // as it shows a map; all that is in our axes is turned so
    PnRoughnessMapping mapping = PN_ROUGHNESS_MAPPING_LINEAR;
    std::uint32_t mostMips = 15;
    std::uint32_t leastMip = 1;  // texels of the last mip's edge
    const char* ending = "ktx2"; // of the file that `make` writes; "exr": a map, which the engine filters itself
    bool hasDiffuse = false;     // it also reads a cubemap of irradiance, and packed texels
    bool needsDfg = false;       // it is a library, whose users write the renderer
    bool readsFirstMip = false;  // alone, and filters it itself
};

std::vector<std::string> engineNames();

// The engine of a name; null for none.
const Engine* findEngine(std::string_view name);

// Along d a cubemap's file for the engine is what the environment, in our axes, is along this rotation of d. The engine
// shows such a file as it shows the map.
Rotation fileTurn(const Engine& engine);

// How many mips the engine reads of a cubemap with faces of that size.
std::uint32_t mipCountOf(const Engine& engine, std::uint32_t faceSize);

// sh, which counts from our own axes, turned into the view; and back.
void turnSh(PnSh& sh, const std::array<int, 3>& turn);
void turnBackSh(PnSh& sh, const std::array<int, 3>& turn);

// --for of a command that writes cubemaps or lights. engine becomes the one asked for.
Option addFor(CLI::App& app, const Engine*& engine, const std::string& help);

// --for of a command that writes coefficients: convention, axes and turn of an engine.
class EngineOption
{
public:
    EngineOption() = default;
    explicit EngineOption(const Engine& engine) : m_engine(&engine) {}

    // convention becomes the engine's.
    Option addTo(CLI::App& app, PnConvention& convention);

    const Engine* engine() const { return m_engine; }
    std::string name() const { return m_engine != nullptr ? m_engine->name : ""; }

    // axes alone where no engine was asked for.
    EngineView viewOf(PnAxes axes) const { return m_engine != nullptr ? m_engine->panorama : EngineView{{}, axes}; }

private:
    const Engine* m_engine = nullptr;
};

} // namespace pn::cli
