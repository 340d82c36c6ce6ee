// How far a rendering is from the truth.
#pragma once

#include "picture.h"
#include "view.h"

#include <vector>

namespace scene {

struct RoughnessError
{
    float roughness;
    std::size_t count; // of subpixels
    double error;      // mean relative squared error
};

struct SpecularError
{
    double error;                            // over all specular subpixels
    std::vector<RoughnessError> byRoughness; // ascending
};

// The mean over subpixels with a specular layer, and over channels, of (x - a)(x - b) / (t^2 + e^2): a and b are the
// two truths, t their mean, so that their noise, which is independent, adds nothing on average. e is a tenth of the
// mean of t over all subpixels of the same roughness: nothing is divided by a shadow.
SpecularError specularError(const View& view, const Image& specular);

// Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity" (2004): the mean over all
// windows, a Gaussian of 11 x 11 pixels with a deviation of 1.5, of the luma. 1 is the same picture.
double structuralSimilarity(const Picture& a, const Picture& b);

} // namespace scene
