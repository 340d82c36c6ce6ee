#pragma once

#include "image/formats/environment.h"

#include <array>

namespace pn::image {

using Matrix = std::array<float, 9>; // 3 x 3, orthogonal, row by row
inline constexpr Matrix kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// The six faces of an image such that along d they are what they were along matrix * d. The matrix permutes and mirrors
// axes, so that texels move, of any format, and none changes.
Image turnFaces(const Image& faces, const Matrix& matrix);

// The same of any environment and matrix, in its own kind and size. Where texels cannot just move, each becomes the
// mean of points spread evenly over it, as RGBA32F.
void turn(Environment& environment, const Matrix& matrix, unsigned threadCount = 0);

} // namespace pn::image
