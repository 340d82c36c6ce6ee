#include "sh/engine.h"

#include <algorithm>
#include <bit>

namespace pn::cli {
namespace {

constexpr EngineView kMirrored = {{}, PN_AXES_MIRROR_X};
constexpr EngineView kMirroredZ = {{}, PN_AXES_MIRROR_Z};
constexpr EngineView kBlender = {{90, 0, 270}, PN_AXES_MIRROR_X};
constexpr std::uint32_t kAll = 15;
constexpr PnRoughnessMapping kLinear = PN_ROUGHNESS_MAPPING_LINEAR;

// docs/conventions.md says where each line is from, and which of them are proven by running the engine.
constexpr std::array kEngines = {
    Engine{"unity", PN_CONVENTION_UNITY, {}, {{0, 90, 0}}, PN_ROUGHNESS_MAPPING_UNITY, 7, 1, "dds"},
    Engine{"unreal",
           PN_CONVENTION_UNREAL,
           {},
           {{}, PN_AXES_ZUP},
           PN_ROUGHNESS_MAPPING_UNREAL,
           kAll,
           1,
           "dds",
           false,
           false,
           true},
    Engine{"godot", PN_CONVENTION_GODOT, {}, kMirrored, PN_ROUGHNESS_MAPPING_GODOT, kAll, 1, "exr"},
    Engine{"three",
           PN_CONVENTION_THREE,
           kMirrored,
           {{0, -90, 0}, PN_AXES_MIRROR_X},
           PN_ROUGHNESS_MAPPING_FILAMENT,
           kAll,
           8},
    Engine{"babylon", PN_CONVENTION_BABYLON, {}, {}, PN_ROUGHNESS_MAPPING_BABYLON, kAll, 1, "env"},
    Engine{"playcanvas", PN_CONVENTION_PLAYCANVAS, kMirrored, kMirrored, kLinear, 6, 1, "dds"},
    Engine{"filament", PN_CONVENTION_FILAMENT, {}, kMirrored, PN_ROUGHNESS_MAPPING_FILAMENT, kAll, 16, "ktx"},
    Engine{"cesium", PN_CONVENTION_FILAMENT, {}, kMirrored, kLinear},
    Engine{"blender", PN_CONVENTION_EEVEE, kBlender, kBlender, kLinear, kAll, 1, "exr"},
    Engine{"bevy", PN_CONVENTION_CANONICAL, kMirroredZ, kMirroredZ, kLinear, kAll, 8, "ktx2", true},
    Engine{"directxmath", PN_CONVENTION_DIRECTXMATH, {}, {}, kLinear, kAll, 1, "ktx2", false, true},
    Engine{"google", PN_CONVENTION_GOOGLE, {}, {{90, 0, 270}}, kLinear, kAll, 1, "ktx2", false, true},
    Engine{"cmft", PN_CONVENTION_CMFT, {}, {}, kLinear, kAll, 1, "ktx2", false, true},
};

// As docs/math.md, section 3, has them.
Rotation matrixOf(PnAxes axes)
{
    switch (axes)
    {
    case PN_AXES_UNREAL: return {0, 0, 1, 1, 0, 0, 0, 1, 0};
    case PN_AXES_ZUP: return {1, 0, 0, 0, 0, -1, 0, 1, 0};
    case PN_AXES_MIRROR_X: return {-1, 0, 0, 0, 1, 0, 0, 0, 1};
    case PN_AXES_MIRROR_Z: return {1, 0, 0, 0, 1, 0, 0, 0, -1};
    default: return {1, 0, 0, 0, 1, 0, 0, 0, 1};
    }
}

Rotation rotationOf(const std::array<int, 3>& turn)
{
    return rotationBy({float(turn[0]), float(turn[1]), float(turn[2])});
}

Rotation matrixOf(const EngineView& view)
{
    return product(matrixOf(view.axes), rotationOf(view.turn));
}

} // namespace

std::vector<std::string> engineNames()
{
    std::vector<std::string> names;
    for (const Engine& engine : kEngines)
        names.emplace_back(engine.name);
    return names;
}

const Engine* findEngine(std::string_view name)
{
    const auto found =
        std::find_if(kEngines.begin(), kEngines.end(), [&](const Engine& engine) { return engine.name == name; });
    return found != kEngines.end() ? &*found : nullptr;
}

Rotation fileTurn(const Engine& engine)
{
    return product(inverseOf(matrixOf(engine.panorama)), matrixOf(engine.cubemap));
}

std::uint32_t mipCountOf(const Engine& engine, std::uint32_t faceSize)
{
    const auto chain = static_cast<std::uint32_t>(std::bit_width(std::max(1u, faceSize / engine.leastMip)));
    return std::min(chain, engine.mostMips);
}

void turnSh(PnSh& sh, const std::array<int, 3>& turn)
{
    if (turn != std::array<int, 3>{})
        rotateSh(sh, rotationOf(turn), "cannot turn coefficients");
}

void turnBackSh(PnSh& sh, const std::array<int, 3>& turn)
{
    if (turn != std::array<int, 3>{})
        rotateSh(sh, inverseOf(rotationOf(turn)), "cannot turn coefficients");
}

Option addFor(CLI::App& app, const Engine*& engine, const std::string& help)
{
    return addWord(app, "--for", engineNames(), help, [&engine](std::size_t index) { engine = &kEngines.at(index); });
}

Option EngineOption::addTo(CLI::App& app, PnConvention& convention)
{
    return addWord(app, "--for", engineNames(), "Convention and axes of an engine, as it shows the environment",
                   [this, &convention](std::size_t index) {
                       m_engine = &kEngines.at(index);
                       convention = m_engine->convention;
                   });
}

} // namespace pn::cli
