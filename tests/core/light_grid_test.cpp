// All that is claimed of lights, in analytic skies of each size from 64 to 1024, whose texels are averages over their
// area.
#include "support/found_light.h"

#include "core/light/sphere_grid.h"

namespace pn {
namespace {

using namespace testing;

// A sky whose texels stay in memory while suns are put in front of it, one after the other.
class PlantedSky
{
public:
    explicit PlantedSky(std::uint32_t size)
        : m_size(size), m_grid(Shape::cubemap(size)),
          m_probe(makeFloatProbe(Shape::cubemap(size), renderCubemap({}, size)))
    {
        for (std::uint32_t i = 0; i < m_grid.texelCount(); ++i)
            m_skyL00 += m_grid.solidAngle(i) * double(texel(i)[1]) / std::sqrt(4.0 * kPi);
    }

    // Puts the disc where it belongs, checks what is found, and takes it out again.
    void check(const Disc& disc)
    {
        plant(disc);
        const SingleExtraction found = extractLights(viewOf(m_probe), {});
        ASSERT_EQ(found.extraction.lights.size(), 1u);
        const PnLight& light = found.extraction.lights.front();
        expectSun(disc, light, 2.0 / m_size);
        expectSums(light, found.residual);
        for (const auto& [index, radiance] : m_before)
            std::fill_n(texel(index), 3, radiance);
        m_before.clear();
    }

private:
    float* texel(std::uint32_t index) { return reinterpret_cast<float*>(m_probe.texels.data()) + 3 * index; }

    void plant(const Disc& disc)
    {
        const double reach = std::cos(disc.radius + 1.5 / m_size);
        disc.held = 0.0;
        for (std::uint32_t i = 0; i < m_grid.texelCount(); ++i)
        {
            const std::uint32_t face = i / m_size / m_size, y = i / m_size % m_size, x = i % m_size;
            const Direction centre = oracle::cubeDirection(face, x, y, m_size);
            if (dotOf(centre, disc.direction) < reach)
                continue;
            const double seen = disc.radiance * coverage(disc, centre, 1.5 / m_size, [&](double fx, double fy) {
                                    return cubeSample(face, m_size, x + fx, y + fy);
                                });
            disc.held += seen * oracle::cubeSolidAngle(x, y, m_size) * dotOf(centre, disc.direction);
            m_before.emplace_back(i, texel(i)[1]);
            std::fill_n(texel(i), 3, float(double(texel(i)[1]) + seen));
        }
    }

    // What was removed is the light's irradiance; and as coefficients it is those of the light, a disc of its radius.
    // Texels that kept their value add nothing to either.
    void expectSums(const PnLight& light, const std::vector<float>& residual)
    {
        double irradiance = 0.0, l00 = m_skyL00;
        for (const auto& [index, radiance] : m_before)
            l00 += m_grid.solidAngle(index) * (double(texel(index)[1]) - double(radiance)) / std::sqrt(4.0 * kPi);
        std::array<double, 9> removed{};
        for (std::uint32_t i = 0; i < m_grid.texelCount(); ++i)
        {
            const double difference = double(texel(i)[1]) - double(residual[4 * std::size_t{i} + 1]);
            if (difference == 0.0)
                continue;
            const Vec3 v = m_grid.direction(i);
            const auto basis = oracle::basis({v.x, v.y, v.z});
            irradiance += m_grid.solidAngle(i) * difference * dotOf({v.x, v.y, v.z}, directionOf(light));
            for (std::size_t k = 0; k < 9; ++k)
                removed[k] += m_grid.solidAngle(i) * difference * basis[k];
        }
        EXPECT_NEAR(irradiance, double(light.irradiance[1]), 1e-6 * l00);
        const auto disc = discCoefficients(light);
        for (std::size_t k = 0; k < 9; ++k)
            EXPECT_NEAR(disc[k], removed[k], (m_size < 256 ? 2e-3 : 2e-4) * l00) << "coefficient " << k;
    }

    std::uint32_t m_size;
    SphereGrid m_grid;
    TestProbe m_probe; // RGB32F
    double m_skyL00 = 0.0;
    std::vector<std::pair<std::uint32_t, float>> m_before; // texels that a disc covers, and the sky there
};

class LightGrid : public ::testing::TestWithParam<std::uint32_t>
{
};

TEST_P(LightGrid, EverySunIsFoundAndAddsUp)
{
    PlantedSky sky(GetParam());
    std::mt19937 random(11);
    std::vector<Direction> directions = {unit(1, 1, 0), unit(-1, 0.3, -1), unit(1, 1, 1), unit(0, -1, 0)};
    for (int i = 0; i < 4; ++i)
        directions.push_back(randomDirection(random));
    for (const double degrees : {0.27, 1.0, 2.2, 5.0})
        for (const Direction& direction : directions)
            for (const double share : {0.021, 0.5, 50.0})
            {
                const Disc disc{direction, degrees * kDegree, radianceFor(degrees * kDegree, share)};
                SCOPED_TRACE(::testing::Message() << degrees << " degrees at " << direction.x << ' ' << direction.y
                                                  << ' ' << direction.z << ", radiance " << disc.radiance);
                ASSERT_NO_FATAL_FAILURE(sky.check(disc));
            }
}

INSTANTIATE_TEST_SUITE_P(Sizes, LightGrid, ::testing::Values(64u, 128u, 256u, 512u, 1024u),
                         [](const auto& size) { return std::to_string(size.param); });

} // namespace
} // namespace pn
