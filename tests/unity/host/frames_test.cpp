#include "engine_test.h"

#include "support/normalize_probe.h"

namespace pn {
namespace {

using testing::EngineBuffer;
using testing::EngineOptions;
using testing::EngineTest;
using testing::EngineTexture;
using testing::HostBuffer;
using testing::makeWildProbe;
using testing::TestProbe;

// One frame's job, and the texels it saw.
struct Shot
{
    PnUnityJob job = 0;
    TestProbe probe;
    std::shared_ptr<HostBuffer> normalized; // null: none was asked for
};

// The engine renders on while jobs run: it overwrites each texture before and right after its job, in the same command
// buffer, so that a missing barrier or a late read shows in the bits or in the validation layer.
class EngineFrames : public EngineTest
{
protected:
    Shot shoot(std::uint32_t seed, EngineTexture& texture, PnFormat format, std::uint32_t flags = 0)
    {
        Shot shot{0, makeWildProbe(true, kFaceSize, kFaceSize, format, seed), nullptr};
        PnUnityJobDesc desc = describe(texture);
        desc.flags = flags;
        shot.job = create(desc);
        engine().frame([&] {
            device().write(texture, 0, shot.probe.texels);
            if (seed % 2 == 0)
                device().beginRenderPass();
            issue(shot.job);
            EXPECT_EQ(texture.state.layout, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
            device().write(texture, 0, std::vector<std::byte>(shot.probe.texels.size()));
        });
        return shot;
    }

    void check(const Shot& shot)
    {
        testing::expectSameBits(testing::projectOnCpu(shot.probe), result(shot.job));
        EXPECT_EQ(plugin.releaseJob(shot.job), PN_SUCCESS);
    }

    // Checks and drops the shots that are done.
    void checkDone(std::vector<Shot>& shots)
    {
        std::erase_if(shots, [this](const Shot& shot) {
            if (state(shot.job) != PN_UNITY_JOB_DONE)
                return false;
            check(shot);
            return true;
        });
    }
};

TEST_F(EngineFrames, TwoHundredGiveTheBitsOfTheCpu)
{
    start();
    EngineTexture& half = makeTexture();
    EngineTexture& full = makeTexture(VK_FORMAT_R32G32B32A32_SFLOAT);
    std::vector<Shot> shots;
    for (std::uint32_t frame = 0; frame < 200; ++frame)
    {
        SCOPED_TRACE("frame " + std::to_string(frame));
        const std::uint32_t flags = frame % 5 == 0 ? PN_UNITY_JOB_OWN_SUBMISSION : 0;
        shots.push_back(frame % 3 == 0 ? shoot(frame, full, PN_FORMAT_RGBA32F, flags)
                                       : shoot(frame, half, PN_FORMAT_RGBA16F, flags));
        checkDone(shots);
        EXPECT_LE(shots.size(), 4u) << "results come late";
    }
    finishFrames();
    checkDone(shots);
    EXPECT_TRUE(shots.empty());
    EXPECT_EQ(info().jobCount, 0u);
    EXPECT_EQ(info().frame, 204u);
}

TEST_F(EngineFrames, KeepTheRuleThatAccessOutdatesTheCommandBuffer)
{
    EngineOptions options;
    options.rotatesCommands = true;
    start(options);
    EngineTexture& texture = makeTexture();
    std::vector<Shot> shots;
    for (std::uint32_t frame = 0; frame < 4; ++frame)
        shots.push_back(shoot(frame, texture, PN_FORMAT_RGBA16F));
    finishFrames();
    checkDone(shots);
    EXPECT_TRUE(shots.empty());
}

TEST_F(EngineFrames, TellOfAJobHowItRan)
{
    start();
    EngineTexture& texture = makeTexture();
    const Shot inFrame = shoot(1, texture, PN_FORMAT_RGBA16F);
    const Shot alone = shoot(2, texture, PN_FORMAT_RGBA16F, PN_UNITY_JOB_OWN_SUBMISSION);
    const PnUnityJobInfo first = jobInfo(inFrame.job);
    EXPECT_EQ(first.faceSize, kFaceSize);
    EXPECT_EQ(first.vulkanFormat, VK_FORMAT_R16G16B16A16_SFLOAT);
    EXPECT_EQ(first.route, PN_VULKAN_ROUTE_COPY);
    EXPECT_EQ(first.isOwnSubmission, 0u);
    EXPECT_EQ(first.frame, 1u);
    EXPECT_EQ(jobInfo(alone.job).isOwnSubmission, 1u);
    finishFrames();
}

TEST_F(EngineFrames, WriteNormalizedTexelsAndCoefficientsToTheEnginesOwn)
{
    start();
    EngineTexture& texture = makeTexture();
    EngineTexture& target = makeTexture();
    EngineBuffer& buffer = device().makeBuffer(512);
    constexpr std::uint64_t kOffset = 64;
    const TestProbe probe = makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 7);

    PnUnityJobDesc desc = describe(texture);
    desc.target = &target;
    desc.buffer = &buffer;
    desc.bufferOffset = kOffset;
    const PnUnityJob job = create(desc);
    std::shared_ptr<HostBuffer> normalized;
    engine().frame([&] {
        device().write(texture, 0, probe.texels);
        issue(job);
        normalized = device().read(target, 0, probe.texels.size());
        device().use(buffer, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    });
    finishFrames();

    testing::TestMips mips{{probe}, {probe}};
    const testing::CpuContext cpu;
    const testing::Normalized expected = testing::normalize(cpu.get(), mips, PnNormalization{}, nullptr);

    testing::expectSameBits({expected.sh, expected.projectInfo}, result(job));
    EXPECT_EQ(std::memcmp(normalized->data(), mips.results.front().texels.data(), probe.texels.size()), 0);
    EXPECT_EQ(std::memcmp(buffer.buffer.data() + kOffset, expected.sh.rgb, 9 * 3 * sizeof(float)), 0);
}

TEST_F(EngineFrames, TakeAndWriteTheMipsThatAreNamed)
{
    start();
    EngineTexture& texture = makeTexture(VK_FORMAT_R16G16B16A16_SFLOAT, 3);
    EngineTexture& target = makeTexture(VK_FORMAT_R16G16B16A16_SFLOAT, 3);
    testing::TestMips mips = testing::makeMips(8, 2, PN_FORMAT_RGBA16F, [](std::uint32_t size, std::uint32_t mip) {
        return makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, 10 + mip);
    });
    PnNormalization normalization{};
    normalization.structSize = sizeof(normalization);
    normalization.lobe = PN_LOBE_GGX; // of each mip's roughness, so that a mip taken for another shows
    PnUnityJobDesc desc = describe(texture);
    desc.mip = 1;
    desc.mipCount = 2;
    desc.target = &target;
    desc.normalization = &normalization;
    const PnUnityJob job = create(desc);
    std::vector<std::shared_ptr<HostBuffer>> normalized;
    engine().frame([&] {
        for (std::uint32_t i = 0; i < 2; ++i)
            device().write(texture, 1 + i, mips.sources[i].texels);
        issue(job);
        for (std::uint32_t i = 0; i < 2; ++i)
            normalized.push_back(device().read(target, 1 + i, mips.sources[i].texels.size()));
    });
    finishFrames();

    const testing::CpuContext cpu;
    const testing::Normalized expected = testing::normalize(cpu.get(), mips, normalization, nullptr);
    testing::expectSameBits({expected.sh, expected.projectInfo}, result(job));
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(std::memcmp(normalized[i]->data(), mips.results[i].texels.data(), normalized[i]->size()), 0) << i;
}

TEST_F(EngineFrames, FetchTexelsWhereTheTextureCannotBeCopied)
{
    start();
    testing::HostImageDesc image;
    image.faceSize = kFaceSize;
    EngineTexture& texture = device().makeTexture(image);
    constexpr std::uint32_t kNever = 1u << 31; // fetched bits are promised for finite, normal texels
    const TestProbe probe = makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1, kNever);
    const PnUnityJob job = create(describe(texture));
    engine().frame([&] {
        device().write(texture, 0, probe.texels);
        issue(job);
        device().write(texture, 0, std::vector<std::byte>(probe.texels.size()));
    });
    finishFrames();
    EXPECT_EQ(jobInfo(job).route, PN_VULKAN_ROUTE_FETCH);
    testing::expectSameBits(testing::projectOnCpu(probe), result(job));
}

TEST_F(EngineFrames, OnTheFirstVulkanInterfaceToo)
{
    EngineOptions options;
    options.offersV2 = false;
    start(options);
    const Shot shot = shoot(1, makeTexture(), PN_FORMAT_RGBA16F);
    finishFrames();
    check(shot);
}

TEST_F(EngineFrames, LeaveTheRenderPassWhereTheEventWasNotConfigured)
{
    start();
    EngineTexture& texture = makeTexture();
    const TestProbe probe = makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 3);
    const PnUnityJob job = create(describe(texture));
    engine().frame([&] {
        device().write(texture, 0, probe.texels);
        device().beginRenderPass();
        engine().issueEvent(plugin.getRenderEvent(), 0, job);
    });
    finishFrames();
    testing::expectSameBits(testing::projectOnCpu(probe), result(job));
}

TEST_F(EngineFrames, CollectWithoutLeavingTheRenderPass)
{
    start();
    engine().frame([&] {
        device().beginRenderPass();
        issueCollect();
        EXPECT_TRUE(device().isInRenderPass());
    });
    EXPECT_EQ(info().frame, 1u);
}

TEST_F(EngineFrames, RunAJobOnceHoweverOftenItsEventComes)
{
    start();
    EngineTexture& texture = makeTexture();
    const Shot shot = shoot(1, texture, PN_FORMAT_RGBA16F);
    for (int i = 0; i < 4; ++i) // the texture is black by now
        runOneFrame(shot.job);
    check(shot);
    runOneFrame(shot.job); // and is forgotten
}

TEST_F(EngineFrames, GoOnWhereAJobIsReleasedWhileTheDeviceWorks)
{
    start();
    const Shot shot = shoot(1, makeTexture(), PN_FORMAT_RGBA16F);
    EXPECT_EQ(plugin.releaseJob(shot.job), PN_SUCCESS);
    PnUnityJobState state = 0;
    EXPECT_EQ(plugin.getJobState(shot.job, &state), PN_ERROR_INVALID_ARGUMENT);
    finishFrames();
    EXPECT_EQ(info().jobCount, 0u);
}

TEST_F(EngineFrames, TakeMemoryOnceForJobsOfAKindAndGiveItBack)
{
    start();
    EngineTexture& texture = makeTexture();
    const auto run = [&](std::uint32_t seed) {
        const Shot shot = shoot(seed, texture, PN_FORMAT_RGBA16F);
        finishFrames();
        check(shot);
    };
    run(1); // its self-test needs memory as well
    run(2);
    const int allocations = engine().liveAllocations();
    EXPECT_GT(allocations, 0);
    for (std::uint32_t seed = 3; seed < 6; ++seed)
        run(seed);
    EXPECT_EQ(engine().liveAllocations(), allocations);
    for (int i = 0; i < 64; ++i)
        engine().frame([this] { issueCollect(); });
    EXPECT_EQ(engine().liveAllocations(), 0) << "idle memory is kept for more than a second of frames";
}

TEST_F(EngineFrames, KeepJobsOfDifferentKindsApart)
{
    start();
    EngineTexture& texture = makeTexture();
    const TestProbe probe = makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1);
    for (const std::uint32_t bands : {3u, 5u, 3u, 1u, 5u})
    {
        PnProjectOptions options{};
        options.structSize = sizeof(options);
        options.bands = bands;
        PnUnityJobDesc desc = describe(texture);
        desc.options = &options;
        const PnUnityJob job = create(desc);
        engine().frame([&] {
            device().write(texture, 0, probe.texels);
            issue(job);
        });
        finishFrames();
        testing::expectSameBits(testing::projectOnCpu(probe, bands), result(job));
    }
}

TEST_F(EngineFrames, SubmitFromAQueueCallbackThatComesLater)
{
    EngineOptions options;
    options.defersQueueCallback = true;
    start(options);
    EngineTexture& texture = makeTexture();
    const TestProbe probe = makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 5);
    PnUnityJobDesc desc = describe(texture);
    desc.flags = PN_UNITY_JOB_OWN_SUBMISSION;
    const PnUnityJob job = create(desc);
    engine().frame([&] {
        device().write(texture, 0, probe.texels);
        issue(job);
    });
    finishFrames();
    testing::expectSameBits(testing::projectOnCpu(probe), result(job));
}

} // namespace
} // namespace pn
