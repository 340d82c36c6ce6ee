// HDR-FLIP: how different two pictures look to a person who flips between them.
#pragma once

#include "view.h"

#include <cstddef>
#include <vector>

namespace scene {

// What the eye takes in of a picture on a display: colours as far as it resolves them, and how strong edges and points
// are. One entry per pixel.
struct Sight
{
    std::vector<vec3> colour; // Hunt-adjusted L*a*b*
    std::vector<float> edges;
    std::vector<float> points;
};

// Andersson et al., "FLIP: A Difference Evaluator for Alternating Images" (2020): one error per pixel, 0 to 1.
// displayed: linear RGB of Rec. 709, 0 to 1, rows from the top. At 67 pixels per degree: a display of 0.7 m and 3840
// pixels, seen from 0.7 m.
Sight sightOf(const Image& displayed, int width);
std::vector<float> flipErrors(const Sight& reference, const Sight& test);

// Andersson et al., "Visualizing Errors in Rendered High Dynamic Range Images" (2021): each pixel's largest error over
// exposures, from the one that brings the reference's brightest luminance to 0.85 of the display to the one that brings
// its median there, a stop or less apart; tone mapped by a fit of ACES.
class HdrFlip
{
public:
    HdrFlip(const Image& reference, int width);

    double mean(const Image& test) const;                                // over pixels
    const std::vector<double>& exposures() const { return m_exposures; } // in stops

private:
    int m_width;
    std::vector<double> m_exposures;
    std::vector<Sight> m_reference; // at each exposure
};

} // namespace scene
