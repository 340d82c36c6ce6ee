#include "octaves.h"

#include "bsdf.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scene {
namespace {

constexpr double kFinest = 1.0 / 320.0; // of the view's width: the first Gaussian's deviation
constexpr double kReach = 3.0;          // deviations

struct Triples // of a rendering and both truths
{
    std::vector<std::array<double, 3>> values;

    Octave octave() const
    {
        const double own = covariance(0, 0), truth = covariance(1, 2);
        const double noisy = std::sqrt(covariance(1, 1) * covariance(2, 2));
        Octave octave{0.0, 0.0, noisy > 0.0 ? truth / noisy : 0.0, values.size()};
        if (truth > 0.0)
            octave.contrast = std::sqrt(own / truth);
        if (truth > 0.0 && own > 0.0)
            octave.correlation = 0.5 * (covariance(0, 1) + covariance(0, 2)) / std::sqrt(own * truth);
        return octave;
    }

    double covariance(std::size_t i, std::size_t j) const
    {
        double a = 0.0, b = 0.0, ab = 0.0;
        for (const auto& value : values)
            a += value[i], b += value[j], ab += value[i] * value[j];
        const auto count = static_cast<double>(values.size());
        return std::max((ab - a * b / count) / count, i == j ? 0.0 : -1e30);
    }
};

} // namespace

OctaveMeter::OctaveMeter(const View& view, std::map<float, double> guards) : m_view(view), m_guards(std::move(guards))
{
    for (std::size_t k = 0; k <= kOctaves; ++k)
    {
        const double deviation = kFinest * view.width * std::exp2(static_cast<double>(k));
        for (int i = 0; i <= static_cast<int>(std::ceil(kReach * deviation)); ++i)
            m_taps[k].push_back(std::exp(-0.5 * i * i / (deviation * deviation)));
    }
    for (const std::size_t half : {0, 1})
    {
        Image truth;
        for (const Sample& sample : view.samples)
            truth.push_back(sample.truth[half]);
        m_truth[half] = bandsOf(truth);
    }
}

double OctaveMeter::meanAround(const std::vector<double>& logs, std::size_t pixel,
                               const std::vector<double>& taps) const
{
    const int columns = m_view.width, x = static_cast<int>(pixel) % columns, y = static_cast<int>(pixel) / columns;
    const int radius = static_cast<int>(taps.size()) - 1;
    double sum = 0.0, weights = 0.0;
    for (int row = std::max(0, y - radius); row <= std::min(m_view.height - 1, y + radius); ++row)
        for (int column = std::max(0, x - radius); column <= std::min(columns - 1, x + radius); ++column)
        {
            const auto i = static_cast<std::size_t>(row * columns + column);
            if (m_view.samples[i].material != m_view.samples[pixel].material)
                continue;
            const double weight = taps[static_cast<std::size_t>(std::abs(row - y))] *
                                  taps[static_cast<std::size_t>(std::abs(column - x))];
            sum += weight * logs[i], weights += weight;
        }
    return sum / weights;
}

Bands OctaveMeter::bandsOf(const Image& specular) const
{
    std::vector<double> logs(specular.size());
    for (std::size_t i = 0; i < specular.size(); ++i)
        if (m_view.samples[i].isSpecular())
            logs[i] = std::log2(static_cast<double>(luminance(specular[i])) + m_guards.at(m_view.samples[i].roughness));
    Bands bands;
    bands.fill(std::vector<double>(specular.size()));
    for (std::size_t i = 0; i < specular.size(); ++i)
    {
        if (!m_view.samples[i].isSpecular())
            continue;
        double finer = meanAround(logs, i, m_taps[0]);
        for (std::size_t k = 0; k < kOctaves; ++k)
        {
            const double coarser = meanAround(logs, i, m_taps[k + 1]);
            bands[k][i] = std::exchange(finer, coarser) - coarser;
        }
    }
    return bands;
}

std::map<float, Octaves> OctaveMeter::octavesOf(const Image& specular) const
{
    const Bands bands = bandsOf(specular);
    std::map<float, std::array<Triples, kOctaves>> triples;
    for (std::size_t i = 0; i < specular.size(); ++i)
        for (std::size_t k = 0; k < kOctaves && m_view.samples[i].isSpecular(); ++k)
        {
            const float roughness = m_view.samples[i].roughness;
            triples[roughness][k].values.push_back({bands[k][i], m_truth[0][k][i], m_truth[1][k][i]});
            if (roughness < kSmoothest)
                triples[kSmooth][k].values.push_back(triples[roughness][k].values.back());
        }
    std::map<float, Octaves> result;
    for (const auto& [roughness, own] : triples)
        for (std::size_t k = 0; k < kOctaves; ++k)
            result[roughness][k] = own[k].octave();
    return result;
}

} // namespace scene
