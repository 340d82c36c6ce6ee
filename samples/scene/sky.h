// Light from infinitely far away: none, the same everywhere, or an equirectangular map that can be sampled.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <filesystem>
#include <vector>

namespace scene {

using glm::vec2;
using glm::vec3;

// Rows from the top (+y); the middle column is along -z, columns go on towards +x.
struct SkyMap
{
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<vec3> texels;
};

struct SkySample
{
    vec3 direction;
    float pdf; // over solid angle
};

class Sky
{
public:
    Sky() = default;
    explicit Sky(vec3 constant) : m_constant(constant) {}
    Sky(SkyMap map, float turn); // radians about the vertical

    vec3 radiance(vec3 direction) const;

    // A constant sky is left to the surfaces' own samples.
    bool isSampled() const { return m_total > 0.0; }
    SkySample sample(float u, float v) const;
    float pdf(vec3 direction) const;

private:
    std::size_t texelAlong(vec3 direction) const;
    float texelPdf(std::size_t texel, float sine) const;

    vec3 m_constant{0.0f};
    SkyMap m_map;
    float m_turn = 0.0f;
    std::vector<double> m_sums; // of luminance times sine, up to and with each texel
    double m_total = 0.0;
};

// Negative and infinite values become 0. Throws what OpenEXR throws, which names the file.
SkyMap readSkyMap(const std::filesystem::path& path, float scale);

} // namespace scene
