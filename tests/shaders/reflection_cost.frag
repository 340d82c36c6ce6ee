// One of the functions of reflection_forms.glsl, PN_REFLECT, and nothing else. reflection_cost_test.cpp counts its
// instructions, less those of reflectPlain.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "bench/shaders/reflection_forms.glsl"

layout(location = 0) in vec3 radiance;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 reflection;
layout(location = 3) in vec3 alongNormal;
layout(location = 4) in vec2 surface; // roughness, metallic
layout(location = 5) in vec3 lastMip;
layout(location = 0) out vec3 color;

void main()
{
    color = PN_REFLECT(Seen(radiance, normal, reflection, alongNormal, lastMip, surface.x, surface.y));
}
