// What other tools' published rules of prefiltering give, and the integral itself, for
// tests/witness/prefilter_study.py.
//
// usage: prefilter_rules FOLDER SIZE [time]
//
// FOLDER/maps.f32: cubemaps of SIZE, one after the other: six faces of RGB. FOLDER/requests.f64: roughness and
// direction, four numbers each. Writes FOLDER/results.f64: per request and method the RGB of each map, or with
// "time" the processor's seconds; prints the methods' names.
#include "prefilter_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace prefilter_rules;
// ---- The integral: radiance is constant over each texel ----

constexpr std::size_t kLobes = 3; // one per Weight
using Lobes = std::array<double, kLobes>;

struct Truth
{
    double a;
    Vector axis;
    double tolerance; // per unit of a face's plane; the lobe's integral is about 4

    // 3 x 3 points of Gauss and Legendre over a square of a face.
    Lobes rule(int face, double u, double v, double width) const
    {
        constexpr double kPoints[] = {0.1127016653792583, 0.5, 0.8872983346207417};
        constexpr double kWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
        Lobes sum{};
        for (std::size_t i = 0; i < 9; ++i)
        {
            const Vector p = facePoint(face, u + kPoints[i % 3] * width, v + kPoints[i / 3] * width);
            const double length2 = dot(p, p), scale = 1 / std::sqrt(length2), noL = dot(p, axis) * scale;
            const double d = kWeights[i % 3] * kWeights[i / 3] * width * width * scale / length2 * ggx(noL, a);
            for (std::size_t lobe = 0; lobe < kLobes && noL > 0; ++lobe)
                sum[lobe] += d * weightOf(Weight(lobe), noL, a);
        }
        return sum;
    }

    // The same by halves, until they agree.
    Lobes over(int face, double u, double v, double width, const Lobes& whole, int most) const
    {
        const double half = width / 2;
        std::array<Lobes, 4> parts{};
        Lobes sum{};
        for (std::size_t i = 0; i < 4; ++i)
            sum = plus(sum, parts[i] = rule(face, u + double(i % 2) * half, v + double(i / 2) * half, half));
        double change = 0;
        for (std::size_t lobe = 0; lobe < kLobes; ++lobe)
            change = std::max(change, std::abs(sum[lobe] - whole[lobe]));
        if (most == 0 || change < tolerance * width * width)
            return sum;
        sum = {};
        for (std::size_t i = 0; i < 4; ++i)
            sum = plus(sum, over(face, u + double(i % 2) * half, v + double(i / 2) * half, half, parts[i], most - 1));
        return sum;
    }

    // The share of each texel in each lobe.
    std::vector<Lobes> weights(int size) const
    {
        std::vector<Lobes> all;
        Lobes sum{};
        const double width = 2.0 / size;
        for (int i = 0; i < 6 * size * size; ++i)
        {
            const int face = i / size / size;
            const double u = i % size * width - 1, v = i / size % size * width - 1;
            all.push_back(over(face, u, v, width, rule(face, u, v, width), 8));
            sum = plus(sum, all.back());
        }
        for (Lobes& texel : all)
            for (std::size_t lobe = 0; lobe < kLobes; ++lobe)
                texel[lobe] /= sum[lobe];
        return all;
    }
};

template <typename Number>
std::vector<Number> readAll(const std::string& path)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<Number> values(std::size_t(file.tellg()) / sizeof(Number));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(values.data()), std::streamsize(values.size() * sizeof(Number)));
    return values;
}

// Halving the step once more must change nothing.
bool isTrue(int size)
{
    bool good = true;
    for (const double roughness : {0.1, 0.4, 1.0})
    {
        const double a = roughness * roughness;
        const auto once = Truth{a, {0.36, -0.8, 0.48}, 1e-7}.weights(size),
                   more = Truth{a, {0.36, -0.8, 0.48}, 1e-9}.weights(size);
        double change = 0;
        for (std::size_t i = 0; i < once.size(); ++i)
            for (std::size_t lobe = 0; lobe < kLobes; ++lobe)
                change += std::abs(once[i][lobe] - more[i][lobe]);
        std::fprintf(stderr, "truth: smaller steps move %.1e of the light at roughness %g\n", change, roughness);
        good = good && change < 1e-5;
    }
    return good;
}

// How many seconds of the processor one texel of one mip takes.
double secondsOf(const Rule& rule, const Cubemaps& maps, double roughness, const Vector& axis)
{
    std::vector<double> sum(maps.channels);
    const std::clock_t begin = std::clock();
    addRule(rule, maps, roughness, axis, sum);
    return double(std::clock() - begin) / CLOCKS_PER_SEC;
}

} // namespace

int main(int argc, char** argv)
{
    const bool measures = argc == 4 && std::string(argv[3]) == "time";
    if (argc != 3 && !measures)
        return 2;
    const std::string folder = argv[1];
    const int size = std::atoi(argv[2]);
    if (!measures && !isTrue(size))
        return 1;
    const Cubemaps maps = Cubemaps::of(readAll<float>(folder + "/maps.f32"), size),
                   larger = size < kDoubledBelow ? maps.twiceAsLarge() : maps;
    const auto sourceOf = [&](const Rule& rule) -> const Cubemaps& { return rule.isDoubled ? larger : maps; };
    const std::vector<double> requests = readAll<double>(folder + "/requests.f64");
    std::ofstream results(folder + "/results.f64", std::ios::binary);
    const auto write = [&](const std::vector<double>& sum) {
        results.write(reinterpret_cast<const char*>(sum.data()), std::streamsize(sum.size() * sizeof(double)));
    };
    for (std::size_t i = 0; i < requests.size(); i += 4)
    {
        const Vector axis = {requests[i + 1], requests[i + 2], requests[i + 3]};
        if (measures)
        {
            for (const Rule& rule : kRules)
                write({secondsOf(rule, sourceOf(rule), requests[i], axis)});
            continue;
        }
        const std::vector<Lobes> weights = Truth{requests[i] * requests[i], axis, 1e-7}.weights(size);
        std::vector sums(kLobes, std::vector<double>(maps.channels));
        for (std::size_t texel = 0; texel < weights.size(); ++texel)
            for (std::size_t lobe = 0; lobe < kLobes && weights[texel][0] != 0; ++lobe)
                for (std::size_t c = 0; c < maps.channels; ++c)
                    sums[lobe][c] += weights[texel][lobe] * maps.levels[0][texel * maps.channels + c];
        for (const std::vector<double>& sum : sums)
            write(sum);
        for (const Rule& rule : kRules)
        {
            std::vector<double> sum(maps.channels);
            addRule(rule, sourceOf(rule), requests[i], axis, sum);
            write(sum);
        }
    }
    if (!measures)
        std::puts("truth\ntruth unity\ntruth bevy");
    for (const Rule& rule : kRules)
        std::puts(rule.name);
}
