#include "sh/engine.h"

#include "sh/rotation.h"

#include <algorithm>

namespace pn::cli {
namespace {

// docs/conventions.md says where each line is from, and which of them are proven by running the engine.
constexpr std::array kEngines = {
    Engine{"unity", PN_CONVENTION_UNITY, {}, {{0, 90, 0}, PN_AXES_KEEP}},
    Engine{"unreal", PN_CONVENTION_UNREAL, {}, {{}, PN_AXES_ZUP}},
    Engine{"godot", PN_CONVENTION_GODOT, {}, {{}, PN_AXES_MIRROR_X}},
    Engine{"three", PN_CONVENTION_THREE, {{}, PN_AXES_MIRROR_X}, {{0, -90, 0}, PN_AXES_MIRROR_X}},
    Engine{"babylon", PN_CONVENTION_BABYLON, {}, {}},
    Engine{"playcanvas", PN_CONVENTION_PLAYCANVAS, {{}, PN_AXES_MIRROR_X}, {{}, PN_AXES_MIRROR_X}},
    Engine{"filament", PN_CONVENTION_FILAMENT, {{}, PN_AXES_MIRROR_X}, {{}, PN_AXES_MIRROR_X}},
    Engine{"blender", PN_CONVENTION_EEVEE, {{90, 0, 270}, PN_AXES_MIRROR_X}, {{90, 0, 270}, PN_AXES_MIRROR_X}},
    Engine{"directxmath", PN_CONVENTION_DIRECTXMATH, {}, {}},
    Engine{"google", PN_CONVENTION_GOOGLE, {{}, PN_AXES_ZUP}, {{90, 0, 270}, PN_AXES_KEEP}},
    Engine{"cmft", PN_CONVENTION_CMFT, {}, {}},
};

std::vector<std::string> engineNames()
{
    std::vector<std::string> names;
    for (const Engine& engine : kEngines)
        names.emplace_back(engine.name);
    return names;
}

} // namespace

const Engine& engineNamed(std::string_view name)
{
    return *std::find_if(kEngines.begin(), kEngines.end(), [&](const Engine& engine) { return engine.name == name; });
}

void turnSh(PnSh& sh, const std::array<int, 3>& turn)
{
    if (turn != std::array<int, 3>{})
        rotateSh(sh, rotationBy(turn[0], turn[1], turn[2]), "cannot turn coefficients");
}

void turnBackSh(PnSh& sh, const std::array<int, 3>& turn)
{
    if (turn == std::array<int, 3>{})
        return;
    const Rotation there = rotationBy(turn[0], turn[1], turn[2]);
    rotateSh(sh, {there[0], there[3], there[6], there[1], there[4], there[7], there[2], there[5], there[8]},
             "cannot turn coefficients");
}

Option EngineOption::addTo(CLI::App& app, PnConvention& convention)
{
    return addWord(app, "--for", engineNames(), "Convention and axes of an engine, as it shows such an input",
                   [this, &convention](std::size_t index) {
                       m_engine = &kEngines.at(index);
                       convention = m_engine->convention;
                   });
}

EngineView EngineOption::viewOf(bool isCubemap, PnAxes axes) const
{
    if (m_engine == nullptr)
        return {{}, axes};
    return isCubemap ? m_engine->cubemap : m_engine->panorama;
}

} // namespace pn::cli
