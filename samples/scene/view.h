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

enum class Projection
{
    Infinite, // the probe is looked up along the reflection, wherever the surface is
    Box       // inside the probe's box, along the way from the probe to where the reflection leaves the box
};

// The direction to look up; the reflection itself outside of the box.
vec3 boxProjected(vec3 position, vec3 reflection);

struct ProbeLight
{
    const ReflectionProbe& probe;
    const ReflectanceTable& table;
    const PnSh& ownLight;
    const LightField& lightField;
    Projection projection;
};

// The projection corrects where the probe is looked up. Both lights of the factor are along the reflection itself.
Image renderSpecular(const View& view, const ProbeLight& light, const Method& method, unsigned threadCount);

} // namespace scene
