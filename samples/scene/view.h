// What a camera sees: the truth, path traced, and the same with the specular part from the reflection probe.
#pragma once

#include "light_probes.h"
#include "reflection.h"
#include "scene.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace scene {

struct Surface
{
    vec3 position;
    vec3 normal;
    vec3 toViewer;
    const Material* material; // NULL where the ray met nothing
};

using Image = std::vector<vec3>; // rows from the top

// Rays through the centres of subpixels. Nothing is random but the light, so that every rendering shows the same
// surfaces, and the error of a reflection is not that of an edge.
struct View
{
    int width; // in subpixels
    int height;
    std::vector<Surface> surfaces;
    Image base;                 // emitted and diffuse light, the same in every rendering
    std::array<Image, 2> truth; // the specular part, twice, from samples of their own
};

struct ViewSettings
{
    int width; // in subpixels
    int height;
    unsigned samples; // of each subpixel; half as many for each truth
    std::uint64_t image;
};

View renderView(const World& world, const Camera& camera, const ViewSettings& settings, unsigned threadCount);

// Where the specular part comes from: the probe, and what it is multiplied by.
struct Method
{
    std::string name;
    std::optional<PnNormalization> normalization; // none: the plain probe
};

struct ProbeLight
{
    const ReflectionProbe& probe;
    const ReflectanceTable& table;
    const PnSh& ownLight;
    const LightField& lightField;
};

// The reflection is looked up along its own direction, wherever the surface is: no parallax correction.
Image renderSpecular(const View& view, const ProbeLight& light, const Method& method, unsigned threadCount);

} // namespace scene
