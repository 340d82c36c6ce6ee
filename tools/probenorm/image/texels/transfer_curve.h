#pragma once

#include "image/texels/image.h"

#include <vector>

namespace pn::image {

// How stored codes mean light.
struct TransferCurve
{
    double gamma = 0.0; // of the encoding: light is code^(1/gamma); 0 for the sRGB curve, 1 for linear

    bool isSrgb() const { return gamma == 0.0; }
    bool isLinear() const { return gamma == 1.0; }
};

// The light that a code from 0 to 1 stands for.
double linearOf(double code, const TransferCurve& curve);

// Turns the 16-bit codes at the front of each row into the RGB32F texels of the image.
void widenRows(Image& image, const TransferCurve& curve);

// RGB32F of an RGBA8 image; its alpha is dropped.
Image widenBytes(const Image& bytes, const TransferCurve& curve);

} // namespace pn::image
