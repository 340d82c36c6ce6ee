#pragma once

#include "picture/canvas.h"

#include <span>
#include <vector>

namespace pn::cli {

// Rec. 709.
float luminance(glm::vec3 rgb);
std::vector<float> luminances(std::span<const glm::vec3> colors);

// The factor that makes the brighter part of an environment, and a white ball in it, a light grey: 0.5 over the 85th
// percentile of luminance or over the ball's average, whichever is more. 1 for black.
float autoExposure(std::span<const glm::vec3> radiance, float ballLuminance);

// Each colour times the exposure.
std::vector<glm::vec3> exposedBy(float exposure, std::vector<glm::vec3> light);

// Exposed radiance to sRGB. Negative light is black; what is brighter than white rolls off, per channel.
std::vector<Pixel> toneMap(std::span<const glm::vec3> exposed);

// A signed, exposed difference: blue below 0, light grey at 0, red above; half the way is at kErrorKnee.
Pixel errorColor(float exposed);

inline constexpr float kErrorKnee = 0.5f;

} // namespace pn::cli
