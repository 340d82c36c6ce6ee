// Prefiltered cubemaps against the integral itself: radiance is constant over each texel, and the lobe is integrated
// over texels in double precision, by halves until nothing changes.
#include "support/core_probe.h"
#include "support/normalize_probe.h"
#include "support/oracle.h"
#include "support/prefilter_probe.h"

#include "core/kernel/prefilter_source.h"
#include "core/kernel/simd_target.h"
#include "core/kernel/texel_bits.h"
#include "core/prefilter/lobe.h"
#include "core/prefilter/lobe_weights.h"
#include "core/prefilter/prefilter_table.h"
#include "core/sh/roughness_mapping.h"

#include "shared/prefilter_source.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace pn {
namespace {

using namespace testing;
using Request = PrefilterRequest;

// D(h) n.l with V = N, not normalized, from the papers' own formulas.
struct Lobe
{
    PnLobe kind;
    double alpha; // roughness^2
    oracle::Direction axis;

    double at(const oracle::Direction& l) const
    {
        const double c = axis.x * l.x + axis.y * l.y + axis.z * l.z;
        if (c <= 0)
            return 0;
        const double cosHalf2 = (1 + c) / 2;
        if (kind == PN_LOBE_COSINE)
            return c;
        if (kind == PN_LOBE_CHARLIE)
            return c * std::pow(std::sqrt(2 * (1 - cosHalf2)), 1 / alpha); // 1 at the horizon, but for c
        const double d = cosHalf2 * (alpha * alpha - 1) + 1;
        return c * alpha * alpha / (d * d);
    }
};

// The direction of a point of a face, and its solid angle per unit of the plane.
struct FacePoint
{
    oracle::Direction direction;
    double solidAngle;
};

FacePoint facePoint(std::uint32_t face, double u, double v)
{
    const double scale = 1 / std::sqrt(1 + u * u + v * v);
    const auto of = [&](double x, double y, double z) {
        return FacePoint{{x * scale, y * scale, z * scale}, scale * scale * scale};
    };
    switch (face)
    {
    case 0: return of(1, -v, -u);
    case 1: return of(-1, -v, u);
    case 2: return of(u, 1, v);
    case 3: return of(u, -1, -v);
    case 4: return of(u, -v, 1);
    default: return of(-u, -v, -1);
    }
}

// The lobe's integral over a square of a face by 3 x 3 points of Gauss and Legendre.
double gaussSum(const Lobe& lobe, std::uint32_t face, double u, double v, double width)
{
    constexpr double kPoints[] = {0.1127016653792583, 0.5, 0.8872983346207417};
    constexpr double kWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i)
        {
            const FacePoint point = facePoint(face, u + kPoints[i] * width, v + kPoints[j] * width);
            sum += kWeights[i] * kWeights[j] * lobe.at(point.direction) * point.solidAngle;
        }
    return sum * width * width;
}

// Whether the horizon runs through a square, where the lobe bends: no agreement of sums says anything there.
bool isCut(const Lobe& lobe, std::uint32_t face, double u, double v, double width)
{
    int above = 0;
    for (std::size_t i = 0; i < 4; ++i)
    {
        const auto d = facePoint(face, u + double(i % 2) * width, v + double(i / 2) * width).direction;
        above += lobe.axis.x * d.x + lobe.axis.y * d.y + lobe.axis.z * d.z > 0;
    }
    return above % 4 != 0;
}

// The same, by halves until they agree to a share of the whole; most: how often at most.
double integralOver(const Lobe& lobe, std::uint32_t face, double u, double v, double width, double whole, int most)
{
    const double half = width / 2;
    double parts[4], sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
        sum += parts[i] = gaussSum(lobe, face, u + double(i % 2) * half, v + double(i / 2) * half, half);
    if (most == 0 || (std::abs(sum - whole) < 1e-7 * width * width && !isCut(lobe, face, u, v, width)))
        return sum;
    double result = 0;
    for (std::size_t i = 0; i < 4; ++i)
        result +=
            integralOver(lobe, face, u + double(i % 2) * half, v + double(i / 2) * half, half, parts[i], most - 1);
    return result;
}

// What the lobe gives each texel of a source; the sum is 1.
std::vector<double> exactWeights(const Lobe& lobe, std::uint32_t size, int most = 7)
{
    std::vector<double> weights;
    double sum = 0;
    const double width = 2.0 / size;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
            {
                const double u = x * width - 1, v = y * width - 1;
                weights.push_back(integralOver(lobe, face, u, v, width, gaussSum(lobe, face, u, v, width), most));
                sum += weights.back();
            }
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

std::array<float, 3> texelOf(const TestProbe& probe, std::size_t index)
{
    const std::byte* texel = probe.texels.data() + index * pnGetFormatBytes(probe.format);
    return std::bit_cast<std::array<float, 3>>(decodeTexel(probe.format, texel));
}

// Noise, and suns of a texel each: in a corner, on an edge, and anywhere.
TestProbe sunnyProbe(std::uint32_t size, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> noise(0.0f, 1.0f);
    testing::Texels texels(std::size_t{6} * size * size);
    for (auto& rgb : texels)
        rgb = {noise(random), 0.2f * noise(random), 5.0f * noise(random)};
    const std::size_t face = std::size_t{size} * size;
    texels[face - 1] = {0.0f, 5e3f, 0.0f};
    texels[2 * face + size / 2] = {2e4f, 1e4f, 5e3f};
    texels[random() % texels.size()] = {1e5f, 0.0f, 1e4f};
    return testing::makeFloatProbe(Shape::cubemap(size), texels, PN_FORMAT_RGB32F);
}

// Largest errors of some texels of a mip, per channel.
struct Errors
{
    double rms = 0;  // of the source's mean
    double most = 0; // of the texel, or of a tenth of the mean
};

std::array<double, 3> meanOf(const TestProbe& probe)
{
    std::array<double, 3> mean{};
    double sum = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < probe.width; ++y)
            for (std::uint32_t x = 0; x < probe.width; ++x)
            {
                const double u = (2 * x + 1.0) / probe.width - 1, v = (2 * y + 1.0) / probe.width - 1;
                const double weight = facePoint(face, u, v).solidAngle;
                const auto rgb = texelOf(probe, (std::size_t{face} * probe.width + y) * probe.width + x);
                for (std::size_t c = 0; c < 3; ++c)
                    mean[c] += weight * rgb[c];
                sum += weight;
            }
    for (double& channel : mean)
        channel /= sum;
    return mean;
}

Errors errorsOf(const TestProbe& source, const TestProbe& mip, PnLobe kind, double roughness, std::size_t samples)
{
    const std::array<double, 3> mean = meanOf(source);
    std::array<double, 3> squares{};
    Errors errors;
    std::mt19937 random(mip.width);
    for (std::size_t sample = 0; sample < samples; ++sample)
    {
        const auto face = std::uint32_t(random() % 6), x = std::uint32_t(random() % mip.width);
        const auto y = std::uint32_t(random() % mip.width);
        const Lobe lobe{kind, roughness * roughness, oracle::cubeDirection(face, x, y, mip.width)};
        const std::vector<double> weights = exactWeights(lobe, source.width);
        std::array<double, 3> exact{};
        for (std::size_t i = 0; i < weights.size(); ++i)
            for (std::size_t c = 0; c < 3; ++c)
                exact[c] += weights[i] * texelOf(source, i)[c];
        const auto found = texelOf(mip, (std::size_t{face} * mip.width + y) * mip.width + x);
        for (std::size_t c = 0; c < 3; ++c)
        {
            const double error = std::abs(found[c] - exact[c]);
            squares[c] += error * error / double(samples);
            errors.most = std::max(errors.most, error / std::max(exact[c], 0.1 * mean[c]));
            errors.rms = std::max(errors.rms, std::sqrt(squares[c]) / mean[c]);
        }
    }
    return errors;
}

TEST(PrefilterTruth, HalvingTheStepOnceMoreChangesNothing)
{
    for (const double roughness : {0.1, 0.3, 1.0})
    {
        const Lobe lobe{PN_LOBE_GGX, roughness * roughness, oracle::cubeDirection(2, 3, 1, 8)};
        const auto once = exactWeights(lobe, 16, 7), more = exactWeights(lobe, 16, 8);
        double change = 0;
        for (std::size_t i = 0; i < once.size(); ++i)
            change += std::abs(once[i] - more[i]);
        EXPECT_LT(change, 1e-5) << "roughness " << roughness;
    }
}

// The limits are those of docs/prefiltering.md.
TEST(Prefilter, IsNearTheIntegral)
{
    const CpuContext context;
    for (const std::uint32_t size : {12u, 33u, 64u})
    {
        const TestProbe source = sunnyProbe(size, size);
        for (const PnLobe lobe : {PN_LOBE_GGX, PN_LOBE_COSINE, PN_LOBE_CHARLIE})
        {
            if (size == 64 && lobe != PN_LOBE_GGX)
                continue;
            const Request request{lobe, PN_EFFORT_BAKED, 0, {0.1f, 0.25f, 0.5f, 0.75f, 1.0f}};
            const TestMips mips = prefilter(context.get(), source, request);
            for (std::size_t i = 0; i < mips.results.size(); ++i)
            {
                const Errors errors = errorsOf(source, mips.results[i], lobe, request.roughness[i], 4);
                EXPECT_LT(errors.rms, 1e-3) << size << ", lobe " << lobe << ", roughness " << request.roughness[i];
                EXPECT_LT(errors.most, 1e-2) << size << ", lobe " << lobe << ", roughness " << request.roughness[i];
            }
        }
    }
}

TEST(Prefilter, TakesLessCareInRealTime)
{
    const CpuContext context;
    const TestProbe source = sunnyProbe(32, 7);
    const Request request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.1f, 0.4f, 1.0f}};
    const TestMips mips = prefilter(context.get(), source, request);
    for (std::size_t i = 0; i < mips.results.size(); ++i)
        EXPECT_LT(errorsOf(source, mips.results[i], request.lobe, request.roughness[i], 24).rms, 1e-2);
}

// What the nodes of a tile make of the lobe of its first texel: per texel of the source, as exactWeights().
std::vector<double> weightsOf(const NodeGrid& grid, const PrefilterTile& tile)
{
    std::vector<double> above, here, rows;
    for (std::size_t n = grid.levels.size(); n-- > 0;)
    {
        const NodeGrid::Level& level = grid.levels[n];
        here.assign(std::size_t{6} * level.size * level.size, 0.0);
        if (n + 1 < grid.levels.size())
        {
            const std::uint32_t size = level.size, sizeAbove = grid.levels[n + 1].size;
            const std::vector<NodeGrid::Stencil>& stencils = grid.stencils[n + 1];
            rows.assign(std::size_t{6} * sizeAbove * size, 0.0);
            for (std::size_t row = 0; row < std::size_t{6} * sizeAbove; ++row)
                for (std::size_t i = 0; i < size; ++i)
                    for (std::size_t k = 0; k < stencils[i].count; ++k)
                        rows[row * size + i] += stencils[i].weights[k] * above[row * sizeAbove + stencils[i].first + k];
            for (std::size_t face = 0; face < 6; ++face)
                for (std::size_t j = 0; j < size; ++j)
                    for (std::size_t k = 0; k < stencils[j].count; ++k)
                        for (std::size_t i = 0; i < size; ++i)
                            here[(face * size + j) * size + i] +=
                                stencils[j].weights[k] * rows[(face * sizeAbove + stencils[j].first + k) * size + i];
        }
        for (std::size_t i = 0; i < tile.nodes.size(); ++i)
            if (const PrefilterNode& node = tile.nodes[i]; node.place / 6 == n)
                here[level.index(node.place % 6, node.i, node.j) - level.first] +=
                    tile.weights[i * PrefilterTile::kTexels];
        above.swap(here);
    }
    return above;
}

struct LobeErrors
{
    double most = 0; // per steradian
    double rms = 0;  // times 4 pi: of the mean of a source whose light is one sun's, over all places of the sun
};

// Of the first texels of some tiles of a mip.
LobeErrors lobeErrors(std::uint32_t sourceSize, std::uint32_t size, PnLobe kind, float roughness, PnEffort effort)
{
    const NodeGrid grid(sourceSize);
    const PrefilterTiles tiles({sourceSize, size, kind, roughness, toleranceOf(effort, kind, roughness)}, grid,
                               simdTargets().front().makeLobeWeights);
    LobeScratch scratch;
    LobeErrors errors;
    double squares = 0;
    std::size_t lobes = 0;
    for (std::uint32_t index = 0; index < tiles.count(); index += std::max(1u, tiles.count() / 2), ++lobes)
    {
        const PrefilterTile tile = tiles.make(index, scratch);
        const Lobe lobe{kind, double(roughness) * roughness, oracle::cubeDirection(0, tile.x, tile.y, size)};
        const std::vector<double> exact = exactWeights(lobe, sourceSize), found = weightsOf(grid, tile);
        for (std::size_t i = 0; i < exact.size(); ++i)
        {
            const auto column = double(i % sourceSize), row = double(i / sourceSize % sourceSize);
            const double u = (2 * column + 1) / sourceSize - 1, v = (2 * row + 1) / sourceSize - 1;
            const double solidAngle = facePoint(0, u, v).solidAngle * 4 / sourceSize / sourceSize;
            const double error = std::abs(found[i] - exact[i]) / solidAngle;
            errors.most = std::max(errors.most, error);
            squares += error * error * solidAngle / (4 * std::numbers::pi);
        }
    }
    errors.rms = 4 * std::numbers::pi * std::sqrt(squares / double(lobes));
    return errors;
}

// The limit is twice the tolerance: between the nodes that are looked at, and by what rounding to floats and the share
// of a white source's shortfall add.
TEST(PrefilterTile, MakesTheLobeEverywhere)
{
    for (const std::uint32_t size : {32u, 33u})
        for (const std::uint32_t mip : {size, size / 2, 5u})
            for (const float roughness : {0.1f, 0.3f, 0.6f, 1.0f})
                for (const PnLobe lobe : {PN_LOBE_GGX, PN_LOBE_CHARLIE})
                    EXPECT_LT(lobeErrors(size, mip, lobe, roughness, PN_EFFORT_BAKED).most, 2e-4)
                        << size << ", mip " << mip << ", roughness " << roughness << ", lobe " << lobe;
    EXPECT_LT(lobeErrors(33, 16, PN_LOBE_COSINE, 0.5f, PN_EFFORT_BAKED).most, 2e-4);
}

TEST(PrefilterTile, IsNearOneSunInRealTime)
{
    for (const std::uint32_t mip : {1u, 2u, 3u, 4u, 5u, 6u})
    {
        const auto roughness = float(mipRoughness(PN_ROUGHNESS_MAPPING_UNITY, 64, 7, mip));
        EXPECT_LT(lobeErrors(64, 64 >> mip, PN_LOBE_GGX, roughness, PN_EFFORT_REALTIME).rms, 1e-2) << "mip " << mip;
    }
}

TEST(Prefilter, OneColourStaysThatColour)
{
    const CpuContext context;
    const std::array<float, 3> colour = {0.1f, 1.0f, 60001.7f};
    for (const std::uint32_t size : {1u, 2u, 7u, 16u})
    {
        const testing::Texels texels(std::size_t{6} * size * size, colour);
        const TestProbe source = testing::makeFloatProbe(Shape::cubemap(size), texels);
        for (const std::uint32_t base : {size, (size + 1) / 2})
            for (const PnLobe lobe : {PN_LOBE_GGX, PN_LOBE_COSINE, PN_LOBE_CHARLIE})
                for (const TestProbe& mip :
                     prefilter(context.get(), source, {lobe, PN_EFFORT_BAKED, base, {0.0f, 0.05f, 0.6f, 1.0f}}).results)
                    for (std::size_t i = 0; i < std::size_t{6} * mip.width * mip.width; ++i)
                        ASSERT_EQ(texelOf(mip, i), colour) << size << " to " << mip.width << ", lobe " << lobe;
    }
}

TEST(Prefilter, AMirrorIsACopyOrAMean)
{
    const CpuContext context;
    const TestProbe source = sunnyProbe(8, 1);
    const TestMips mips = prefilter(context.get(), source, {PN_LOBE_GGX, PN_EFFORT_BAKED, 0, {0.0f, 0.0f}});
    EXPECT_EQ(mips.results[0].texels, source.texels);
    const TestProbe& half = mips.results[1];
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < 4; ++y)
            for (std::uint32_t x = 0; x < 4; ++x)
            {
                double sum = 0, solidAngle = 0;
                for (std::uint32_t k = 0; k < 4; ++k)
                {
                    const std::uint32_t i = 2 * x + k % 2, j = 2 * y + k / 2;
                    double weight = 0; // by 16 x 16 midpoints
                    for (std::uint32_t p = 0; p < 256; ++p)
                        weight += facePoint(face, (i + (p % 16 + 0.5) / 16) / 4 - 1, (j + (p / 16 + 0.5) / 16) / 4 - 1)
                                      .solidAngle;
                    sum += weight * texelOf(source, (std::size_t{face} * 8 + j) * 8 + i)[1];
                    solidAngle += weight;
                }
                EXPECT_NEAR(texelOf(half, (std::size_t{face} * 4 + y) * 4 + x)[1] * solidAngle / sum, 1, 1e-4);
            }
}

// Bits do not depend on threads, on the format that holds the same values, nor on the neighbours in a call.
TEST(Prefilter, ManyHaveTheBitsThatEachHasAlone)
{
    const CpuContext one(1), three(3);
    const Request request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 4, {0.0f, 0.3f, 0.8f}};
    const PnPrefilter values = toPrefilter(request);
    std::vector<TestProbe> sources;
    for (const PnFormat format : {PN_FORMAT_RGBA8, PN_FORMAT_RGBA8_SRGB, PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5,
                                  PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA32F})
    {
        sources.push_back(testing::makeWildProbe(true, 6, 6, format, 3));
        testing::Texels texels;
        for (std::size_t i = 0; i < 6u * 6 * 6; ++i)
            texels.push_back(texelOf(sources.back(), i));
        sources.push_back(testing::makeFloatProbe(Shape::cubemap(6), texels));
    }
    std::vector<TestMips> rooms;
    std::vector<PnEnvironmentView> views;
    for (const TestProbe& source : sources)
    {
        rooms.push_back(roomFor(source, request));
        views.push_back(source.view());
    }
    std::vector<std::vector<PnCubemapTarget>> targets;
    std::vector<PnPrefilterItem> items;
    for (std::size_t i = 0; i < sources.size(); ++i)
        targets.push_back(rooms[i].targets());
    for (std::size_t i = 0; i < sources.size(); ++i)
        items.push_back({sizeof(PnPrefilterItem), 0, &views[i], targets[i].data()});
    std::uint32_t completed = 0;
    ASSERT_EQ(pnPrefilterCubemaps(three.get(), std::uint32_t(items.size()), items.data(), &values, nullptr, nullptr,
                                  &completed),
              PN_SUCCESS);
    EXPECT_EQ(completed, sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i)
    {
        const TestMips alone = prefilter(one.get(), sources[i], request);
        for (std::size_t mip = 0; mip < request.roughness.size(); ++mip)
        {
            EXPECT_EQ(rooms[i].results[mip].texels, alone.results[mip].texels) << sources[i].name() << ", mip " << mip;
            EXPECT_EQ(rooms[i].results[mip].texels, rooms[i / 2 * 2].results[mip].texels) << sources[i].name();
        }
    }
}

// With the table of hashes the bits are those of other machines, too. PN_UPDATE_GOLDEN=1 prints it.
TEST(PrefilterGolden, EverySimdLevelHasTheSameBits)
{
    struct Golden
    {
        PnLobe lobe;
        std::uint64_t hash;
    };
    constexpr Golden kGolden[] = {
        {PN_LOBE_COSINE, 0xde499e42c69c3f99}, {PN_LOBE_GGX, 0x9daf97f110fd7d7f}, {PN_LOBE_CHARLIE, 0x1e6db4e27d8d678d}};
    const TestProbe source = sunnyProbe(21, 5);
    for (const Golden& golden : kGolden)
        for (const SimdTarget& target : simdTargets())
        {
            std::vector<PrefilterMip> mips;
            std::vector<CubemapTarget> targets;
            TestMips room = roomFor(source, {golden.lobe, PN_EFFORT_BAKED, 0, {0, 0.4f, 0.9f}}, PN_FORMAT_RGBA32F);
            for (std::uint32_t i = 0; i < 3; ++i)
            {
                TestProbe& to = room.results[i];
                mips.push_back({21, to.width, golden.lobe, std::array{0.2f, 0.4f, 0.9f}[i], 1e-3});
                targets.push_back({to.format, std::size_t{16} * to.width, {}});
                for (std::size_t face = 0; face < 6; ++face)
                    targets.back().faces[face] = to.texels.data() + face * to.faceBytes();
            }
            const PrefilterTask task{testing::viewOf(source), mips, targets};
            NullMonitor monitor;
            CpuBackend(1, target).prefilter({&task, 1}, {}, monitor);
            std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
            for (const TestProbe& mip : room.results)
                for (const std::byte byte : mip.texels)
                    hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
            if (std::getenv("PN_UPDATE_GOLDEN") != nullptr)
                std::printf("lobe %d, %s: 0x%016" PRIx64 "\n", golden.lobe, target.name, hash);
            else
                EXPECT_EQ(hash, golden.hash) << "lobe " << golden.lobe << ", " << target.name;
        }
}

// The kernel keeps the lines that a square of a level gathers; there is no check where it does.
TEST(PrefilterSource, ASquareGathersNoMoreLinesThanTheKernelKeeps)
{
    for (std::uint32_t size = 1; size <= 1024; size += size < 64 ? 1 : 13)
    {
        const PrefilterSource::Tables tables(size);
        for (std::size_t level = 1; level < tables.grid.levels.size(); ++level)
        {
            const std::uint32_t nodes = tables.grid.levels[level].size, start = tables.starts[level];
            for (std::uint32_t corner = 0; corner < nodes; corner += shared::kLevelBlock)
            {
                const std::uint32_t first = start + corner;
                const std::uint32_t last = start + std::min(corner + shared::kLevelBlock, nodes) - 1;
                const std::uint32_t end =
                    tables.sources[last] + tables.ends[last] - (last > 0 ? tables.ends[last - 1] : 0);
                for (std::uint32_t row = first; row <= last; ++row)
                {
                    const std::uint32_t count = tables.ends[row] - (row > 0 ? tables.ends[row - 1] : 0);
                    ASSERT_GE(tables.sources[row], tables.sources[first]) << size << ", level " << level;
                    ASSERT_LE(tables.sources[row] + count, end) << size << ", level " << level;
                }
                ASSERT_LE(end - tables.sources[first], shared::kMostLines) << size << ", level " << level;
            }
        }
    }
}

// The density is the papers', up to a factor, and its integral over the sphere is 1.
TEST(LobeDensity, IsThePapersAndHoldsOne)
{
    for (const PnLobe kind : {PN_LOBE_COSINE, PN_LOBE_GGX, PN_LOBE_CHARLIE})
        for (const double roughness : {double(0.1f), 0.35, 1.0}) // of cloth 0.1f is the least
        {
            const LobeDensity density(kind, roughness);
            const Lobe lobe{kind, roughness * roughness, {0, 0, 1}};
            const auto paper = [&](double c) { return lobe.at({std::sqrt(1 - c * c), 0, c}); };
            const auto ours = [&](double c) { return density.at(2 * (1 - c)); };
            double sum = 0, paperSum = 0, peak = 0;
            constexpr int kSteps = 200000;
            const auto cosineAt = [](int step) { // of the angle to the axis: 1 - t^2
                const double t = (step + 0.5) / kSteps;
                return 1 - t * t;
            };
            for (int i = 0; i < kSteps; ++i)
            {
                const double ring = 2 * std::numbers::pi * 2 * (i + 0.5) / kSteps / kSteps;
                sum += ring * ours(cosineAt(i));
                paperSum += ring * paper(cosineAt(i));
                peak = std::max(peak, ours(cosineAt(i)));
            }
            EXPECT_NEAR(sum, 1, 2e-6) << kind << ' ' << roughness;
            // Cloth's cubic pieces are wrong by 1.5e-7 of the peak, the sums by 2e-6 / 1.
            for (int i = 0; i < kSteps; i += 7)
                ASSERT_NEAR(ours(cosineAt(i)) / peak, paper(cosineAt(i)) / paperSum / peak, 4e-6)
                    << kind << ' ' << roughness << ' ' << cosineAt(i);
            EXPECT_EQ(ours(-0.1), 0);
        }
}

// The mip that an engine reads for a roughness, by its own shader. docs/prefiltering.md names the files and versions.
struct MipReader
{
    const char* engine;
    PnRoughnessMapping mapping;
    std::uint32_t size, count;                                     // of mip 0, and of the mips
    double (*level)(double r, std::uint32_t size, double lastMip); // lastMip: count - 1
};

double unrealLevel(double r, std::uint32_t, double lastMip) // REFLECTION_CAPTURE_ROUGHEST_MIP 1, ..._MIP_SCALE 1.2
{
    const double levelFrom1x1 = 1 - 1.2 * std::log2(std::max(r, 0.001));
    return lastMip - 1 - levelFrom1x1;
}

const std::array kMipReaders = {
    MipReader{"Unity", PN_ROUGHNESS_MAPPING_UNITY, 128, 8, // UNITY_SPECCUBE_LOD_STEPS is 6, whatever the cubemap has
              [](double r, std::uint32_t, double) { return r * (1.7 - 0.7 * r) * 6; }},
    MipReader{"Unreal", PN_ROUGHNESS_MAPPING_UNREAL, 128, 8, unrealLevel},
    MipReader{"Unreal, 1024", PN_ROUGHNESS_MAPPING_UNREAL, 1024, 11, unrealLevel},
    MipReader{"Godot", PN_ROUGHNESS_MAPPING_GODOT, 256, 7,
              [](double r, std::uint32_t, double lastMip) { return std::sqrt(r) * lastMip; }},
    MipReader{"three.js", PN_ROUGHNESS_MAPPING_FILAMENT, 256, 6,
              [](double r, std::uint32_t, double lastMip) { return lastMip * r * (2 - r); }},
    MipReader{"Filament", PN_ROUGHNESS_MAPPING_FILAMENT, 256, 5,
              [](double r, std::uint32_t, double lastMip) { return lastMip * r * (2 - r); }},
    MipReader{"Babylon.js", PN_ROUGHNESS_MAPPING_BABYLON, 128, 8,
              [](double r, std::uint32_t size, double) { return 0.8 * std::log2(size * r * r); }},
    MipReader{"PlayCanvas", PN_ROUGHNESS_MAPPING_LINEAR, 128, 6,
              [](double r, std::uint32_t, double) { return std::clamp(r, 0.0, 1.0) * 5; }},
    MipReader{"CesiumJS", PN_ROUGHNESS_MAPPING_LINEAR, 256, 9,
              [](double r, std::uint32_t, double lastMip) { return r * lastMip; }},
    MipReader{"bevy", PN_ROUGHNESS_MAPPING_LINEAR, 256, 6,
              [](double r, std::uint32_t, double lastMip) { return r * lastMip; }},
};

// The roughness for which an engine reads a mip, found by halving: levels rise with roughness. The last mips of an
// engine that never reads them are for 1, and the first one is the map where no roughness is read above it.
double roughnessReadAt(const MipReader& reader, std::uint32_t mip)
{
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i)
    {
        const double middle = (low + high) / 2;
        (reader.level(middle, reader.size, reader.count - 1.0) < mip ? low : high) = middle;
    }
    return high;
}

TEST(RoughnessMapping, IsTheInverseOfTheEnginesOwn)
{
    for (const MipReader& reader : kMipReaders)
    {
        std::vector<float> roughness(reader.count);
        ASSERT_EQ(pnGetMipRoughness(reader.mapping, reader.size, reader.count, roughness.data()), PN_SUCCESS);
        // Babylon.js reads mip 0 for all roughnesses up to .088: it stays the map.
        const std::uint32_t first = reader.mapping == PN_ROUGHNESS_MAPPING_BABYLON ? 1 : 0;
        for (std::uint32_t mip = first; mip < reader.count; ++mip) // 1e-6: floats, whose unit near 1 is 6e-8
            EXPECT_NEAR(roughness[mip], roughnessReadAt(reader, mip), 1e-6) << reader.engine << ", mip " << mip;
    }
    float babylon = 1, single = 1;
    ASSERT_EQ(pnGetMipRoughness(PN_ROUGHNESS_MAPPING_BABYLON, 128, 1, &babylon), PN_SUCCESS);
    EXPECT_EQ(babylon, 0);
    ASSERT_EQ(pnGetMipRoughness(PN_ROUGHNESS_MAPPING_LINEAR, 1, 1, &single), PN_SUCCESS);
    EXPECT_EQ(single, 0);
}

} // namespace
} // namespace pn
