// pnNormalizeCubemaps: each cubemap has the texels, light and facts that it has alone, on the CPU and on the device.
#include "context.h"

#include "support/normalize_probe.h"

namespace pn {
namespace {

using testing::kFormats;
using testing::makeMips;
using testing::makeWildProbe;
using testing::Normalized;
using testing::TestContext;
using testing::TestMips;

// Sizes, mips and formats in turns, with and without a light.
struct Batch
{
    std::vector<TestMips> cubemaps;
    std::vector<const PnSh*> lights;
    bool makesMips = false; // all but the first of each

    explicit Batch(const PnSh& light)
    {
        constexpr std::uint32_t kSizes[] = {16, 33, 64, 1};
        for (std::uint32_t i = 0; i < 12; ++i)
        {
            const std::uint32_t size = kSizes[i % 4], mips = i % 3 == 0 && size > 4 ? 3 : 1;
            const PnFormat format = kFormats[i / 4 % std::size(kFormats)];
            cubemaps.push_back(makeMips(size, mips, format, [&](std::uint32_t side, std::uint32_t mip) {
                return makeWildProbe(true, side, side, format, 100 * i + mip);
            }));
            lights.push_back(i % 5 == 4 ? &light : nullptr);
        }
    }
};

struct Outcome
{
    std::vector<PnSh> shs;
    std::vector<PnProjectInfo> projectInfos;
    std::vector<PnNormalizeInfo> infos;
    std::uint32_t completed = 99;
    PnResult result = PN_SUCCESS;
};

Outcome normalizeAll(const TestContext& context, Batch& batch, PnProjectOptions options = {})
{
    std::vector<std::vector<PnCubemapView>> views;
    std::vector<std::vector<PnCubemapTarget>> targets;
    std::vector<PnNormalizeItem> items;
    for (std::size_t i = 0; i < batch.cubemaps.size(); ++i)
    {
        views.push_back(batch.cubemaps[i].views());
        targets.push_back(batch.cubemaps[i].targets());
        items.push_back({sizeof(PnNormalizeItem), std::uint32_t(views[i].size()), views[i].data(), targets[i].data(),
                         batch.lights[i], batch.makesMips ? 1u : 0u, 0});
    }
    Outcome out;
    out.shs.resize(items.size());
    out.projectInfos.resize(items.size());
    out.infos.resize(items.size());
    out.projectInfos[0].structSize = sizeof(PnProjectInfo);
    out.infos[0].structSize = sizeof(PnNormalizeInfo);
    options.structSize = sizeof(options);
    out.result = pnNormalizeCubemaps(context.get(), std::uint32_t(items.size()), items.data(), nullptr, &options,
                                     out.shs.data(), out.projectInfos.data(), out.infos.data(), &out.completed);
    return out;
}

PnSh constantLight()
{
    PnSh light{};
    light.bands = 3;
    for (float& channel : light.rgb[0])
        channel = 2.0f;
    return light;
}

class NormalizeMany : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!testing::hasDevice())
            GTEST_SKIP() << "no Vulkan device";
    }

    static void expectTheBitsOfEachAlone(const TestContext& context)
    {
        const PnSh light = constantLight();
        Batch together(light), alone(light);
        const TestContext cpu(PN_BACKEND_CPU);
        const Outcome out = normalizeAll(context, together);
        ASSERT_EQ(out.result, PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(out.completed, together.cubemaps.size());
        for (std::size_t i = 0; i < alone.cubemaps.size(); ++i)
        {
            SCOPED_TRACE("cubemap " + std::to_string(i));
            const Normalized one = testing::normalize(cpu.get(), alone.cubemaps[i], {}, alone.lights[i]);
            for (std::size_t mip = 0; mip < alone.cubemaps[i].results.size(); ++mip)
                EXPECT_EQ(together.cubemaps[i].results[mip].texels, alone.cubemaps[i].results[mip].texels) << mip;
            EXPECT_EQ(std::memcmp(&out.shs[i], &one.sh, sizeof(PnSh)), 0);
            EXPECT_EQ(out.infos[i].width, one.info.width);
            EXPECT_EQ(out.infos[i].average, one.info.average);
            EXPECT_EQ(out.projectInfos[i].nonFinite, one.projectInfo.nonFinite);
            EXPECT_EQ(out.infos[i].isReproducible, 1u);
        }
    }
};

TEST_F(NormalizeMany, MadeMipsAreTheSameOnEveryBackend)
{
    const PnSh light = constantLight();
    Batch onDevice(light), onCpu(light);
    onDevice.makesMips = onCpu.makesMips = true;
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const Outcome out = normalizeAll(device, onDevice);
    ASSERT_EQ(out.result, PN_SUCCESS) << pnGetLastErrorMessage();
    ASSERT_EQ(normalizeAll(cpu, onCpu).result, PN_SUCCESS) << pnGetLastErrorMessage();
    for (std::size_t i = 0; i < onCpu.cubemaps.size(); ++i)
    {
        EXPECT_EQ(out.infos[i].backend, PN_BACKEND_VULKAN) << i;
        for (std::size_t mip = 0; mip < onCpu.cubemaps[i].results.size(); ++mip)
            EXPECT_EQ(onDevice.cubemaps[i].results[mip].texels, onCpu.cubemaps[i].results[mip].texels) << i;
    }
}

TEST_F(NormalizeMany, HaveTheBitsOfEachAlone)
{
    expectTheBitsOfEachAlone(TestContext(PN_BACKEND_VULKAN));
    expectTheBitsOfEachAlone(TestContext(PN_BACKEND_VULKAN, 0, 1u << 16)); // several steps, and cubemaps that take two
    expectTheBitsOfEachAlone(TestContext(PN_BACKEND_CPU));
}

TEST_F(NormalizeMany, ReportProgressAndStop)
{
    const PnSh light = constantLight();
    for (const PnBackend backend : {PN_BACKEND_VULKAN, PN_BACKEND_CPU})
    {
        const TestContext context(backend, 0, backend == PN_BACKEND_VULKAN ? 1u << 16 : 0);
        Batch batch(light);
        std::vector<std::uint32_t> seen;
        PnProjectOptions options{};
        options.userData = &seen;
        options.onProgress = [](void* user, std::uint32_t completed, std::uint32_t total) -> std::int32_t {
            EXPECT_EQ(total, 12u);
            auto& list = *static_cast<std::vector<std::uint32_t>*>(user);
            list.push_back(completed);
            return list.size() == 3 ? 1 : 0;
        };
        const Outcome out = normalizeAll(context, batch, options);
        EXPECT_EQ(out.result, PN_ERROR_CANCELLED);
        EXPECT_EQ(seen, (std::vector<std::uint32_t>{1, 2, 3}));
        EXPECT_EQ(out.completed, 3u);
        EXPECT_EQ(out.infos[2].backend, backend);
        EXPECT_EQ(out.infos[3].structSize, 0u);
    }
}

} // namespace
} // namespace pn
