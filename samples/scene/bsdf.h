// How a surface scatters light: GGX with Smith's shadowing and Schlick's Fresnel term, over Lambert.
#pragma once

#include "world.h"

#include <glm/mat3x3.hpp>

namespace scene {

// Which part of the surface; Both is the whole.
enum class Lobes
{
    Specular,
    Diffuse,
    Both
};

// Columns x y z, z along the unit vector.
glm::mat3 frameAlong(vec3 z);

// A visible micronormal and what becomes of light there. All vectors are in the surface's frame.
struct Facet
{
    vec3 normal;
    vec3 reflection;
    float shadowing; // G2 / G1
};
Facet sampleFacet(vec3 toViewer, float alpha, float u, float v);

class Bsdf
{
public:
    Bsdf(const Material& material, vec3 normal, vec3 toViewer);

    vec3 evaluate(vec3 toLight, Lobes lobes) const; // times the cosine
    float pdf(vec3 toLight, Lobes lobes) const;
    vec3 sample(float choice, float u, float v, Lobes lobes) const; // a direction, by pdf

private:
    vec3 fresnel(float cosine) const;
    float specularShare(Lobes lobes) const;

    Material m_material;
    glm::mat3 m_frame;
    vec3 m_toViewer; // in the frame
    float m_alpha;
};

float luminance(vec3 rgb); // Rec. 709

} // namespace scene
