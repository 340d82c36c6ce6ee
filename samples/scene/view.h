// What a camera sees: the path-traced truth, and beside it everything that a formula may know at each pixel.
#pragma once

#include "last_mip.h"
#include "light_probes.h"
#include "lightmap.h"
#include "path_tracer.h"
#include "reflection.h"
#include "scene.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scene {

using Image = std::vector<vec3>; // rows from the top

inline constexpr std::size_t kMostSites = 2;    // reflection probes of a scene
inline constexpr std::size_t kCoefficients = 9; // of a light, per channel
inline constexpr float kNothing = -1.0f;        // in place of a material or a roughness

// One reflection probe at one pixel.
struct SiteSample
{
    float weight;
    vec3 plain;  // the prefiltered probe
    vec3 lookup; // where it was looked up
};

// One pixel.
struct Sample
{
    float material;  // its shape's number, or kNothing where the ray met nothing
    float roughness; // kNothing without a specular layer
    float effort;    // how many times as many paths its truth has as other shapes'
    vec3 position;
    vec3 normal;
    vec3 reflection;                       // the mirrored ray, R
    vec3 reflectance;                      // of a white environment: the split sum's f0 * scale + bias
    vec3 base;                             // emitted and diffuse light, the same in every rendering
    std::array<vec3, 2> truth;             // the specular part, twice, from paths of their own
    std::array<vec3, kCoefficients> local; // the local light, interpolated between light probes
    LightmapTexel lightmap;                // the local light as its surface holds it
    std::array<SiteSample, kMostSites> sites;

    bool isSpecular() const { return roughness >= 0.0f; }
};

struct View
{
    std::string scene;
    bool isFit;
    std::string name;
    int width;
    int height;
    std::vector<PnSh> siteLights;   // the reflection probes' own light
    std::vector<LastMips> lastMips; // the same as they show it
    std::vector<Sample> samples;
};

// What all renderings share, and the specular truth, the mean of both.
Image baseOf(const View& view);
Image truthOf(const View& view);

inline constexpr float kSmoothest = 0.301f; // roughness of what shows detail: 0.3, and a float's rounding

struct RenderSettings
{
    int width = 160; // of a picture, in pixels; its height is 9/16 of it
    unsigned paths =
        128; // of each pixel's specular part; half as many for each truth, for the base, and for the lightmap
    unsigned mirrorEffort = 1; // how many times as many for metal that shows detail
    int probeSize = 128;
    unsigned probePaths = 96; // of each texel; a mirror shows their noise
    int lightProbeSize = 8;
    unsigned lightProbePaths = 24;
    unsigned threadCount = 2;
    std::filesystem::path kept; // a folder for what paths found, which is read again where it is there; empty: none
};

struct SceneLight
{
    const std::vector<ReflectionProbe>& probes; // as many as the scene has sites
    const std::vector<PnSh>& probeLights;
    const std::vector<LastMips>& lastMips;
    const ReflectanceTable& table;
    const LightField& field;
};

// Rays through the centres of pixels. image: what random numbers are drawn for. Nothing is random but the light, so
// that every rendering shows the same surfaces, and the error of a reflection is not that of an edge.
View renderView(const PathTracer& tracer, const Scene& scene, const Camera& camera, const SceneLight& light,
                const RenderSettings& settings, std::uint64_t image);

} // namespace scene
