#pragma once

#include "core/sh/sh.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

// What the tests of spherical harmonics measure against. Nothing here calls the code under test: harmonics come from
// the recursion of the associated Legendre functions and angles, not from polynomials in x y z.
namespace pn::oracle {

// P_l^m(cos theta) without the Condon-Shortley sign, m >= 0.
inline double legendre(int l, int m, double cosTheta)
{
    const double sinTheta = std::sqrt(std::max(0.0, 1.0 - cosTheta * cosTheta));
    double pmm = 1.0; // P_m^m = (2m - 1)!! sin^m
    for (int i = 1; i <= m; ++i)
        pmm *= (2 * i - 1) * sinTheta;
    if (l == m)
        return pmm;
    double previous = pmm, current = cosTheta * (2 * m + 1) * pmm;
    for (int i = m + 2; i <= l; ++i)
    {
        const double next = ((2 * i - 1) * cosTheta * current - (i + m - 1) * previous) / (i - m);
        previous = current;
        current = next;
    }
    return current;
}

// Real, orthonormal, positive sign: x is +1,1; y is +1,-1; z is +1,0.
inline double harmonic(int l, int m, const Vec3& d)
{
    const int order = std::abs(m);
    double norm = (2 * l + 1) / (4.0 * std::numbers::pi);
    for (int i = l - order + 1; i <= l + order; ++i) // (l - m)! / (l + m)!
        norm /= i;
    const double zonal = std::sqrt(norm) * legendre(l, order, d.z);
    const double phi = std::atan2(d.y, d.x);
    if (m == 0)
        return zonal;
    return std::numbers::sqrt2 * zonal * (m > 0 ? std::cos(order * phi) : std::sin(order * phi));
}

inline double harmonic(std::size_t index, const Vec3& d)
{
    const int l = static_cast<int>(std::sqrt(static_cast<double>(index) + 0.5));
    return harmonic(l, static_cast<int>(index) - l * (l + 1), d);
}

struct Node
{
    double x = 0.0;
    double weight = 0.0;
};

// Gauss-Legendre on 0..1: exact for polynomials up to degree 2 count - 1.
inline std::vector<Node> gaussLegendre(int count)
{
    std::vector<Node> nodes;
    for (int i = 1; i <= count; ++i)
    {
        double x = std::cos(std::numbers::pi * (i - 0.25) / (count + 0.5)), derivative = 1.0;
        for (int step = 0; step < 20; ++step)
        {
            const double p = legendre(count, 0, x);
            derivative = count * (x * p - legendre(count - 1, 0, x)) / (x * x - 1.0);
            x -= p / derivative;
        }
        nodes.push_back({0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * derivative * derivative)});
    }
    return nodes;
}

// The integral over the part of the sphere with cosMin <= d . pole, exact for polynomials in d up to degree 12.
inline double integrate(const Vec3& pole, double cosMin, const std::function<double(const Vec3&)>& f)
{
    constexpr int kTurns = 16;
    const Vec3 helper = std::abs(pole.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
    Vec3 u = {helper.y * pole.z - helper.z * pole.y, helper.z * pole.x - helper.x * pole.z,
              helper.x * pole.y - helper.y * pole.x};
    u = scaled(u, 1.0 / std::sqrt(dot(u, u)));
    const Vec3 v = {pole.y * u.z - pole.z * u.y, pole.z * u.x - pole.x * u.z, pole.x * u.y - pole.y * u.x};
    double sum = 0.0;
    for (const Node& node : gaussLegendre(10))
    {
        const double c = cosMin + (1.0 - cosMin) * node.x, s = std::sqrt(1.0 - c * c);
        for (int k = 0; k < kTurns; ++k)
        {
            const double a = 2.0 * std::numbers::pi * (k + 0.5) / kTurns, su = s * std::cos(a), sv = s * std::sin(a);
            const Vec3 d = {c * pole.x + su * u.x + sv * v.x, c * pole.y + su * u.y + sv * v.y,
                            c * pole.z + su * u.z + sv * v.z};
            sum += node.weight * (1.0 - cosMin) * (2.0 * std::numbers::pi / kTurns) * f(d);
        }
    }
    return sum;
}

inline double radiance(const PnSh& sh, std::size_t channel, const Vec3& d)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < std::size_t{sh.bands} * sh.bands; ++i)
        sum += sh.rgb[i][channel] * harmonic(i, d);
    return sum;
}

// What a white Lambert surface shows: the integral of radiance times cosine over the hemisphere of n, over pi.
inline double irradianceOverPi(const PnSh& sh, std::size_t channel, const Vec3& n)
{
    const auto integrand = [&](const Vec3& d) { return radiance(sh, channel, d) * dot(n, d); };
    return integrate(n, 0.0, integrand) / std::numbers::pi;
}

inline Vec3 randomDirection(std::mt19937& random)
{
    std::normal_distribution<double> gauss;
    const Vec3 v = {gauss(random), gauss(random), gauss(random)};
    return scaled(v, 1.0 / std::sqrt(dot(v, v)));
}

// Coefficients in -1..1 around a mean radiance of about 1.
inline PnSh randomSh(std::mt19937& random, std::uint32_t bands)
{
    std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
    PnSh sh{};
    sh.bands = bands;
    for (std::size_t i = 0; i < std::size_t{bands} * bands; ++i)
        for (float& channel : sh.rgb[i])
            channel = uniform(random) + (i == 0 ? 3.5f : 0.0f);
    return sh;
}

} // namespace pn::oracle
