// How far a reflection is from the truth, by measures that favour neither darkness nor flatness.
#pragma once

#include "view.h"

#include <map>

namespace scene {

// All over subpixels with a specular layer, and over channels. a and b are the two truths, whose noise is independent,
// so that a product of two differences has none on average. g is a tenth of the mean truth of the same roughness:
// nothing is divided by a shadow, and no shadow's logarithm rules a mean.
struct Measures
{
    double logError;       // mean of (Lx - La)(Lx - Lb), L = log2(value + g)
    double relativeSquare; // mean of (x - a)(x - b) / (t^2 + g^2), t the mean of a and b
    double detail;         // up to roughness 0.3: deviation of Lx over that of the truth
    double highlights;     // mean of Lx - Lb over the brightest fiftieth of a, in stops
    double bias;           // mean of Lx - Lt, in stops
    std::map<float, double> logErrorByRoughness;
    std::map<float, double> biasByRoughness; // on mirrors, glare: how much too bright they are
};

Measures measure(const View& view, const Image& specular);

} // namespace scene
