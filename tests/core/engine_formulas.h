#pragma once

#include "support/sh_oracle.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

// What each engine does with its floats to light a white Lambert surface: E(n) / pi of one channel. Written from the
// engines' published shaders, with their constants; docs/conventions.md names the files.
namespace pn::engines {

inline constexpr double kPi = std::numbers::pi;

using Channel = std::vector<double>;

inline Channel interleaved(const std::vector<float>& v, std::size_t c)
{
    Channel slots;
    for (std::size_t i = c; i < v.size(); i += 3)
        slots.push_back(v[i]);
    return slots;
}

inline Channel channelMajor(const std::vector<float>& v, std::size_t c)
{
    const auto third = static_cast<std::ptrdiff_t>(v.size() / 3), first = static_cast<std::ptrdiff_t>(c) * third;
    return Channel(v.begin() + first, v.begin() + first + third);
}

// Ramamoorthi and Hanrahan's five constants, as getIrradianceAt of three.js has them: E.
inline double evaluateThree(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    const double c1 = 0.429043, c2 = 0.511664, c3 = 0.743125, c4 = 0.886227, c5 = 0.247708;
    const double e = c1 * s[8] * (n.x * n.x - n.y * n.y) + c3 * s[6] * n.z * n.z + c4 * s[0] - c5 * s[6] +
                     2.0 * c1 * (s[4] * n.x * n.y + s[7] * n.x * n.z + s[5] * n.y * n.z) +
                     2.0 * c2 * (s[3] * n.x + s[1] * n.y + s[2] * n.z);
    return e / kPi;
}

// Godot's lightmap capture in its scene shaders; what it stores is divided by pi already.
inline double evaluateGodot(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    const double k[5] = {0.886227, 1.023327, 0.858086, 0.247708, 0.429043};
    return k[0] * s[0] + k[1] * (s[1] * n.y + s[2] * n.z + s[3] * n.x) +
           k[2] * (s[4] * n.x * n.y + s[5] * n.y * n.z + s[7] * n.x * n.z) + k[3] * s[6] * (3.0 * n.z * n.z - 1.0) +
           k[4] * s[8] * (n.x * n.x - n.y * n.y);
}

// Filament's Irradiance_SphericalHarmonics.
inline double plainPolynomial(const Channel& s, const Vec3& n)
{
    return s[0] + s[1] * n.y + s[2] * n.z + s[3] * n.x + s[4] * n.y * n.x + s[5] * n.y * n.z +
           s[6] * (3.0 * n.z * n.z - 1.0) + s[7] * n.z * n.x + s[8] * (n.x * n.x - n.y * n.y);
}

inline double dot4(const double* a, double x, double y, double z, double w)
{
    return a[0] * x + a[1] * y + a[2] * z + a[3] * w;
}

// What Filament's IndirectLight::Builder::radiance makes of its input before it is used as above.
inline double evaluateFilamentRadiance(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    Channel s = interleaved(v, c);
    const double scale[9] = {0.282095,  -0.325735, 0.325735,  -0.325735, 0.273137,
                             -0.273137, 0.078848,  -0.273137, 0.136569};
    for (std::size_t i = 0; i < 9; ++i)
        s[i] *= scale[i];
    return plainPolynomial(s, n);
}

// SHEvalLinearL0L1 and SHEvalLinearL2 of Unity; Unreal's GetSkySHDiffuse is the same arithmetic.
inline double shaderVectors(const double* sha, const double* shb, double shc, const Vec3& n)
{
    return dot4(sha, n.x, n.y, n.z, 1.0) + dot4(shb, n.x * n.y, n.y * n.z, n.z * n.z, n.z * n.x) +
           shc * (n.x * n.x - n.y * n.y);
}

inline double evaluatePackedVectors(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    double sha[4], shb[4];
    for (std::size_t i = 0; i < 4; ++i)
    {
        sha[i] = v[c * 4 + i];
        shb[i] = v[12 + c * 4 + i];
    }
    return shaderVectors(sha, shb, v[24 + c], n);
}

// How Unity fills the vectors of its shaders from a SphericalHarmonicsL2.
inline double evaluateUnity(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = channelMajor(v, c);
    const double sha[4] = {s[3], s[1], s[2], s[0] - s[6]};
    const double shb[4] = {s[4], s[5], 3.0 * s[6], s[7]};
    return shaderVectors(sha, shb, s[8], n);
}

// Unreal's SHBasisFunction3; DirectXMath, Babylon, EEVEE and Filament's cmgen have the same signs.
inline std::array<double, 9> signedBasis(const Vec3& n)
{
    return {0.282095,
            -0.488603 * n.y,
            0.488603 * n.z,
            -0.488603 * n.x,
            1.092548 * n.x * n.y,
            -1.092548 * n.y * n.z,
            0.315392 * (3.0 * n.z * n.z - 1.0),
            -1.092548 * n.x * n.z,
            0.546274 * (n.x * n.x - n.y * n.y)};
}

// Coefficients times the signed basis, each band times its factor.
inline double signedSum(const Channel& s, const Vec3& n, const std::array<double, 3>& bands)
{
    double e = 0.0;
    for (std::size_t i = 0; i < 9; ++i)
        e += s[i] * bands[i == 0 ? 0 : i < 4 ? 1 : 2] * signedBasis(n)[i];
    return e;
}

// Unreal's CalcDiffuseTransferSH3 with exponent 1, and the division by pi of its Lambert.
inline double evaluateUnreal(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const double exponent = 1.0;
    return signedSum(channelMajor(v, c), n,
                     {2 / (1 + exponent), 2 / (2 + exponent), exponent * 2 / (3 + 4 * exponent + exponent * exponent)});
}

// Babylon's harmonics are lit already: its rendering multiplies by the basis only.
inline double evaluateBabylon(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    return signedSum(interleaved(v, c), n, {1.0, 1.0, 1.0});
}

// EEVEE convolves with 1, 2/3 and 1/4 when it lights a surface.
inline double evaluateEevee(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    return signedSum(interleaved(v, c), n, {1.0, 2.0 / 3.0, 0.25});
}

// PlayCanvas' ambientSH shader; 51 / (16 pi) undoes the scale of its projector.
inline double evaluatePlayCanvas(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    const double sum = s[0] + s[1] * n.x + s[2] * n.y + s[3] * n.z + s[4] * n.x * n.z + s[5] * n.z * n.y +
                       s[6] * n.y * n.x + s[7] * (3.0 * n.z * n.z - 1.0) + s[8] * (n.x * n.x - n.y * n.y);
    return sum * 51.0 / (16.0 * kPi);
}

// google/spherical-harmonics turns a zonal cosine lobe (.886227, 1.02333, .495416) to n and takes the dot product: E.
inline double evaluateGoogle(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const auto turned = [](double l, double lobe) { return std::sqrt(4.0 * kPi / (2.0 * l + 1.0)) * lobe / kPi; };
    return signedSum(interleaved(v, c), n, {turned(0, 0.886227), turned(1, 1.02333), turned(2, 0.495416)});
}

// Radiance coefficients of any count, with cmft's factors of the bands; oddSign is -1 where Condon and Shortley's is
// in.
inline double evaluateBands(const Channel& s, const Vec3& n, double oddSign)
{
    const double factor[5] = {1.0, 2.0 / 3.0, 1.0 / 4.0, 0.0, -1.0 / 24.0};
    double e = 0.0;
    for (int l = 0, i = 0; l * l < static_cast<int>(s.size()); ++l)
        for (int m = -l; m <= l; ++m, ++i)
            e += s[std::size_t(i)] * factor[l] * (m % 2 == 0 ? 1.0 : oddSign) * oracle::harmonic(l, m, n);
    return e;
}

inline double evaluateAs(PnConvention convention, const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    switch (convention)
    {
    case PN_CONVENTION_CANONICAL: return evaluateBands(interleaved(v, c), n, 1.0);
    case PN_CONVENTION_UNITY: return evaluateUnity(v, c, n);
    case PN_CONVENTION_UNITY_SHA:
    case PN_CONVENTION_UNREAL_PACKED: return evaluatePackedVectors(v, c, n);
    case PN_CONVENTION_UNREAL: return evaluateUnreal(v, c, n);
    case PN_CONVENTION_FILAMENT: return plainPolynomial(interleaved(v, c), n);
    case PN_CONVENTION_GODOT: return evaluateGodot(v, c, n);
    case PN_CONVENTION_THREE: return evaluateThree(v, c, n);
    case PN_CONVENTION_BABYLON: return evaluateBabylon(v, c, n);
    case PN_CONVENTION_PLAYCANVAS: return evaluatePlayCanvas(v, c, n);
    case PN_CONVENTION_GOOGLE: return evaluateGoogle(v, c, n);
    case PN_CONVENTION_EEVEE: return evaluateEevee(v, c, n);
    case PN_CONVENTION_DIRECTXMATH: return evaluateBands(channelMajor(v, c), n, -1.0);
    case PN_CONVENTION_FILAMENT_RADIANCE: return evaluateFilamentRadiance(v, c, n);
    case PN_CONVENTION_CMFT: return evaluateBands(interleaved(v, c), n, -1.0);
    default: return NAN; // a comparison with it fails
    }
}

} // namespace pn::engines
