// Published rules by which other tools prefilter: filtered importance sampling (Colbert and Krivanek 2007), with V = N.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
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

struct Rule
{
    const char* name;
    Weight weight;
    int (*samples)(double roughness);
    double (*bias)(double roughness, int size); // of the level, which is log4 of a sample's solid angle in texels
    bool isFibonacci = false;                   // else Hammersley's points
    bool isCosineAt1 = false;                   // a cosine lobe from roughness .99 on
    double leastDensity = 0;                    // added to the density
};

inline constexpr auto kNoBias = [](double, int) { return 0.0; };

inline const std::array<Rule, 7> kRules = {{
    {"unity", Weight::Joint,
     [](double r) {
         constexpr int kCounts[] = {21, 34, 55, 89, 89, 89}; // per mip
         return kCounts[std::clamp(int(std::lround(6 * r * (1.7 - 0.7 * r))), 1, 6) - 1];
     },
     [](double r, int) { return r * r; }, true},
    {"unreal", Weight::Cosine, [](double r) { return r < 0.1 ? 32 : 64; }, [](double, int) { return -0.5; }, false,
     true},
    {"godot", Weight::Cosine, [](double) { return 32; }, kNoBias, false, false, 1e-4},
    // It takes the width of the mip that it writes for the source's.
    {"bevy", Weight::Smith, [](double r) { return 32 << int(4 * r); },
     [](double r, int size) { return -std::round(r * std::log2(size)); }},
    {"khronos", Weight::Cosine, [](double) { return 1024; },
     [](double, int) { return 0.5 * std::log2(4 * kPi); }}, // for want of the sphere's 4 pi
    {"filament", Weight::Cosine, [](double) { return 1024; }, [](double, int) { return 1.0; }},
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
    const int count = rule.samples(roughness);
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i)
    {
        // Fibonacci's lattice takes the number before count in his sequence.
        const double golden = double(i) * std::round(count * 0.6180339887498949) / count;
        const double x = rule.isFibonacci ? (i + 0.5) / count : reversed(unsigned(i));
        const double phi = 2 * kPi * (rule.isFibonacci ? golden - std::floor(golden) : double(i) / count);
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

} // namespace prefilter_rules
