#include "score.h"

#include "bsdf.h"
#include "flip.h"
#include "parallel.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

namespace scene {
namespace {

constexpr double kGuard = 0.1; // of the mean truth
constexpr double kHighlightShare = 0.02;

template <typename Visit>
void forEachSpecular(const View& view, const Visit& visit)
{
    for (std::size_t i = 0; i < view.samples.size(); ++i)
        if (view.samples[i].isSpecular())
            visit(view.samples[i], i);
}

using Guards = std::map<float, double>; // by roughness

Guards guardsOf(const View& view)
{
    std::map<float, Mean> means;
    forEachSpecular(view, [&](const Sample& sample, std::size_t) {
        for (int c = 0; c < 3; ++c)
            means[sample.roughness].add(0.5 * static_cast<double>(sample.truth[0][c] + sample.truth[1][c]));
    });
    Guards guards;
    for (const auto& [roughness, mean] : means)
        guards[roughness] = std::max(kGuard * mean.value(), 1e-12);
    return guards;
}

// One channel of one pixel, or its luminance.
struct Triple
{
    double x, a, b, guard;

    double logOf(double value) const { return std::log2(value + guard); }
    double logError() const { return (logOf(x) - logOf(a)) * (logOf(x) - logOf(b)); }
    double relativeSquare() const
    {
        const double t = 0.5 * (a + b);
        return (x - a) * (x - b) / (t * t + guard * guard);
    }
};

// Deviations from sums; of the truth from its halves' covariance, which has no noise.
class Detail
{
public:
    void add(const Triple& triple)
    {
        const double x = triple.logOf(triple.x), a = triple.logOf(triple.a), b = triple.logOf(triple.b);
        m_x.add(x), m_xx.add(x * x), m_a.add(a), m_b.add(b), m_ab.add(a * b);
    }
    double value() const
    {
        const double own = m_xx.value() - m_x.value() * m_x.value();
        const double truth = m_ab.value() - m_a.value() * m_b.value();
        return truth > 0.0 ? std::sqrt(std::max(own, 0.0) / truth) : 0.0;
    }

private:
    Mean m_x, m_xx, m_a, m_b, m_ab;
};

// Chosen by one truth and compared with the other: else the choice would be of noise.
double highlightsOf(std::vector<Triple> luminances)
{
    const auto count =
        std::max<std::size_t>(1, static_cast<std::size_t>(kHighlightShare * static_cast<double>(luminances.size())));
    if (luminances.empty())
        return 0.0;
    std::nth_element(luminances.begin(), luminances.begin() + static_cast<std::ptrdiff_t>(count - 1), luminances.end(),
                     [](const Triple& p, const Triple& q) { return p.a > q.a; });
    Mean mean;
    for (std::size_t i = 0; i < count; ++i)
        mean.add(luminances[i].logOf(luminances[i].x) - luminances[i].logOf(luminances[i].b));
    return mean.value();
}

Image sumOf(const Image& a, const Image& b)
{
    Image sum(a.size());
    std::transform(a.begin(), a.end(), b.begin(), sum.begin(), std::plus<>());
    return sum;
}

} // namespace

double meanOf(const std::vector<ViewScores>& views, std::size_t formula, const Choice& isChosen, const Value& value)
{
    std::map<std::string, Mean> scenes;
    for (const ViewScores& view : views)
        if (isChosen(view))
            scenes[view.scene].add(value(view.scores[formula]));
    Mean mean;
    for (const auto& [name, scene] : scenes)
        mean.add(scene.value());
    return mean.value();
}

const Score& scoreOf(const ViewScores& view, const std::string& formula)
{
    for (const Score& score : view.scores)
        if (score.formula == formula)
            return score;
    throw std::runtime_error("no formula is called " + formula);
}

ViewScores scoreView(const View& view, const std::vector<Formula>& formulas, unsigned threadCount)
{
    const Image base = baseOf(view), truth = truthOf(view);
    const float exposure = exposureFor(base, truth);
    const Image calmBase = smoothed(view, base, Part::Base, exposure, threadCount);
    const Image calmTruth = smoothed(view, truth, Part::Specular, exposure, threadCount);
    const Picture truthPicture = develop(view, calmBase, calmTruth, exposure);

    const HdrFlip flip(sumOf(calmBase, truth), view.width); // the truth as it is: smoothed, it would lack detail

    ViewScores result{view.scene, view.isFit, view.name, std::vector<Score>(formulas.size())};
    std::vector<Picture> pictures(formulas.size());
    parallelFor(formulas.size(), threadCount, [&](std::size_t i) {
        const Image specular = renderFormula(view, formulas[i], 1);
        pictures[i] = develop(view, calmBase, specular, exposure);
        result.scores[i] = {formulas[i].name, measure(view, specular), structuralSimilarity(pictures[i], truthPicture),
                            flip.mean(sumOf(calmBase, specular))};
    });
    std::vector<Picture> shown;
    for (const char* name : kPictured)
        for (std::size_t i = 0; i < formulas.size(); ++i)
            if (formulas[i].name == name)
                shown.push_back(pictures[i]);
    shown.push_back(truthPicture);
    result.picture = sideBySide(shown);
    return result;
}

std::vector<Summary> summarize(const std::vector<ViewScores>& views)
{
    std::vector<Summary> summaries;
    const std::size_t count = views.empty() ? 0 : views.front().scores.size();
    const Choice all = [](const ViewScores&) { return true; };
    const Choice fit = [](const ViewScores& view) { return view.isFit; };
    const Choice report = [](const ViewScores& view) { return !view.isFit; };
    const Value logError = [](const Score& score) { return score.measures.logError; };
    const Value flip = [](const Score& score) { return score.flip; };
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto mean = [&](const Value& value) { return meanOf(views, i, all, value); };
        Summary& summary = summaries.emplace_back();
        summary.formula = views.front().scores[i].formula;
        summary.logError = mean(logError);
        summary.fitLogError = meanOf(views, i, fit, logError);
        summary.reportLogError = meanOf(views, i, report, logError);
        summary.fitFlip = meanOf(views, i, fit, flip);
        summary.reportFlip = meanOf(views, i, report, flip);
        summary.relativeSquare = mean([](const Score& score) { return score.measures.relativeSquare; });
        summary.similarity = mean([](const Score& score) { return score.similarity; });
        summary.detail =
            mean([](const Score& score) { return std::fabs(std::log2(std::max(score.measures.detail, 1e-3))); });
        summary.highlights = mean([](const Score& score) { return std::fabs(score.measures.highlights); });
    }
    return summaries;
}

Measures measure(const View& view, const Image& specular)
{
    const Guards guards = guardsOf(view);
    Mean logError, relativeSquare;
    std::map<float, Mean> byRoughness;
    Detail detail;
    std::vector<Triple> luminances;
    forEachSpecular(view, [&](const Sample& sample, std::size_t i) {
        const double guard = guards.at(sample.roughness);
        for (int c = 0; c < 3; ++c)
        {
            const Triple triple{static_cast<double>(specular[i][c]), static_cast<double>(sample.truth[0][c]),
                                static_cast<double>(sample.truth[1][c]), guard};
            logError.add(triple.logError());
            relativeSquare.add(triple.relativeSquare());
            byRoughness[sample.roughness].add(triple.logError());
        }
        luminances.push_back({static_cast<double>(luminance(specular[i])),
                              static_cast<double>(luminance(sample.truth[0])),
                              static_cast<double>(luminance(sample.truth[1])), guard});
        if (sample.roughness < kSmoothest)
            detail.add(luminances.back());
    });
    Measures result{logError.value(), relativeSquare.value(), detail.value(), highlightsOf(std::move(luminances)), {}};
    for (const auto& [roughness, mean] : byRoughness)
        result.logErrorByRoughness[roughness] = mean.value();
    return result;
}

} // namespace scene
