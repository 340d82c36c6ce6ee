#include "engine_test.h"

#include "support/normalize_probe.h"

namespace pn {
namespace {

using testing::EngineBuffer;
using testing::EngineOptions;
using testing::EngineTest;
using testing::EngineTexture;
using testing::HostBuffer;
using testing::TestProbe;

// One frame's job, and the texels it saw.
struct Shot
{
    TestProbe probe;
    PnUnityJob job = 0;
};

// The engine renders on while jobs run: it overwrites each texture before and right after its job, in the same command
// buffer, so that a missing barrier or a late read shows in the bits or in the validation layer.
class EngineFrames : public EngineTest
{
protected:
    Shot shoot(EngineTexture& texture, const TestProbe& probe, std::uint32_t flags = 0, bool inRenderPass = false)
    {
        PnUnityJobDesc desc = describe(texture);
        desc.flags = flags;
        const PnUnityJob job = create(desc);
        engine().frame([&] {
            device().write(texture, 0, probe.texels);
            if (inRenderPass)
                device().beginRenderPass();
            issue(job);
            EXPECT_EQ(texture.state.layout, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
            device().write(texture, 0, std::vector<std::byte>(probe.texels.size()));
        });
        return {probe, job};
    }

    void check(const Shot& shot)
    {
        testing::expectSameBits(testing::projectOnCpu(shot.probe), result(shot.job));
        EXPECT_EQ(plugin.releaseJob(shot.job), PN_SUCCESS);
    }

    void expectNormalized(std::uint32_t firstMip, std::uint32_t count, const PnNormalization* normalization);

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
        const bool isFull = frame % 3 == 0;
        const TestProbe probe = makeTexels(frame, isFull ? PN_FORMAT_RGBA32F : PN_FORMAT_RGBA16F);
        shots.push_back(shoot(isFull ? full : half, probe, flags, frame % 2 == 0));
        checkDone(shots);
        EXPECT_LE(shots.size(), 4u) << "results come late";
    }
    finishFrames();
    checkDone(shots);
    EXPECT_TRUE(shots.empty());
    EXPECT_EQ(info().jobCount, 0u);
    EXPECT_EQ(info().frame, 204u);
}

TEST_F(EngineFrames, AreTheSameInEveryEngine)
{
    EngineOptions rotates, isOld;
    rotates.rotatesCommands = true; // access outdates the command buffer
    isOld.offersV2 = false;
    for (const EngineOptions& options : {rotates, isOld})
    {
        start(options);
        EngineTexture& texture = makeTexture();
        std::vector<Shot> shots;
        for (std::uint32_t frame = 0; frame < 4; ++frame)
            shots.push_back(shoot(texture, makeTexels(frame), 0, frame % 2 == 0));
        finishFrames();
        checkDone(shots);
        EXPECT_TRUE(shots.empty());
        stop();
    }
}

TEST_F(EngineFrames, TellOfAJobHowItRan)
{
    start();
    EngineTexture& texture = makeTexture();
    const Shot inFrame = shoot(texture, makeTexels());
    const Shot alone = shoot(texture, makeTexels(2), PN_UNITY_JOB_OWN_SUBMISSION);
    const PnUnityJobInfo first = jobInfo(inFrame.job);
    EXPECT_EQ(first.faceSize, kFaceSize);
    EXPECT_EQ(first.vulkanFormat, VK_FORMAT_R16G16B16A16_SFLOAT);
    EXPECT_EQ(first.route, PN_VULKAN_ROUTE_COPY);
    EXPECT_EQ(first.isOwnSubmission, 0u);
    EXPECT_EQ(first.frame, 1u);
    EXPECT_EQ(jobInfo(alone.job).isOwnSubmission, 1u);
    finishFrames();
}

// The mips of a cubemap that are named, and the coefficients behind them in a buffer.
void EngineFrames::expectNormalized(std::uint32_t firstMip, std::uint32_t count, const PnNormalization* normalization)
{
    constexpr std::uint64_t kOffset = 64;
    EngineTexture& texture = makeTexture(VK_FORMAT_R16G16B16A16_SFLOAT, firstMip + count);
    EngineTexture& target = makeTexture(VK_FORMAT_R16G16B16A16_SFLOAT, firstMip + count);
    EngineBuffer& buffer = device().makeBuffer(512);
    testing::TestMips mips =
        testing::makeMips(kFaceSize >> firstMip, count, PN_FORMAT_RGBA16F, [](std::uint32_t size, std::uint32_t mip) {
            return testing::makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, 10 + mip);
        });
    PnUnityJobDesc desc = describe(texture);
    desc.mip = firstMip;
    desc.mipCount = count;
    desc.target = &target;
    desc.normalization = normalization;
    desc.buffer = &buffer;
    desc.bufferOffset = kOffset;
    const PnUnityJob job = create(desc);
    std::vector<std::shared_ptr<HostBuffer>> normalized;
    engine().frame([&] {
        for (std::uint32_t i = 0; i < count; ++i)
            device().write(texture, firstMip + i, mips.sources[i].texels);
        issue(job);
        for (std::uint32_t i = 0; i < count; ++i)
            normalized.push_back(device().read(target, firstMip + i, mips.sources[i].texels.size()));
        device().use(buffer, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    });
    finishFrames();

    const testing::Normalized expected = testing::normalize(
        testing::makeCpuContext().get(), mips, normalization != nullptr ? *normalization : PnNormalization{}, nullptr);
    testing::expectSameBits({expected.sh, expected.projectInfo}, result(job));
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(std::memcmp(normalized[i]->data(), mips.results[i].texels.data(), normalized[i]->size()), 0) << i;
    EXPECT_EQ(std::memcmp(buffer.buffer.data() + kOffset, expected.sh.rgb, 9 * 3 * sizeof(float)), 0);
}

TEST_F(EngineFrames, TakeAndWriteTheMipsThatAreNamed)
{
    start();
    expectNormalized(0, 1, nullptr);
    auto normalization = testing::sized<PnNormalization>();
    normalization.lobe = PN_LOBE_GGX; // of each mip's roughness, so that a mip taken for another shows
    expectNormalized(1, 2, &normalization);
}

TEST_F(EngineFrames, FetchTexelsWhereTheTextureCannotBeCopied)
{
    start();
    testing::HostImageDesc image;
    image.faceSize = kFaceSize;
    constexpr std::uint32_t kNever = 1u << 31; // fetched bits are promised for finite, normal texels
    const TestProbe probe = testing::makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1, kNever);
    const Shot shot = shoot(device().makeTexture(image), probe);
    finishFrames();
    EXPECT_EQ(jobInfo(shot.job).route, PN_VULKAN_ROUTE_FETCH);
    check(shot);
}

TEST_F(EngineFrames, LeaveTheRenderPassWhereTheEventWasNotConfigured)
{
    start();
    EngineTexture& texture = makeTexture();
    const TestProbe probe = makeTexels();
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
    const Shot shot = shoot(texture, makeTexels());
    for (int i = 0; i < 4; ++i) // the texture is black by now
        runOneFrame(shot.job);
    check(shot);
    runOneFrame(shot.job); // and is forgotten
}

TEST_F(EngineFrames, GoOnWhereAJobIsReleasedWhileTheDeviceWorks)
{
    start();
    EXPECT_EQ(plugin.releaseJob(shoot(makeTexture(), makeTexels()).job), PN_SUCCESS);
    finishFrames();
    EXPECT_EQ(info().jobCount, 0u);
}

TEST_F(EngineFrames, TakeMemoryOnceForJobsOfAKindAndGiveItBack)
{
    start();
    EngineTexture& texture = makeTexture();
    const auto run = [&](std::uint32_t seed) {
        const Shot shot = shoot(texture, makeTexels(seed));
        finishFrames();
        check(shot);
    };
    run(1); // its self-test needs memory as well
    run(2);
    const int allocations = device().liveAllocations();
    EXPECT_GT(allocations, 0);
    for (std::uint32_t seed = 3; seed < 6; ++seed)
        run(seed);
    EXPECT_EQ(device().liveAllocations(), allocations);
    for (int i = 0; i < 64; ++i)
        engine().frame([this] { issueCollect(); });
    EXPECT_EQ(device().liveAllocations(), 0) << "idle memory is kept for more than a second of frames";
}

TEST_F(EngineFrames, KeepJobsOfDifferentKindsApart)
{
    start();
    PnUnityJobDesc desc = describe(makeTexture());
    for (const std::uint32_t bands : {3u, 5u, 3u, 1u, 5u})
    {
        auto options = testing::sized<PnProjectOptions>();
        options.bands = bands;
        desc.options = &options;
        expectBitsOfTheCpu(desc, bands);
    }
}

TEST_F(EngineFrames, SubmitFromAQueueCallbackThatComesLater)
{
    EngineOptions options;
    options.defersQueueCallback = true;
    start(options);
    PnUnityJobDesc desc = describe(makeTexture());
    desc.flags = PN_UNITY_JOB_OWN_SUBMISSION;
    expectBitsOfTheCpu(desc);
}

} // namespace
} // namespace pn
