#include "sh/lights.h"

#include "sh/sh_set.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace pn::cli {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180.0;

// The irradiance as a colour whose largest channel is 1, and that channel.
struct Colour
{
    std::array<float, 3> rgb;
    float intensity;
};

Colour colourOf(const PnLight& light)
{
    const float largest = *std::max_element(std::begin(light.irradiance), std::end(light.irradiance));
    Colour colour{{}, largest};
    for (std::size_t c = 0; c < 3; ++c)
        colour.rgb[c] = largest > 0.0f ? std::max(light.irradiance[c] / largest, 0.0f) : 0.0f;
    return colour;
}

float degrees(double radians)
{
    return float(radians / kDegree);
}

// Turns lights as --for turns coefficients, so that they match the environment as the engine shows it.
PnLights lightsIn(const char* engine, const LightResult& result)
{
    return turnedLights(result.lights, std::nullopt, findEngine(engine)->panorama, 1.0f);
}

std::span<const PnLight> lightsOf(const PnLights& lights)
{
    return std::span(lights.light).first(lights.count);
}

// In the axes that --for asked for.
PnLights lightsAsAsked(const LightResult& result)
{
    return result.engine != nullptr ? lightsIn(result.engine->name, result) : result.lights;
}

std::string asText(const LightResult& result)
{
    const PnLights shown = lightsAsAsked(result);
    std::string out =
        fmt::format("{} {}, the strongest first\n", result.lights.count, result.lights.count == 1 ? "light" : "lights");
    if (result.lights.count == 0)
        return out;
    out += fmt::format("{:>2} {:>29} {:>32} {:>10} {:>10} {:>7}\n", "#", "direction", "irradiance", "peak", "radius",
                       "texels");
    std::uint32_t number = 1;
    for (const PnLight& light : lightsOf(shown))
        out += fmt::format(
            "{:>2} {:>9.5f} {:>9.5f} {:>9.5f} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>6.2f} deg {:>6}\n", number++,
            light.direction[0], light.direction[1], light.direction[2], light.irradiance[0], light.irradiance[1],
            light.irradiance[2], *std::max_element(std::begin(light.peak), std::end(light.peak)),
            degrees(double(light.angularRadius)), light.texelCount);
    return out;
}

std::string asJson(const LightResult& result)
{
    PnSh turned = result.residual;
    if (result.engine != nullptr)
        turnSh(turned, result.engine->panorama.turn);
    const ShSet set =
        toSet(turned, PN_CONVENTION_CANONICAL, result.engine != nullptr ? result.engine->panorama.axes : PN_AXES_KEEP);
    Json residual = Json::array();
    for (const auto& row : set.rows)
        residual.push_back({row[0], row[1], row[2]});
    Json json = {{"probenorm", versionText()},
                 {"input", result.input},
                 {"unit", "the texels' unit times steradian"},
                 {"threshold", result.lights.threshold},
                 {"lights", lightsJson(lightsAsAsked(result))},
                 {"residual", {{"bands", result.residual.bands}, {"coefficients", residual}}}};
    if (result.engine != nullptr)
        json["engine"] = result.engine->name;
    return jsonText(json);
}

std::string asUnity(const LightResult& result)
{
    Json lights = Json::array();
    const PnLights shown = lightsIn("unity", result);
    for (const PnLight& light : lightsOf(shown))
    {
        const Colour colour = colourOf(light);
        const auto& d = light.direction;
        lights.push_back({{"type", "Directional"},
                          {"forward", {-d[0], -d[1], -d[2]}},
                          {"color", colour.rgb},
                          {"intensity", float(double(colour.intensity) / kPi)},
                          {"intensityHdrp", colour.intensity},
                          {"angularDiameter", degrees(2.0 * double(light.angularRadius))}});
    }
    return jsonText(
        {{"probenorm", versionText()},
         {"units", "intensity: E / pi, built-in and universal pipelines; intensityHdrp: E in lux; color is linear; "
                   "angularDiameter in degrees; rotation is Quaternion.LookRotation(forward)"},
         {"lights", lights}});
}

// The shortest turn that takes +z to d, as x y z w.
Json rotationTo(const float (&d)[3])
{
    const double x = double(d[0]), y = double(d[1]), w = 1.0 + double(d[2]);
    if (w < 1e-9)
        return {0.0f, 1.0f, 0.0f, 0.0f};
    const double length = std::sqrt(x * x + y * y + w * w);
    return {float(-y / length), float(x / length), 0.0f, float(w / length)};
}

// A directional light shines along its node's -z, so that +z points towards it.
std::string asGltf(const LightResult& result)
{
    Json lights = Json::array(), nodes = Json::array(), indices = Json::array();
    const PnLights shown = lightsIn("three", result);
    for (const PnLight& light : lightsOf(shown))
    {
        const std::uint32_t index = std::uint32_t(lights.size());
        const std::string name = fmt::format("light {}", index + 1);
        const Colour colour = colourOf(light);
        lights.push_back(
            {{"name", name}, {"type", "directional"}, {"color", colour.rgb}, {"intensity", colour.intensity}});
        nodes.push_back({{"name", name},
                         {"rotation", rotationTo(light.direction)},
                         {"extensions", {{"KHR_lights_punctual", {{"light", index}}}}}});
        indices.push_back(index);
    }
    Json scene = {{"name", "lights"}};
    if (!indices.empty())
        scene["nodes"] = indices;
    Json gltf = {{"asset", {{"version", "2.0"}, {"generator", "ProbeNorm " + versionText()}}},
                 {"scene", 0},
                 {"scenes", Json::array({scene})}};
    if (!lights.empty())
    {
        gltf["extensionsUsed"] = Json::array({"KHR_lights_punctual"});
        gltf["extensions"] = {{"KHR_lights_punctual", {{"lights", lights}}}};
        gltf["nodes"] = nodes;
    }
    return jsonText(gltf);
}

std::string asThree(const LightResult& result)
{
    Json lights = Json::array();
    const PnLights shown = lightsIn("three", result);
    for (const PnLight& light : lightsOf(shown))
    {
        const Colour colour = colourOf(light);
        lights.push_back({{"type", "DirectionalLight"},
                          {"color", colour.rgb},
                          {"intensity", colour.intensity},
                          {"position", light.direction}});
    }
    return jsonText({{"probenorm", versionText()},
                     {"units", "intensity: irradiance, the unit of three.js from r155 on; color is linear"},
                     {"lights", lights}});
}

} // namespace

// Directions go the way of the second band's coefficients, which are y, z and x.
PnLights turnedLights(PnLights lights, const std::optional<Degrees>& rotation, const EngineView& view, float scale)
{
    for (PnLight& light : std::span(lights.light).first(lights.count))
    {
        PnSh sh{};
        sh.bands = 2;
        for (std::size_t i = 0; i < 3; ++i)
            sh.rgb[1 + i][0] = light.direction[(i + 1) % 3];
        if (rotation)
            rotateSh(sh, rotationBy(*rotation), "cannot rotate lights");
        turnSh(sh, view.turn);
        const ShSet written = toSet(sh, PN_CONVENTION_CANONICAL, view.axes);
        for (std::size_t i = 0; i < 3; ++i)
            light.direction[(i + 1) % 3] = written.rows[1 + i][0];
        for (std::size_t c = 0; c < 3; ++c)
        {
            light.irradiance[c] *= scale;
            light.peak[c] *= scale;
        }
    }
    return lights;
}

Json lightsJson(const PnLights& lights)
{
    Json json = Json::array();
    for (const PnLight& light : lightsOf(lights))
        json.push_back({{"direction", light.direction},
                        {"irradiance", light.irradiance},
                        {"peak", light.peak},
                        {"angularRadiusDegrees", degrees(double(light.angularRadius))},
                        {"texels", light.texelCount}});
    return json;
}

std::string lightText(const LightResult& result, LightFormat format)
{
    switch (format)
    {
    case LightFormat::AsText: return asText(result);
    case LightFormat::AsJson: return asJson(result);
    case LightFormat::Unity: return asUnity(result);
    case LightFormat::Gltf: return asGltf(result);
    default: return asThree(result);
    }
}

} // namespace pn::cli
