#pragma once

#include "core/check/thresholds.h"
#include "core/light/sphere_grid.h"

#include "core/backend.h"
#include "core/light/bright_texels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace pn::check {

using Texels = std::vector<std::uint32_t>; // their indices

// Light of some texels, as its average and as irradiance on surfaces that face 96 directions.
struct LightShare
{
    double flux = 0; // luminance times solid angle
    std::array<double, 96> irradiance{};

    void add(Vec3 direction, double more);
};

// What a part of the light changes, as a share of all that is there without it, with its sign.
struct Effect
{
    double average = 0, irradiance = 0; // where that changes most
};
Effect effectOf(const LightShare& all, const LightShare& part);

// A texel's luminance with the signs of its channels.
inline double signedLuminance(const float* rgb)
{
    return 0.2126 * double(rgb[0]) + 0.7152 * double(rgb[1]) + 0.0722 * double(rgb[2]);
}

// The luminances of some texels.
struct LuminanceRange
{
    float least = std::numeric_limits<float>::infinity(), most = 0;

    void include(const LuminanceRange& other)
    {
        least = std::min(least, other.least);
        most = std::max(most, other.most);
    }
    bool isUniform() const { return double(most - least) <= kConstant * double(most); }
};

struct TexelRow
{
    LuminanceRange luminance;
    std::array<float, 4> most{}; // r g b 1
};

// An environment decoded to floats, with what one look at each texel says. Values that are not finite are replaced as
// the projection does.
struct CheckedMap
{
    explicit CheckedMap(const ProbeView& view);

    const float* rgb(std::uint32_t index) const { return &radiance[4 * std::size_t{index}]; }
    double solidAngle(std::uint32_t index) const { return solidAngles[index % solidAngles.size()]; }
    double negativeLuminance(std::uint32_t i) const { return signedLuminance(rgb(i)) - double(luminance[i]); }
    double flux(std::uint32_t index) const { return double(luminance[index]) * solidAngle(index); }
    double mean() const { return light.flux / (4 * kPi); }
    double texelRadius() const { return 2 / std::sqrt(double(texelCount)); }        // radians, as a disc
    bool isCoarse() const { return texelRadius() >= kCoarseTexel * kSunRadius; }    // a lamp lies within a texel
    bool isBelow(std::uint32_t index) const { return grid.direction(index).y < 0; } // the horizon

    SphereGrid grid;
    PnFormat format;
    std::uint32_t texelCount;
    std::unique_ptr<float[]> radiance;   // r g b 1
    std::vector<float> luminance;        // negative channels count as 0
    std::vector<double> solidAngles;     // of the texels of a face
    Texels nonFinite, negative;          // in order
    std::vector<TexelRow> rows;          // through all faces
    LightShare light;                    // of all texels, negative channels too
    std::array<LuminanceRange, 6> faces; // a map has one
    std::array<float, 3> largest{};      // of each channel
    float brightest = 0;                 // luminance
    double sky = 0;                      // the mean luminance of what is no light

private:
    void lookAtRow(const ProbeView& view, std::uint32_t row);
    void sum();
};

// The value that a share of some are below, 0 of none.
template <typename Number>
Number quantileOf(std::vector<Number> values, double share = 0.5)
{
    if (values.empty())
        return 0;
    const auto at = values.begin() + std::ptrdiff_t(share * double(values.size()));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace pn::check
