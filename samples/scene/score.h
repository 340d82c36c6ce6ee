// Every formula against the truth of every view.
#pragma once

#include "formula.h"
#include "picture.h"
#include "view.h"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace scene {

struct Mean
{
    double sum = 0.0;
    std::size_t count = 0;

    void add(double value)
    {
        sum += value;
        ++count;
    }
    double value() const { return count == 0 ? 0.0 : sum / static_cast<double>(count); }
};

// All over pixels with a specular layer, and over channels. a and b are the two truths, whose noise is independent,
// so that a product of two differences has none on average. g is a tenth of the mean truth of the same roughness:
// nothing is divided by a shadow, and no shadow's logarithm rules a mean.
struct Measures
{
    double logError;       // mean of (Lx - La)(Lx - Lb), L = log2(value + g)
    double relativeSquare; // mean of (x - a)(x - b) / (t^2 + g^2), t the mean of a and b
    double detail;         // up to roughness 0.3: deviation of Lx over that of the truth
    double highlights;     // mean of Lx - Lb over the brightest fiftieth of a, in stops
    std::map<float, double> logErrorByRoughness;
};

Measures measure(const View& view, const Image& specular);

// Log error of the plain probe from which a view counts as another place than the probe's.
inline constexpr double kForeign = 4.0;

inline constexpr const char* kOwnRoom = "own_room"; // the scene whose view is in the probe's own room

// Formulas by name.
inline constexpr const char* kPlain = "plain";
inline constexpr const char* kOurs = "probenorm";
inline constexpr std::array kPictured = {kPlain,           kOurs,   "probenorm, version 3",
                                         "hdrp-corrected", "rend2", "blackops"}; // in pictures

struct Score
{
    std::string formula;
    Measures measures;
    double similarity; // SSIM of the picture with the truth's
    double flip;       // HDR-FLIP of the view with the truth, mean over pixels
};

struct ViewScores
{
    std::string scene;
    bool isFit;
    std::string view;
    std::vector<Score> scores; // one per formula, in their order
    Picture picture{};         // by each of kPictured, and path traced, side by side
};

// Throws std::runtime_error where there is none.
const Score& scoreOf(const ViewScores& view, const std::string& formula);

ViewScores scoreView(const View& view, const std::vector<Formula>& formulas, unsigned threadCount);

using Value = std::function<double(const Score&)>;
using Choice = std::function<bool(const ViewScores&)>;

// Of the formula of that number: the mean over scenes of the mean over their chosen views.
double meanOf(const std::vector<ViewScores>& views, std::size_t formula, const Choice& isChosen, const Value& value);

// Means over a formula's views of each scene, then over scenes: a scene of three views counts as much as one of two.
struct Summary
{
    std::string formula;
    double logError;
    double fitLogError;
    double reportLogError;
    double relativeSquare;
    double similarity;
    double detail;     // mean of |log2|: how far from the truth's, in stops
    double highlights; // mean of the absolute error, in stops
    double fitFlip;
    double reportFlip;
};

std::vector<Summary> summarize(const std::vector<ViewScores>& views);

} // namespace scene
