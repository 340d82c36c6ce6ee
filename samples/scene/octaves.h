// Contrast by scale: how much detail a reflection has, octave by octave, and how far it is the truth's.
#pragma once

#include "view.h"

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace scene {

inline constexpr std::size_t kOctaves = 3; // finest first

// Of an octave of the log2 light of some pixels. The noise of both truths is independent, so their covariance has none.
struct Octave
{
    double contrast = 0.0;    // deviation of x over the truth's: sqrt(var(x) / cov(a, b)); 0 where cov(a, b) <= 0
    double correlation = 0.0; // cov(x, (a + b) / 2) / sqrt(var(x) cov(a, b)); above 1 by noise alone
    double agreement = 0.0;   // correlation of a with b
    std::size_t pixels = 0;

    // Whether there is a truth to compare with.
    bool isSettled() const { return agreement >= 0.5 && pixels >= 50; }
};

using Octaves = std::array<Octave, kOctaves>;
using Bands = std::array<std::vector<double>, kOctaves>; // one value per pixel

inline constexpr float kSmooth = -1.0f; // in place of a roughness: all pixels of kSmoothest or less together

// Octave k of L = log2(luminance + g) is the difference of L under Gaussians whose deviations are 2^k and 2^(k+1) times
// 1/320 of the view's width: it passes periods about from 1/64 to 1/32, 1/32 to 1/16 and 1/16 to 1/8 of the width.
// Each Gaussian is a mean over the pixels of the same shape alone (a normalized convolution), so that a shape's border
// is no detail.
class OctaveMeter
{
public:
    // g by roughness. Refers to the view, which must outlive it.
    OctaveMeter(const View& view, std::map<float, double> guards);

    std::map<float, Octaves> octavesOf(const Image& specular) const; // by roughness, and of kSmooth

private:
    Bands bandsOf(const Image& specular) const;
    double meanAround(const std::vector<double>& logs, std::size_t pixel, const std::vector<double>& taps) const;

    const View& m_view;
    std::map<float, double> m_guards;
    std::array<std::vector<double>, kOctaves + 1> m_taps; // of each Gaussian, from its middle on
    std::array<Bands, 2> m_truth;                         // a and b
};

} // namespace scene
