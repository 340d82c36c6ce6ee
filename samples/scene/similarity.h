// How much two pictures look alike.
#pragma once

#include "picture.h"

namespace scene {

// Wang et al., "Image Quality Assessment: From Error Visibility to Structural Similarity" (2004): the mean over all
// windows, a Gaussian of 11 x 11 pixels with a deviation of 1.5, of the luma. 1 is the same picture.
double structuralSimilarity(const Picture& a, const Picture& b);

} // namespace scene
