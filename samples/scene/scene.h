// A scene as its file describes it (docs/schema/scene.json). Metres, y up; radiance without a unit.
#pragma once

#include "world.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scene {

inline constexpr std::uint64_t kSeed = 20240611;

// Light probes at low + i * (high - low) / (count - 1), which are interpolated inside and held outside of these
// corners.
struct Volume
{
    vec3 low;
    vec3 high;
    std::array<std::uint32_t, 3> count;
};

// A reflection probe, and the box in which it is used.
struct ProbeSite
{
    vec3 position;
    vec3 low;
    vec3 high;
    float blend;     // metres inside the box over which the probe's weight grows from 0 to 1
    bool isParallax; // whether lookups inside the box are corrected for it
};

struct Camera
{
    std::string name;
    std::string title;
    vec3 position;
    vec3 target;
    float height; // of the picture, one metre away
};

// Formulas are fitted to some scenes and only reported for the others.
enum class Use
{
    Fit,
    Report
};

struct Scene
{
    std::string name; // the file's, without its extension
    std::string title;
    Use use;
    unsigned effort; // how many times as many paths its views need as an ordinary scene's
    World world;
    std::vector<ProbeSite> probes;
    std::vector<Volume> volumes;
    std::vector<Camera> cameras;
};

// Throws std::runtime_error: the file, and what is wrong where. A field that is unknown is not read: the schema is for
// editors. A sky map's file is found from the scene file's folder.
Scene readScene(const std::filesystem::path& path);

// The files of a folder with an extension, in the order of their names. Throws std::runtime_error where there are none.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, const std::string& extension);

} // namespace scene
