// Planted defects: each is found where it is and as strong as it is, fixing brings the environment back, and an
// environment without one has no findings.
#include "core/check/check_environment.h"
#include "core/check/find.h"
#include "core/cpu/cpu_backend.h"
#include "core/cube_faces.h"
#include "core/light/sphere_grid.h"
#include "core/self_test.h"
#include "core/sh/roughness_mapping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace pn {
namespace {

constexpr std::uint32_t kSize = 32;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();

// A cubemap of floats r g b. Its radiance is a polynomial of the direction that no turn of the cube keeps, with ripples
// that each edge of the cube cuts elsewhere.
class Cube
{
public:
    explicit Cube(std::uint32_t size = kSize) : m_size(size), m_texels(std::size_t{18} * size * size)
    {
        const SphereGrid grid(Shape::cubemap(size));
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
        {
            const Vec3 at = grid.direction(i);
            const std::array<double, 3> d{at.x, at.y, at.z};
            const double value = 2 + 0.7 * d[0] + 0.5 * d[1] + 0.3 * d[2] + 0.4 * d[0] * d[1] - 0.2 * d[1] * d[2] +
                                 0.3 * std::sin(9 * d[0] + 5 * d[1] + 2) + 0.2 * std::sin(11 * d[2] - 4 * d[1]);
            for (std::size_t c = 0; c < 3; ++c)
                m_texels[3 * i + c] = float(value * (1 + 0.2 * double(c) * d[c]));
        }
    }

    float* at(std::uint32_t face, std::uint32_t x, std::uint32_t y)
    {
        return &m_texels[3 * ((std::size_t{face} * m_size + y) * m_size + x)];
    }
    void set(std::uint32_t face, std::uint32_t x, std::uint32_t y, float value)
    {
        std::fill_n(at(face, x, y), 3, value);
    }
    std::span<float> face(std::uint32_t index) { return {at(index, 0, 0), std::size_t{3} * m_size * m_size}; }
    std::vector<float>& texels() { return m_texels; }
    const std::vector<float>& texels() const { return m_texels; }

    ProbeView view() const
    {
        ProbeView view{Shape::cubemap(m_size), PN_FORMAT_RGB32F, std::size_t{12} * m_size, {}};
        for (std::size_t i = 0; i < 6; ++i)
            view.faces[i] = reinterpret_cast<const std::byte*>(&m_texels[3 * i * m_size * m_size]);
        return view;
    }

    double average() const // of luminance over the sphere
    {
        const SphereGrid grid(Shape::cubemap(m_size));
        double sum = 0;
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
            sum += grid.solidAngle(i) * (0.2126 * double(m_texels[3 * i]) + 0.7152 * double(m_texels[3 * i + 1]) +
                                         0.0722 * double(m_texels[3 * i + 2]));
        return sum / (4 * kPi);
    }

    std::vector<PnFinding> findings(std::uint32_t threads = 2) const
    {
        const ProbeView mip = view();
        return check::checkEnvironment({&mip, 1}, threads);
    }

private:
    std::uint32_t m_size;
    std::vector<float> m_texels;
};

// The only finding of a kind.
PnFinding onlyOf(const std::vector<PnFinding>& findings, PnFindingKind kind)
{
    PnFinding found{};
    int count = 0;
    for (const PnFinding& finding : findings)
        if (finding.kind == kind)
        {
            found = finding;
            ++count;
        }
    EXPECT_EQ(count, 1) << check::findingName(kind);
    return found;
}

std::vector<float> fixed(const Cube& cube, std::uint32_t fixes)
{
    const check::Fixed result = check::fixEnvironment(cube.view(), fixes);
    std::vector<float> rgb;
    for (std::size_t i = 0; i < result.texels.size(); ++i)
        if (i % 4 != 3)
            rgb.push_back(result.texels[i]);
    return rgb;
}

void scale(Cube& cube, std::uint32_t face, double gain)
{
    for (float& value : cube.face(face))
        value *= float(gain);
}

// The largest change of an irradiance, as a share of the right one, on surfaces that face 96 directions.
double irradianceChange(const Cube& cube, const Cube& right)
{
    const SphereGrid grid(Shape::cubemap(kSize)), normals(Shape::cubemap(4));
    double most = 0;
    for (std::uint32_t n = 0; n < normals.texelCount(); ++n)
    {
        double sum = 0, expected = 0;
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
        {
            const double weight = grid.solidAngle(i) * std::max(0.0, dot(grid.direction(i), normals.direction(n)));
            sum += weight * double(cube.texels()[3 * i + 1]);
            expected += weight * double(right.texels()[3 * i + 1]);
        }
        most = std::max(most, std::abs(sum / expected - 1));
    }
    return most;
}

// What a face shows mirrored if turn & 4, then turned clockwise by turn & 3 quarters, written by hand.
void turn(Cube& cube, std::uint32_t face, std::uint32_t turn)
{
    const auto move = [&](auto&& from) {
        Cube before = cube;
        for (std::uint32_t y = 0; y < kSize; ++y)
            for (std::uint32_t x = 0; x < kSize; ++x)
            {
                const auto [column, row] = from(x, y);
                std::copy_n(before.at(face, column, row), 3, cube.at(face, x, y));
            }
    };
    using Place = std::pair<std::uint32_t, std::uint32_t>;
    if ((turn & 4) != 0)
        move([](std::uint32_t x, std::uint32_t y) { return Place{kSize - 1 - x, y}; });
    for (std::uint32_t i = 0; i < (turn & 3); ++i) // the left column, from its foot, becomes the top row
        move([](std::uint32_t x, std::uint32_t y) { return Place{y, kSize - 1 - x}; });
}

} // namespace

TEST(Check, FindsNothingWhereNothingIsWrong)
{
    for (const std::uint32_t size : {8u, 32u, 100u})
        for (const PnFinding& finding : Cube(size).findings())
            ADD_FAILURE() << size << ": " << finding.text;
    EXPECT_TRUE(Cube(1).findings().size() < 64);
}

TEST(Check, IsTheSameOnAnyNumberOfThreads)
{
    Cube cube;
    cube.set(3, 5, 6, 900);
    cube.set(1, 2, 3, kNan);
    for (float& value : cube.face(4))
        value *= 1.2f;
    const std::vector<PnFinding> one = cube.findings(1), many = cube.findings(7);
    ASSERT_EQ(one.size(), many.size());
    ASSERT_GE(one.size(), 3u);
    EXPECT_EQ(std::memcmp(one.data(), many.data(), one.size() * sizeof(PnFinding)), 0);
}

TEST(Check, NamesTheFirstTexelThatIsNotFinite)
{
    Cube cube;
    const Cube before = cube;
    cube.set(2, 7, 9, kNan);
    cube.at(4, 20, 21)[1] = kInfinity;
    const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_NON_FINITE);
    EXPECT_EQ(finding.severity, PN_SEVERITY_ERROR);
    EXPECT_EQ(finding.count, 2u);
    EXPECT_EQ((std::array{finding.face, finding.x, finding.y}), (std::array{2u, 7u, 9u}));
    Cube after = cube;
    after.texels() = fixed(cube, PN_FIX_NON_FINITE);
    EXPECT_TRUE(after.findings().empty());
    EXPECT_NEAR(after.average(), before.average(), 1e-4 * before.average());
}

// The firefly takes part in the average by its solid angle, of which a texel at a face's centre has the most.
TEST(Check, MeasuresAndFixesFireflies)
{
    for (const double share : {0.01, 0.1, 3.0})
    {
        Cube cube(128);
        const double before = cube.average();
        const double solidAngle = SphereGrid(Shape::cubemap(128)).solidAngle((3 * 128 + 64) * 128 + 63);
        for (std::size_t c = 0; c < 3; ++c)
            cube.at(3, 63, 64)[c] += float(share * before * 4 * kPi / solidAngle);
        ASSERT_NEAR(cube.average() / before - 1, share, 1e-5);
        const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_FIREFLY);
        EXPECT_EQ(finding.severity, PN_SEVERITY_ERROR);
        EXPECT_EQ((std::array{finding.face, finding.x, finding.y}), (std::array{3u, 63u, 64u}));
        EXPECT_NEAR(double(finding.average), share, 0.02 * share);
        EXPECT_GT(finding.irradiance, finding.average); // on what faces it
        EXPECT_EQ(finding.fixes, std::uint32_t{PN_FIX_FIREFLIES});
        cube.texels() = fixed(cube, PN_FIX_FIREFLIES);
        EXPECT_NEAR(cube.average(), before, 1e-4 * before);
        EXPECT_TRUE(cube.findings().empty());
    }
}

// What changes too little to be a finding stays, too.
TEST(Check, LeavesGlintsAlone)
{
    Cube cube(128);
    cube.set(3, 63, 64, 20);
    EXPECT_TRUE(cube.findings().empty());
    EXPECT_EQ(fixed(cube, PN_FIX_FIREFLIES), cube.texels());
    cube.set(2, 20, 30, 20000);
    std::vector<float> expected = cube.texels();
    cube.set(3, 100, 20, 20000);
    cube.texels() = fixed(cube, PN_FIX_FIREFLIES);
    std::fill_n(cube.at(3, 100, 20), 3, 0.0f);
    std::fill_n(&expected[3 * ((3 * 128 + 20) * 128 + 100)], 3, 0.0f);
    EXPECT_EQ(cube.texels(), expected);
}

// The texels of a small face are so wide that a lamp or a sun lies within one, with its glow.
TEST(Check, LeavesOpenWhatWideTexelsHold)
{
    Cube cube;
    cube.set(3, 15, 16, 500);
    const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_SUN_OR_FIREFLY);
    EXPECT_EQ(finding.severity, PN_SEVERITY_NOTE);
    EXPECT_EQ(finding.fixes, std::uint32_t{PN_FIX_SUN_OR_FIREFLIES});
    EXPECT_EQ(fixed(cube, PN_FIX_FIREFLIES), cube.texels());
}

// The severity of such a texel follows its share of the light. docs/check.md gives the limit of 10 %; 20 times
// all other light is more than any sun: at sea level a clear sky gives at least a thirteenth of it.
TEST(Check, WeighsWhatWideTexelsHold)
{
    constexpr std::uint32_t kPlace = 15 + kSize * 16;
    const SphereGrid grid(Shape::cubemap(kSize));
    const double rest = 4 * kPi * Cube().average() / grid.solidAngle(3 * kSize * kSize + kPlace);
    for (const auto& [share, severity] : {std::pair(0.08, PN_SEVERITY_NOTE),
                                          {0.12, PN_SEVERITY_WARNING},
                                          {18.0, PN_SEVERITY_WARNING},
                                          {50.0, PN_SEVERITY_ERROR},
                                          {5000.0, PN_SEVERITY_ERROR}})
    {
        Cube cube;
        for (std::size_t c = 0; c < 3; ++c)
            cube.at(3, 15, 16)[c] += float(share * rest);
        const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_SUN_OR_FIREFLY);
        EXPECT_EQ(finding.severity, severity) << finding.text;
        EXPECT_NEAR(double(finding.average), std::min(share, 1000.0), 0.02 * share);
        EXPECT_EQ(finding.fixes, std::uint32_t{PN_FIX_SUN_OR_FIREFLIES});
    }
}

// Light that bright is no error where it may be a sun's: in the beam of a window, what lies opposite is lit by it, and
// in space a sun is all the light.
TEST(Check, BelievesSunsWhoseLightIsSeen)
{
    const SphereGrid grid(Shape::cubemap(kSize));
    const auto withSun = [&](Cube cube) {
        const double solidAngle = grid.solidAngle((3 * kSize + 16) * kSize + 15);
        cube.set(3, 15, 16, float(40 * 4 * kPi * cube.average() / solidAngle));
        return onlyOf(cube.findings(), PN_FINDING_SUN_OR_FIREFLY).severity;
    };
    EXPECT_EQ(withSun(Cube()), PN_SEVERITY_ERROR);
    Cube room; // a patch of reflectance .3, met at 45 degrees: radiance = .3 / pi * cos 45 * irradiance
    const double irradiance = 40 * 4 * kPi * room.average();
    for (std::uint32_t i = 0; i < 4; ++i)
        room.set(2, 15 + i % 2, 15 + i / 2, float(0.3 / kPi * std::sqrt(0.5) * irradiance));
    EXPECT_EQ(withSun(room), PN_SEVERITY_WARNING);
    Cube space;
    for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
        if (i % 17 != 0) // the rest are stars
            std::fill_n(&space.texels()[3 * i], 3, 0.0f);
    EXPECT_EQ(withSun(space), PN_SEVERITY_WARNING);
}

// One bright texel of a smooth sky may be a sun; one with a glow around it is one, and is left alone.
TEST(Check, LeavesSunsAlone)
{
    Cube cube(128);
    cube.set(2, 30, 20, 5000);
    EXPECT_EQ(onlyOf(cube.findings(), PN_FINDING_SUN_OR_FIREFLY).severity, PN_SEVERITY_WARNING);
    EXPECT_EQ(fixed(cube, PN_FIX_FIREFLIES), cube.texels());
    EXPECT_NE(fixed(cube, PN_FIX_SUN_OR_FIREFLIES), cube.texels());
    for (std::uint32_t y = 17; y <= 23; ++y)
        for (std::uint32_t x = 27; x <= 33; ++x)
            if (const int ring = std::max(std::abs(int(x) - 30), std::abs(int(y) - 20)); ring != 0)
                cube.set(2, x, y, 400.0f / float(ring * ring * ring));
    cube.at(2, 30, 20)[1] = 4500; // no limit that all channels end at
    cube.at(2, 30, 20)[2] = 4000;
    for (const PnFinding& finding : cube.findings())
        EXPECT_EQ(finding.severity, PN_SEVERITY_NOTE) << finding.text;
    EXPECT_EQ(fixed(cube, PN_FIX_FIREFLIES | PN_FIX_SUN_OR_FIREFLIES), cube.texels());
}

// A light that lies across the borders of texels: two of those at its sides hold a part of it. One alone is no proof.
TEST(Check, LeavesLightsAcrossBordersAlone)
{
    const auto isBright = [](const PnFinding& f) {
        return f.kind == PN_FINDING_FIREFLY || f.kind == PN_FINDING_SUN_OR_FIREFLY;
    };
    Cube cube(128);
    cube.set(3, 30, 20, 5000);
    cube.set(3, 31, 20, 150);
    EXPECT_EQ(std::ranges::count_if(cube.findings(), isBright), 1);
    cube.set(3, 30, 21, 150);
    EXPECT_EQ(std::ranges::count_if(cube.findings(), isBright), 0);
}

TEST(Check, DoubtsFirefliesAmongLamps)
{
    Cube cube(128);
    for (const std::uint32_t y : {20u, 60u})
    {
        cube.set(3, 30, y, 5000);
        cube.set(3, 31, y, 150);
        cube.set(3, 30, y + 1, 150);
    }
    cube.set(3, 90, 90, 19900); // four times the lamps are 20000
    EXPECT_EQ(onlyOf(cube.findings(), PN_FINDING_SUN_OR_FIREFLY).severity, PN_SEVERITY_WARNING);
    cube.set(3, 90, 90, 20100);
    EXPECT_EQ(onlyOf(cube.findings(), PN_FINDING_FIREFLY).severity, PN_SEVERITY_ERROR);
}

// No side of a texel at the border of a face is known without a look across it.
TEST(Check, FindsFirefliesAtBorders)
{
    for (const auto& [x, y] : {std::pair(0u, 40u), {127u, 40u}, {40u, 0u}, {40u, 127u}, {0u, 0u}})
    {
        Cube cube(128);
        cube.set(3, x, y, 900);
        const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_FIREFLY);
        EXPECT_EQ((std::array{finding.face, finding.x, finding.y}), (std::array{3u, x, y}));
    }
}

TEST(Check, WeighsNegativeLight)
{
    Cube cube;
    const double before = cube.average();
    cube.set(5, 3, 3, -1e-3f);
    const PnFinding small = onlyOf(cube.findings(), PN_FINDING_NEGATIVE);
    EXPECT_EQ(small.severity, PN_SEVERITY_NOTE);
    EXPECT_NE(std::strstr(small.text, "<0.001 % of the average light"), nullptr);
    const double solidAngle = SphereGrid(Shape::cubemap(kSize)).solidAngle((5 * kSize + 3) * kSize + 3);
    const double value = 0.02 * before * 4 * kPi / solidAngle;
    cube.set(5, 3, 3, float(-value));
    const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_NEGATIVE);
    EXPECT_EQ(finding.severity, PN_SEVERITY_ERROR);
    EXPECT_NEAR(double(finding.average), -0.02, 2e-4);
    const std::vector<float> after = fixed(cube, PN_FIX_NEGATIVE);
    EXPECT_EQ(*std::min_element(after.begin(), after.end()), 0.0f);
}

// An undershoot beside a bright texel is the filter's: what it took is in the bright texel.
TEST(Check, ForgivesUndershoots)
{
    Cube cube;
    for (const std::uint32_t x : {9u, 10u})
        cube.set(2, x, 10, 300);
    cube.set(2, 8, 10, -40);
    cube.set(2, 11, 10, -40);
    EXPECT_EQ(onlyOf(cube.findings(), PN_FINDING_NEGATIVE).severity, PN_SEVERITY_NOTE);
}

TEST(Check, FindsWhatClippingLeft)
{
    Cube cube;
    const float limit = 2.6f;
    std::uint32_t clipped = 0;
    for (std::size_t i = 0; i < cube.texels().size(); i += 3)
    {
        clipped += cube.texels()[i] >= limit;
        for (std::size_t c = 0; c < 3; ++c)
            cube.texels()[i + c] = std::min(limit, cube.texels()[i + c]);
    }
    const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_CLIPPED);
    EXPECT_EQ(finding.severity, PN_SEVERITY_WARNING);
    EXPECT_EQ(finding.value, limit);
    EXPECT_GE(finding.count, clipped); // of the channel with the most
}

TEST(Check, KnowsEightBitsAndTheirTransferFunction)
{
    const auto linear = [](double code) {
        return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
    };
    const auto with = [&](auto&& function) {
        Cube cube(64);
        for (float& value : cube.texels())
            value = float(function(std::round(double(value) / 8 * 255) / 255));
        return cube.findings();
    };
    const auto isTransfer = [](const PnFinding& f) { return f.kind == PN_FINDING_TRANSFER; };
    const std::vector<PnFinding> codes = with([](double code) { return code; }), once = with(linear);
    onlyOf(codes, PN_FINDING_TRANSFER);
    onlyOf(with([&](double code) { return linear(linear(code)); }), PN_FINDING_TRANSFER);
    EXPECT_EQ(std::count_if(once.begin(), once.end(), isTransfer), 0);
    EXPECT_LE(onlyOf(once, PN_FINDING_EIGHT_BIT).value, 256.0f);
}

TEST(Check, FindsBlackAndConstantFaces)
{
    for (std::uint32_t face = 0; face < 6; ++face)
        for (const float value : {0.0f, 5.0f})
        {
            Cube cube;
            std::ranges::fill(cube.face(face), value);
            const PnFinding finding = onlyOf(cube.findings(), value == 0 ? PN_FINDING_BLACK : PN_FINDING_CONSTANT);
            EXPECT_EQ(finding.face, face);
            EXPECT_EQ(finding.severity, PN_SEVERITY_ERROR);
        }
    Cube black;
    std::ranges::fill(black.texels(), 0.0f);
    EXPECT_EQ(onlyOf(black.findings(), PN_FINDING_BLACK).count, 6u);
}

TEST(Check, FindsABlackLowerHalf)
{
    Cube cube;
    const SphereGrid grid(Shape::cubemap(kSize));
    for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
        if (grid.direction(i).y < 0)
            std::fill_n(&cube.texels()[3 * i], 3, 0.0f);
    EXPECT_EQ(onlyOf(cube.findings(), PN_FINDING_LOWER_HALF).severity, PN_SEVERITY_WARNING);
}

// In half a turn of one face and a mirror image of another both are wrong; the order that is found brings both back.
TEST(Check, PutsFacesBack)
{
    const Cube right;
    std::mt19937 random(7);
    for (std::uint32_t i = 0; i < 60; ++i)
    {
        SCOPED_TRACE(i);
        Cube given = right;
        if (i < 42)
            turn(given, i / 7, 1 + i % 7);
        else
        {
            const auto below = [&](std::uint32_t count) { return std::uint32_t(random() % count); };
            const std::uint32_t a = below(6), b = (a + 1 + below(5)) % 6;
            std::ranges::swap_ranges(given.face(a), given.face(b));
            turn(given, below(6), below(8));
        }
        const PnFinding finding = onlyOf(given.findings(), PN_FINDING_FACE_ORDER);
        EXPECT_EQ(finding.severity, PN_SEVERITY_ERROR) << finding.text;
        EXPECT_EQ(std::strstr(finding.text, "also in a mirror image") != nullptr, finding.count > 1) << finding.text;
        const std::vector<float> after = fixed(given, PN_FIX_FACES);
        Cube result;
        result.texels() = after;
        EXPECT_TRUE(result.findings().empty());
        if (i < 42) // one face is wrong, so that no turn of the whole cube moves less
        {
            EXPECT_EQ(finding.count, 1u);
            EXPECT_EQ(after, Cube().texels());
        }
    }
}

TEST(Check, MeasuresAFacesGain)
{
    for (std::uint32_t face = 0; face < 6; ++face)
        for (const double gain : {0.95, 1.05, 1.5})
        {
            Cube cube;
            for (float& value : cube.face(face))
                value *= float(gain);
            const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_FACE_GAIN);
            EXPECT_EQ(finding.face, face);
            EXPECT_NEAR(double(finding.value), gain, 0.01);
            Cube after;
            after.texels() = fixed(cube, PN_FIX_GAINS);
            EXPECT_NEAR(after.average(), Cube().average(), 0.002 * Cube().average());
        }
}

// Two wrong faces, beside or opposite to each other: either has its own gain, once, and one run fixes both.
TEST(Check, FixesTwoGainsTogether)
{
    for (std::uint32_t one = 0; one < 6; ++one)
        for (std::uint32_t other = one + 1; other < 6; ++other)
            for (const auto& [oneGain, otherGain] : {std::pair(0.7, 1.3), {1.3, 1.3}, {2.0, 0.5}})
            {
                if (oneGain == 2.0 && (one + other) % 3 != 0) // five pairs: the search for orders takes long
                    continue;
                SCOPED_TRACE(::testing::Message() << one << " by " << oneGain << ", " << other << " by " << otherGain);
                Cube cube;
                scale(cube, one, oneGain);
                scale(cube, other, otherGain);
                const std::vector<PnFinding> findings = cube.findings();
                EXPECT_EQ(findings.size(), 2u);
                for (const PnFinding& finding : findings)
                {
                    EXPECT_EQ(finding.kind, PN_FINDING_FACE_GAIN) << finding.text;
                    EXPECT_EQ(finding.severity, PN_SEVERITY_ERROR) << finding.text;
                    const double gain = finding.face == one ? oneGain : finding.face == other ? otherGain : 0;
                    EXPECT_NEAR(double(finding.value), gain, 0.01 * gain); // as of a single one
                }
                Cube after;
                after.texels() = fixed(cube, PN_FIX_GAINS);
                EXPECT_TRUE(after.findings().empty());
                EXPECT_LT(irradianceChange(after, Cube()), 0.005); // what a comparison beside a reference does not show
            }
}

// Three faces around a corner are as much too bright as the other three are too dark: nobody can say which are wrong.
TEST(Check, LeavesGainsThatOthersExplain)
{
    Cube cube;
    for (const std::uint32_t face : {0u, 2u, 4u})
        scale(cube, face, 1.3);
    const std::vector<PnFinding> findings = cube.findings();
    EXPECT_FALSE(findings.empty());
    for (const PnFinding& finding : findings)
        EXPECT_EQ(finding.severity, PN_SEVERITY_WARNING) << finding.text;
    EXPECT_EQ(fixed(cube, PN_FIX_GAINS), cube.texels());
}

TEST(Check, FindsASeam)
{
    Cube cube;
    for (std::uint32_t x = 0; x < kSize; ++x)
        for (std::uint32_t y = 0; y < 4; ++y)
            for (std::size_t c = 0; c < 3; ++c)
                cube.at(4, x, y)[c] *= 1.3f - 0.075f * float(y);
    const PnFinding finding = onlyOf(cube.findings(), PN_FINDING_SEAM);
    EXPECT_EQ(finding.count, 1u);
    EXPECT_EQ(finding.face, 2u); // +Y, whose lower edge is the upper edge of +Z
}

// 48 turns and mirror images of the cube, and no face more: each place is filled once.
TEST(Check, TurnsAreInverses)
{
    for (std::uint32_t turn = 0; turn < 8; ++turn)
    {
        std::vector<bool> isHit(25);
        for (std::uint32_t i = 0; i < 25; ++i)
        {
            const auto [x, y] = check::turnedFrom(turn, 5, i % 5, i / 5);
            isHit[y * 5 + x] = true;
        }
        EXPECT_EQ(std::count(isHit.begin(), isHit.end(), true), 25);
    }
    EXPECT_EQ(check::turnedFrom(1, 5, 0, 0), (std::array<std::uint32_t, 2>{0, 4})); // clockwise: foot to top
    EXPECT_EQ(check::turnedFrom(4, 5, 0, 2), (std::array<std::uint32_t, 2>{4, 2}));
}

namespace {

// A cube and its mips for a mapping, with one percent of noise, as a sampler leaves it. Texels are r g b 1.
class MippedCube
{
public:
    MippedCube(std::uint32_t size, std::uint32_t count, PnRoughnessMapping mapping) : m_size(size), m_texels(count)
    {
        const Cube cube(size);
        std::vector<PrefilterMip> wanted;
        std::vector<CubemapTarget> targets;
        for (std::uint32_t mip = 0; mip < count; ++mip)
        {
            m_texels[mip].resize(std::size_t{24} * (size >> mip) * (size >> mip));
            const double roughness = mapping != 0 && mip > 0 ? mipRoughness(mapping, size, count, mip) : 0;
            wanted.push_back({size, size >> mip, PN_LOBE_GGX, float(roughness),
                              toleranceOf(PN_EFFORT_REALTIME, PN_LOBE_GGX, float(roughness))});
            targets.push_back({PN_FORMAT_RGBA32F, std::size_t{16} * (size >> mip), {}});
            for (std::uint32_t face = 0; face < 6; ++face)
                targets.back().faces[face] = reinterpret_cast<std::byte*>(at(mip, face, 0, 0));
        }
        const PrefilterTask task{cube.view(), wanted, targets};
        NullMonitor monitor;
        CpuBackend(2).prefilter({&task, 1}, {}, monitor);
        for (std::uint32_t mip = 1; mip < count; ++mip)
            for (std::size_t i = 0; i < m_texels[mip].size(); ++i)
                m_texels[mip][i] *= 1 + 0.01f * std::sin(float(i / 4) * 12.9898f);
    }

    float* at(std::uint32_t mip, std::uint32_t face, std::uint32_t x, std::uint32_t y)
    {
        const std::uint32_t size = m_size >> mip;
        return &m_texels[mip][4 * ((std::size_t{face} * size + y) * size + x)];
    }

    void swapFaces(std::uint32_t mip, std::uint32_t a, std::uint32_t b)
    {
        const std::uint32_t size = m_size >> mip;
        std::swap_ranges(at(mip, a, 0, 0), at(mip, a, 0, 0) + std::size_t{4} * size * size, at(mip, b, 0, 0));
    }

    // A quarter turn, or a mirror image.
    void moveTexels(std::uint32_t mip, std::uint32_t face, bool isMirrored)
    {
        const std::uint32_t size = m_size >> mip;
        MippedCube before = *this;
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
                std::copy_n(isMirrored ? before.at(mip, face, size - 1 - x, y) : before.at(mip, face, y, size - 1 - x),
                            4, at(mip, face, x, y));
    }

    std::vector<PnFinding> findings()
    {
        std::vector<ProbeView> views;
        for (std::uint32_t mip = 0; mip < m_texels.size(); ++mip)
        {
            const std::uint32_t size = m_size >> mip;
            views.push_back({Shape::cubemap(size), PN_FORMAT_RGBA32F, std::size_t{16} * size, {}});
            for (std::uint32_t face = 0; face < 6; ++face)
                views.back().faces[face] = reinterpret_cast<const std::byte*>(at(mip, face, 0, 0));
        }
        return check::checkEnvironment(views, 2);
    }

private:
    std::uint32_t m_size;
    std::vector<std::vector<float>> m_texels;
};

std::size_t countOf(const std::vector<PnFinding>& findings, PnFindingKind kind)
{
    return std::size_t(std::ranges::count(findings, kind, &PnFinding::kind));
}

} // namespace

// Filament's last mip has 16 texels and holds roughness 1, as the last one of every mapping does: others must tell them
// apart.
TEST(CheckMips, NamesTheMapping)
{
    struct Made
    {
        const char* name;
        PnRoughnessMapping mapping;
        std::uint32_t size, count;
    };
    for (const Made& made :
         {Made{"linear", PN_ROUGHNESS_MAPPING_LINEAR, 32, 6}, Made{"linear", PN_ROUGHNESS_MAPPING_LINEAR, 64, 3},
          Made{"unity", PN_ROUGHNESS_MAPPING_UNITY, 32, 6}, Made{"unreal", PN_ROUGHNESS_MAPPING_UNREAL, 32, 6},
          Made{"filament", PN_ROUGHNESS_MAPPING_FILAMENT, 64, 3}, Made{"babylon", PN_ROUGHNESS_MAPPING_BABYLON, 32, 6},
          Made{"godot", PN_ROUGHNESS_MAPPING_GODOT, 32, 6}})
    {
        SCOPED_TRACE(made.name);
        const std::vector<PnFinding> findings = MippedCube(made.size, made.count, made.mapping).findings();
        const std::string text = onlyOf(findings, PN_FINDING_ROUGHNESS_MAPPING).text;
        EXPECT_NE(text.find(std::string("the mapping ") + made.name + " to"), std::string::npos) << text;
        EXPECT_EQ(countOf(findings, PN_FINDING_FOREIGN_MIP), 0u);
    }
    onlyOf(MippedCube(32, 6, 0).findings(), PN_FINDING_BOX_FILTERED_MIPS);
}

// Two mips of roughness 0 and 1 are the same by three mappings.
TEST(CheckMips, SaysWhichMappingsMakeTheSame)
{
    const std::string text =
        onlyOf(MippedCube(32, 2, PN_ROUGHNESS_MAPPING_FILAMENT).findings(), PN_FINDING_ROUGHNESS_MAPPING).text;
    EXPECT_NE(text.find("any of the mappings"), std::string::npos) << text;
    for (const char* name : {"linear", "filament", "godot"})
        EXPECT_NE(text.find(name), std::string::npos) << text;
}

TEST(CheckMips, FindsFacesOutOfPlaceInOneMip)
{
    const MippedCube right(64, 7, PN_ROUGHNESS_MAPPING_UNITY);
    const auto check = [](std::uint32_t mip, MippedCube& wrong) {
        SCOPED_TRACE(mip);
        const std::vector<PnFinding> findings = wrong.findings();
        const PnFinding foreign = onlyOf(findings, PN_FINDING_FOREIGN_MIP);
        EXPECT_EQ(foreign.mip, mip);
        EXPECT_NE(std::string(foreign.text).find("swapped, turned or mirrored"), std::string::npos) << foreign.text;
        const std::string mapping = onlyOf(findings, PN_FINDING_ROUGHNESS_MAPPING).text;
        EXPECT_NE(mapping.find("the mapping unity"), std::string::npos) << mapping;
    };
    for (const std::uint32_t mip : {1u, 4u}) // of 32 and 4 texels
    {
        MippedCube wrong = right;
        wrong.swapFaces(mip, 0, 1);
        check(mip, wrong);
    }
    MippedCube turned = right, mirrored = right;
    for (std::uint32_t face = 0; face < 6; ++face)
        turned.moveTexels(3, face, false);
    mirrored.moveTexels(2, 4, true);
    check(3, turned);
    check(2, mirrored);
}

} // namespace pn
