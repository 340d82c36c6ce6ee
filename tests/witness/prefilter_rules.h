// Published rules by which other tools prefilter: filtered importance sampling (Colbert and Krivanek 2007), with V = N.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace prefilter_rules {

inline constexpr double kPi = std::numbers::pi;

// By what a tool weighs light beside D: n.l, or shadowing.
enum class Weight
{
    Cosine,
    Joint, // Unity: Smith's height-correlated V, times n.l
    Smith  // bevy: n.l and Schlick's form of Smith's G
};

inline double weightOf(Weight weight, double noL, double a)
{
    if (weight == Weight::Joint)
        return noL / (noL + std::sqrt(noL * noL * (1 - a * a) + a * a));
    return weight == Weight::Smith ? noL * noL / (noL * (1 - a / 2) + a / 2) : noL;
}

inline double ggx(double noL, double a)
{
    const double d = (1 + noL) / 2 * (a * a - 1) + 1;
    return a * a / (kPi * d * d);
}

enum class Points
{
    Hammersley,
    Turned, // Hammersley's, his sequence for the angle around the axis
    Fibonacci
};

inline constexpr int kDoubledBelow = 256;

struct Rule
{
    const char* name;
    Weight weight;
    int (*samples)(double roughness);
    double (*bias)(double roughness, int size); // of the level, which is log4 of a sample's solid angle in texels
    Points points = Points::Hammersley;
    bool isCosineAt1 = false; // a cosine lobe from roughness .99 on
    double leastDensity = 0;  // added to the density
    double sumsFrom = 2;      // the roughness from which all texels of a small level count, without samples
    bool isDoubled = false;   // sources smaller than kDoubledBelow are made twice as large first
};

inline constexpr auto kNoBias = [](double, int) { return 0.0; };

inline const std::array<Rule, 8> kRules = {{
    {"unity", Weight::Joint,
     [](double r) {
         constexpr int kCounts[] = {21, 34, 55, 89, 89, 89}; // per mip
         return kCounts[std::clamp(int(std::lround(6 * r * (1.7 - 0.7 * r))), 1, 6) - 1];
     },
     [](double r, int) { return r * r; }, Points::Fibonacci},
    {"unreal", Weight::Cosine, [](double r) { return r < 0.1 ? 32 : 64; }, [](double, int) { return -0.5; },
     Points::Hammersley, true},
    {"godot", Weight::Cosine, [](double) { return 32; }, kNoBias, Points::Hammersley, false, 1e-4},
    // It takes the width of the mip that it writes for the source's.
    {"bevy", Weight::Smith, [](double r) { return 32 << int(4 * r); },
     [](double r, int size) { return -std::round(r * std::log2(size)); }},
    {"khronos", Weight::Cosine, [](double) { return 1024; },
     [](double, int) { return 0.5 * std::log2(4 * kPi); }}, // for want of the sphere's 4 pi
    {"filament", Weight::Cosine, [](double) { return 1024; }, [](double, int) { return 1.0; }},
    // Of six mips the last three are sums: those of roughness .37, .55 and 1.
    {"three", Weight::Cosine, [](double) { return 256; }, [](double, int) { return 0.5; }, Points::Turned, false, 0,
     0.3, true},
    {"babylon", Weight::Cosine, [](double) { return 4096; }, [](double, int) { return 1.0; }},
}};

inline double reversed(unsigned i)
{
    double value = 0;
    for (double bit = 0.5; i != 0; i >>= 1, bit /= 2)
        value += i % 2 * bit;
    return value;
}

// Around the axis of a lobe.
struct Sample
{
    double noL, along, across; // a direction
    double level;              // of the source's mips
    double weight;
};

inline std::vector<Sample> samplesOf(const Rule& rule, double roughness, int size)
{
    const double a = roughness * roughness;
    const bool isCosine = rule.isCosineAt1 && roughness > 0.99;
    const int count = rule.sumsFrom <= roughness ? 0 : rule.samples(roughness);
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i)
    {
        // Fibonacci's lattice takes the number before count in his sequence.
        const double golden = double(i) * std::round(count * 0.6180339887498949) / count;
        const std::array<double, 3> xs = {reversed(unsigned(i)), double(i) / count, (i + 0.5) / count};
        const std::array<double, 3> turns = {xs[1], xs[0], golden - std::floor(golden)};
        const double x = xs[std::size_t(rule.points)], phi = 2 * kPi * turns[std::size_t(rule.points)];
        const double noL = isCosine ? std::sqrt(1 - x) : 2 * (1 - x) / (1 + (a * a - 1) * x) - 1;
        const double density = isCosine ? noL / kPi : ggx(noL, a) / 4;
        if (noL <= 0)
            continue;
        const double log4 = 0.5 * std::log2(6.0 * size * size / (4 * kPi * count * (density + rule.leastDensity)));
        const double across = std::sqrt(1 - noL * noL);
        samples.push_back({noL, across * std::cos(phi), across * std::sin(phi), log4 + rule.bias(roughness, size),
                           isCosine ? 1 : weightOf(rule.weight, noL, a)});
    }
    return samples;
}

using Vector = std::array<double, 3>;

inline double dot(const Vector& a, const Vector& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Vector plus(const Vector& a, const Vector& b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

inline Vector cross(const Vector& a, const Vector& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Vector facePoint(int face, double u, double v)
{
    const std::array<Vector, 6> points = {{{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}}};
    return points[std::size_t(face)];
}

inline Vector unit(const Vector& a)
{
    const double length = std::sqrt(dot(a, a));
    return {a[0] / length, a[1] / length, a[2] / length};
}

// The centre of a texel of a cubemap, on the cube.
inline Vector texelPoint(int texel, int size)
{
    return facePoint(texel / size / size, (2 * (texel % size) + 1.0) / size - 1,
                     (2 * (texel / size % size) + 1.0) / size - 1);
}

// ---- Cubemaps with mips, all maps side by side ----

struct Cubemaps
{
    int size;
    std::size_t channels;                   // of all maps
    std::vector<std::vector<float>> levels; // channels per texel

    // The maps one after the other, six faces of RGB each.
    static Cubemaps of(const std::vector<float>& maps, int size)
    {
        const std::size_t texels = std::size_t{6} * size * size;
        Cubemaps all{size, maps.size() / texels, {std::vector<float>(maps.size())}};
        for (std::size_t i = 0; i < maps.size(); ++i)
            all.levels[0][i / 3 % texels * all.channels + i / 3 / texels * 3 + i % 3] = maps[i];
        all.addMips();
        return all;
    }

    Cubemaps twiceAsLarge() const
    {
        Cubemaps all{2 * size, channels, {std::vector<float>{}}};
        for (int i = 0; i < 24 * size * size; ++i)
        {
            std::vector<double> sum(channels);
            add(texelPoint(i, all.size), 0, 1, sum);
            all.levels[0].insert(all.levels[0].end(), sum.begin(), sum.end());
        }
        all.addMips();
        return all;
    }

    void addMips()
    {
        for (int n = size / 2; n > 0; n /= 2)
        {
            std::vector<float> to(6u * n * n * channels);
            for (int i = 0; i < 24 * n * n; ++i) // texels of the level before
                for (std::size_t c = 0; c < channels; ++c)
                    to[std::size_t(i / (4 * n * n) * n * n + i / (2 * n) % (2 * n) / 2 * n + i % (2 * n) / 2) *
                           channels +
                       c] += levels.back()[i * channels + c] / 4;
            levels.push_back(to);
        }
    }

    // As a sampler with three linear filters and seamless edges reads it.
    void add(const Vector& direction, double lod, double weight, std::vector<double>& sum) const
    {
        const double level = std::clamp(lod, 0.0, double(levels.size() - 1)), lower = std::floor(level);
        addBilinear(std::size_t(lower), direction, weight * (1 - level + lower), sum);
        if (level > lower)
            addBilinear(std::size_t(lower) + 1, direction, weight * (level - lower), sum);
    }

    static void locate(const Vector& d, int& face, double& u, double& v)
    {
        const double x = std::abs(d[0]), y = std::abs(d[1]), z = std::abs(d[2]);
        const std::size_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        const double m = std::abs(d[axis]), sign = d[axis] > 0 ? 1 : -1;
        face = int(axis) * 2 + (sign > 0 ? 0 : 1);
        u = (axis == 0 ? -sign * d[2] : axis == 1 ? d[0] : sign * d[0]) / m;
        v = (axis == 1 ? sign * d[2] : -d[1]) / m;
    }

    void addBilinear(std::size_t level, const Vector& direction, double weight, std::vector<double>& sum) const
    {
        const int n = size >> level;
        int face = 0;
        double u = 0, v = 0;
        locate(direction, face, u, v);
        const double x = (u + 1) / 2 * n - 0.5, y = (v + 1) / 2 * n - 0.5;
        for (int k = 0; k < 4; ++k)
        {
            const double column = std::floor(x) + k % 2, row = std::floor(y) + k / 2;
            const double share = weight * (1 - std::abs(x - column)) * (1 - std::abs(y - row));
            const double s = (2 * column + 1) / n - 1, t = (2 * row + 1) / n - 1, end = 1 - 1.0 / n;
            if (std::abs(s) < 1 || std::abs(t) < 1)
            {
                addTexel(level, face, s, t, share, sum);
                continue;
            }
            const double inS = std::clamp(s, -end, end), inT = std::clamp(t, -end, end); // a corner has three
            for (const auto& [u3, v3] : {std::pair{inS, inT}, {s, inT}, {inS, t}})
                addTexel(level, face, u3, v3, share / 3, sum);
        }
    }

    // Beyond an edge: the nearest texel of the neighbour.
    void addTexel(std::size_t level, int face, double u, double v, double weight, std::vector<double>& sum) const
    {
        const int n = size >> level;
        if (std::abs(u) > 1 || std::abs(v) > 1)
            locate(facePoint(face, u, v), face, u, v);
        const auto cell = [&](double at) { return std::clamp(int((at + 1) / 2 * n), 0, n - 1); };
        const float* texel = levels[level].data() + std::size_t((face * n + cell(v)) * n + cell(u)) * channels;
        for (std::size_t c = 0; c < channels; ++c)
            sum[c] += weight * texel[c];
    }
};

// All texels of the level that has 16 per edge.
inline double addTexels(const Cubemaps& maps, double roughness, const Vector& axis, std::vector<double>& sum)
{
    double total = 0;
    for (int i = 0; i < 6 * 16 * 16; ++i)
    {
        const Vector p = texelPoint(i, 16);
        const double length = std::sqrt(dot(p, p)), noL = dot(p, axis) / length;
        const double weight = noL > 0 ? noL * ggx(noL, roughness * roughness) / (length * length * length) : 0;
        maps.add(p, std::log2(maps.size / 16), weight, sum);
        total += weight;
    }
    return total;
}

inline void addRule(const Rule& rule, const Cubemaps& maps, double roughness, const Vector& axis,
                    std::vector<double>& sum)
{
    const Vector side = unit(cross(std::abs(axis[2]) < 0.999 ? Vector{0, 0, 1} : Vector{1, 0, 0}, axis));
    const Vector up = cross(axis, side);
    double total = rule.sumsFrom <= roughness ? addTexels(maps, roughness, axis, sum) : 0;
    for (const Sample& sample : samplesOf(rule, roughness, maps.size))
    {
        Vector direction{};
        for (std::size_t k = 0; k < 3; ++k)
            direction[k] = axis[k] * sample.noL + side[k] * sample.along + up[k] * sample.across;
        maps.add(direction, sample.level, sample.weight, sum);
        total += sample.weight;
    }
    for (double& channel : sum)
        channel /= total;
}

} // namespace prefilter_rules
