#pragma once

#include "core/inspect/light_share.h"

#include "core/backend.h"

#include <array>
#include <vector>

namespace pn::inspect {

// An environment decoded to floats, with what one look at each texel says. Values that are not finite are replaced as
// the projection does.
class InspectedMap
{
public:
    InspectedMap(const ProbeView& view, std::uint32_t threadCount);

    const Shape& shape() const { return m_grid.shape(); }
    const SphereGrid& grid() const { return m_grid; }
    std::uint32_t texelCount() const { return m_grid.texelCount(); }
    PnFormat format() const { return m_format; }
    float luminance(std::uint32_t index) const { return m_luminance[index]; } // negative channels count as 0
    const float* rgb(std::uint32_t index) const { return &m_rgb[3 * std::size_t{index}]; }
    const std::vector<std::uint32_t>& nonFinite() const { return m_nonFinite; } // in order
    const std::vector<std::uint32_t>& negative() const { return m_negative; }   // in order
    const LightShare& light() const { return m_light; }                         // of all texels, negative channels too
    const LightShare& negativeLight() const { return m_negativeLight; }         // of the negative channels
    const std::array<float, 3>& largest() const { return m_largest; }
    float brightest() const { return m_brightest; } // luminance
    double mean() const { return m_light.flux() / (4 * kPi); }

    bool isBelow(std::uint32_t index) const; // the horizon
    double solidAngle(std::uint32_t index) const { return double(m_solidAngle[index]); }
    double flux(std::uint32_t index) const { return double(m_luminance[index]) * solidAngle(index); }

private:
    struct Rows;
    void readRows(const ProbeView& view, Rows& rows);

    SphereGrid m_grid;
    PnFormat m_format;
    std::vector<float> m_rgb, m_luminance, m_solidAngle;
    std::vector<std::uint32_t> m_nonFinite, m_negative;
    LightShare m_light, m_negativeLight;
    std::array<float, 3> m_largest{};
    float m_brightest = 0;
};

// A texel's luminance with the signs of its channels.
template <typename Number>
inline double signedLuminance(const Number* rgb)
{
    return 0.2126 * double(rgb[0]) + 0.7152 * double(rgb[1]) + 0.0722 * double(rgb[2]);
}

} // namespace pn::inspect
