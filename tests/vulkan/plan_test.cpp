// How a job's probes are packed into steps: by bytes, in order, every texel once. Without a device.
#include "vulkan/device/compute_pipeline.h"
#include "vulkan/job/plan.h"

#include "core/error.h"

#include <gtest/gtest.h>

#include <map>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kStepBytes = 1u << 20;

const shared::DenominatorParams kLobe{};

PlanProbe projected(std::uint32_t faceSize, PnFormat format = PN_FORMAT_RGBA16F)
{
    return {.shape = Shape::cubemap(faceSize), .format = format};
}

PlanProbe normalized(std::uint32_t faceSize, std::uint32_t mipCount, PnFormat format = PN_FORMAT_RGBA16F)
{
    PlanProbe probe = projected(faceSize, format);
    probe.mipCount = mipCount;
    probe.isNormalized = true;
    probe.lobes = &kLobe;
    probe.lobeCount = 1;
    return probe;
}

std::vector<Step> pack(const std::vector<PlanProbe>& probes, std::uint32_t stepBytes = kStepBytes)
{
    PlanLimits limits;
    limits.stepBytes = stepBytes;
    limits.device.maxStorageBufferRange = std::max(1u << 27, stepBytes);
    limits.finishesInOnePass = [](const Shape& shape) { return shape.width >= 7 && shape.width <= 64; };
    return makeSteps(probes, limits);
}

std::uint64_t texelsOf(const PlanProbe& probe, std::uint32_t mip)
{
    const std::uint64_t side = std::max(1u, probe.shape.width >> mip);
    return 6 * side * side;
}

// Texels that were projected and normalized, by probe and mip.
void expectEveryTexelOnce(const std::vector<PlanProbe>& probes, const std::vector<Step>& steps)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> projectedTexels, normalizedTexels;
    for (const Step& step : steps)
        for (const StepChunk& chunk : step.chunks)
        {
            const StepGroup& group = step.groups[chunk.group];
            std::uint64_t texels = chunk.chunk.texels(chunk.shape) / group.probeCount();
            for (const std::uint32_t probe : group.probes)
            {
                projectedTexels[{probe, chunk.mip}] += chunk.isProjected ? texels : 0;
                normalizedTexels[{probe, chunk.mip}] += chunk.isNormalized ? texels : 0;
            }
        }
    for (std::uint32_t i = 0; i < probes.size(); ++i)
        for (std::uint32_t mip = 0; mip < probes[i].mipCount; ++mip)
        {
            SCOPED_TRACE("probe " + std::to_string(i) + ", mip " + std::to_string(mip));
            const std::uint64_t all = texelsOf(probes[i], mip);
            EXPECT_EQ((projectedTexels[{i, mip}]), mip == 0 && probes[i].isProjected() ? all : 0u);
            EXPECT_EQ((normalizedTexels[{i, mip}]), probes[i].isNormalized ? all : 0u);
        }
}

void expectRangesApart(const std::vector<Step>& steps)
{
    for (const Step& step : steps)
    {
        std::uint64_t texels = 0, results = 0;
        for (const StepChunk& chunk : step.chunks)
        {
            EXPECT_GE(chunk.texels, texels);
            EXPECT_GE(chunk.results, results);
            EXPECT_EQ(chunk.texels % 256, 0u);
            EXPECT_EQ(chunk.texels % 12, 0u);
            texels = chunk.texels + chunk.texelBytes;
            results = chunk.results + chunk.resultBytes;
        }
        EXPECT_GE(step.texelBytes, texels);
        EXPECT_GE(step.resultBytes, results);
    }
}

TEST(JobPlan, AlternatingSizesShareSteps)
{
    std::vector<PlanProbe> probes;
    for (std::uint32_t i = 0; i < 200; ++i)
        probes.push_back(i % 2 == 0 ? projected(16) : projected(32, PN_FORMAT_RGB9E5));
    const auto steps = pack(probes);
    std::uint64_t bytes = 0;
    for (const PlanProbe& probe : probes)
        bytes += probe.inputBytes();
    EXPECT_LE(steps.size(), bytes / kStepBytes + 1) << "steps are filled";
    for (const Step& step : steps)
        EXPECT_EQ(step.groups.size(), 2u);
    expectEveryTexelOnce(probes, steps);
    expectRangesApart(steps);
}

TEST(JobPlan, ALargeProbeEndsItsProjectionBeforeItIsNormalized)
{
    for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA8})
    {
        const std::vector<PlanProbe> probes{normalized(512, 10, format)};
        const auto steps = pack(probes);
        ASSERT_GT(steps.size(), 4u);
        bool hasEnded = false;
        for (const Step& step : steps)
        {
            ASSERT_EQ(step.groups.size(), 1u);
            hasEnded = hasEnded || step.groups.front().endsProjection;
            EXPECT_LE(step.texelBytes, kStepBytes + (64u << 10)) << "padding apart";
            for (const StepChunk& chunk : step.chunks)
                EXPECT_TRUE(!chunk.isNormalized || hasEnded);
        }
        EXPECT_TRUE(steps.front().groups.front().isFirst);
        EXPECT_TRUE(steps.back().groups.front().isLast);
        expectEveryTexelOnce(probes, steps);
        expectRangesApart(steps);
    }
}

PlanProbe withMadeMips(PlanProbe probe, std::uint32_t madeMips)
{
    probe.madeMips = madeMips;
    return probe;
}

TEST(JobPlan, FacesOfMadeMipsGoIntoAStep)
{
    EXPECT_TRUE(canMakeMips(withMadeMips(normalized(362, 9), 8), kStepBytes));
    EXPECT_FALSE(canMakeMips(withMadeMips(normalized(363, 9), 8), kStepBytes));
    EXPECT_TRUE(canMakeMips(withMadeMips(normalized(363, 9), 7), kStepBytes)) << "the second is given";
    EXPECT_TRUE(canMakeMips(normalized(363, 9), kStepBytes)) << "all are given";
    EXPECT_FALSE(canMakeMips(withMadeMips(normalized(4098, 2), 1), 1u << 30)) << "no tables for so many rows";
    EXPECT_THROW(pack({withMadeMips(normalized(363, 9), 8)}), Error);
}

TEST(JobPlan, AStepHasMoreProbesThanASideOfAGrid)
{
    const std::vector<PlanProbe> probes(kMaxGridSide + 5, projected(1, PN_FORMAT_RGBA8));
    const auto steps = pack(probes);
    EXPECT_EQ(steps.size(), 1u) << "4 bytes for each of 6 faces fit into it";
    expectEveryTexelOnce(probes, steps);
}

// A face of 66^2 has more than one workgroup of normalize.comp.
TEST(JobPlan, NoStepNormalizesMoreWorkgroupsThanASideOfAGrid)
{
    const std::vector<PlanProbe> probes(kMaxGridSide / 6 + 5, normalized(66, 1, PN_FORMAT_RGB9E5));
    const auto steps = pack(probes, 1u << 30);
    for (const Step& step : steps)
        EXPECT_LE(step.chunks.front().chunk.faceCount, kMaxGridSide);
    EXPECT_EQ(steps.size(), 2u);
    expectEveryTexelOnce(probes, steps);
}

TEST(JobPlan, NoStepHasMoreDenominatorsThanASideOfAGrid)
{
    for (const std::uint32_t size : {1u, 2u, 16u, 64u})
        EXPECT_LE(maxNormalizedProbes(Shape::cubemap(size)), kMaxGridSide * 4) << "which takes four a workgroup";
    EXPECT_EQ(maxNormalizedProbes(Shape::cubemap(1)), kMaxGridSide * 4);
}

} // namespace
} // namespace pn::vulkan
