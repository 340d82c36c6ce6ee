// What a white sphere receives from the light that was found and the residual's three bands, in analytic skies; beside
// it, what it receives from three bands of the whole sky. The truth is the sum over all texels.
#include "support/found_light.h"

#include <cstdio>

namespace pn {
namespace {

using namespace testing;

constexpr std::uint32_t kSize = 64;
constexpr int kNormals = 500;

// Spread evenly over the sphere, in a spiral.
std::vector<Direction> normals()
{
    std::vector<Direction> all;
    for (int i = 0; i < kNormals; ++i)
    {
        const double z = 1.0 - (2.0 * i + 1.0) / kNormals, angle = i * kPi * (3.0 - std::sqrt(5.0));
        const double radius = std::sqrt(1.0 - z * z);
        all.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
    return all;
}

// Irradiance by the sum over all texels, per normal.
std::vector<double> sums(const Texels& texels)
{
    std::vector<double> result(kNormals);
    const std::vector<Direction> all = normals();
    for (std::uint32_t i = 0; i < texels.size(); ++i)
    {
        const std::uint32_t face = i / kSize / kSize, y = i / kSize % kSize, x = i % kSize;
        const Direction d = oracle::cubeDirection(face, x, y, kSize);
        const double radiance = double(texels[i][1]) * oracle::cubeSolidAngle(x, y, kSize);
        for (std::size_t n = 0; n < all.size(); ++n)
            result[n] += radiance * std::max(0.0, dotOf(d, all[n]));
    }
    return result;
}

// Irradiance by three bands: the cosine lobe has pi, 2 pi / 3 and pi / 4 (Ramamoorthi and Hanrahan 2001).
std::vector<double> bands(const Texels& texels)
{
    const auto projection = oracle::projectCubemap(kSize, texels);
    std::vector<double> result;
    for (const Direction& normal : normals())
    {
        const auto basis = oracle::basis(normal);
        double sum = 0.0;
        for (std::size_t i = 0; i < 9; ++i)
            sum += (i == 0 ? kPi : i < 4 ? 2.0 * kPi / 3.0 : kPi / 4.0) * projection.rgb[i][1] * basis[i];
        result.push_back(sum);
    }
    return result;
}

// Of the mean.
double rms(const std::vector<double>& values, const std::vector<double>& truth)
{
    double square = 0.0, mean = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i)
    {
        square += (values[i] - truth[i]) * (values[i] - truth[i]) / kNormals;
        mean += truth[i] / kNormals;
    }
    return std::sqrt(square) / mean;
}

struct Errors
{
    double bandsAlone = 0.0, withLight = 0.0;
};

Errors errorsOf(const Disc& disc)
{
    const Texels texels = renderCubemap({{disc}}, kSize);
    const SingleExtraction found = extractLights(viewOf(makeFloatProbe(Shape::cubemap(kSize), texels)), {});
    EXPECT_EQ(found.extraction.lights.size(), 1u);
    Texels residual;
    for (std::size_t i = 0; i < texels.size(); ++i)
        residual.push_back({found.residual[4 * i], found.residual[4 * i + 1], found.residual[4 * i + 2]});
    std::vector<double> lit = bands(residual);
    const std::vector<Direction> all = normals();
    for (const PnLight& light : found.extraction.lights)
        for (std::size_t i = 0; i < lit.size(); ++i)
            lit[i] += double(light.irradiance[1]) * std::max(0.0, dotOf(all[i], directionOf(light)));
    const std::vector<double> truth = sums(texels);
    return {rms(bands(texels), truth), rms(lit, truth)};
}

TEST(LightSphere, IsLitAsByTheSkyWithinAPercent)
{
    for (const double degrees : {0.27, 1.0, 2.2, 5.0})
        for (const double share : {0.1, 1.0, 10.0})
        {
            const Disc disc{unit(0.3, 0.8, -0.5), degrees * kDegree, radianceFor(degrees * kDegree, share)};
            const Errors errors = errorsOf(disc);
            std::printf("%4.2f degrees, radiance %9.0f: three bands %6.3f %%, with the light %6.3f %%\n", degrees,
                        disc.radiance, 100.0 * errors.bandsAlone, 100.0 * errors.withLight);
            EXPECT_LE(errors.withLight, 0.01) << degrees << " degrees, radiance " << disc.radiance;
            EXPECT_LT(errors.withLight, errors.bandsAlone);
        }
}

} // namespace
} // namespace pn
