#include "host/engine_test.h"

namespace pn {
namespace {

using testing::EngineOptions;
using testing::EngineStandIn;
using testing::EngineTest;
using testing::EngineTexture;

// Whatever the engine refuses or a script gets wrong is an error of that job, in the engine's log, and no more: the
// next job runs.
class EngineRefusals : public EngineTest
{
protected:
    void TearDown() override
    {
        if (!IsSkipped() && !HasFailure())
            expectThatJobsRun();
        EngineTest::TearDown();
    }

    void expectThatJobsRun()
    {
        engine().faults() = {};
        EngineTexture& texture = makeTexture();
        const testing::TestProbe probe = testing::makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1);
        const PnUnityJob job = create(describe(texture));
        engine().frame([&] {
            device().write(texture, 0, probe.texels);
            issue(job);
        });
        finishFrames();
        testing::expectSameBits(testing::projectOnCpu(probe), result(job));
    }
};

TEST_F(EngineRefusals, OfATextureFailTheJob)
{
    start().faults().refusesTextures = true;
    const PnUnityJob job = create(describe(makeTexture()));
    runOneFrame(job);
    expectFailure(job, PN_ERROR_INVALID_ARGUMENT, "no access to texture");
}

TEST_F(EngineRefusals, OfTheCommandBufferFailTheJob)
{
    start().faults().refusesCommandBuffer = true;
    const PnUnityJob job = create(describe(makeTexture()));
    runOneFrame(job);
    expectFailure(job, PN_ERROR_UNSUPPORTED, "no command buffer");
}

TEST_F(EngineRefusals, ByANullCommandBufferFailTheJob)
{
    start().faults().givesNullCommandBuffer = true;
    const PnUnityJob job = create(describe(makeTexture()));
    runOneFrame(job);
    expectFailure(job, PN_ERROR_UNSUPPORTED, "no command buffer");
}

TEST_F(EngineRefusals, OfAPointerThatIsNoTextureFailTheJob)
{
    start();
    PnUnityJobDesc desc = describe(makeTexture());
    desc.texture = &desc;
    const PnUnityJob job = create(desc);
    runOneFrame(job);
    expectFailure(job, PN_ERROR_INVALID_ARGUMENT, "no access to texture");
}

TEST_F(EngineRefusals, OnAnotherThreadThanTheRenderThreadFailTheJob)
{
    start();
    EngineTexture& texture = makeTexture();
    const PnUnityJob job = create(describe(texture));
    issue(job); // from the test's thread, with no frame begun
    expectFailure(job, PN_ERROR_INVALID_ARGUMENT, "render thread");
}

TEST_F(EngineRefusals, OfAFormatSayWhich)
{
    start();
    const PnUnityJob job = create(describe(makeTexture(VK_FORMAT_R8_UINT)));
    runOneFrame(job);
    expectFailure(job, PN_ERROR_UNSUPPORTED_FORMAT, "format 13");
}

TEST_F(EngineRefusals, OfAShapeSayWhatItIs)
{
    start();
    testing::HostImageDesc flat;
    flat.faceSize = kFaceSize;
    flat.layerCount = 1;
    flat.isCube = false;
    const PnUnityJob job = create(describe(device().makeTexture(flat)));
    runOneFrame(job);
    expectFailure(job, PN_ERROR_INVALID_ARGUMENT, "it is 16 x 16 with 1 layers and 1 mips");
}

TEST_F(EngineRefusals, OfAMipThatIsNotThere)
{
    start();
    PnUnityJobDesc desc = describe(makeTexture());
    desc.mip = 1;
    const PnUnityJob job = create(desc);
    runOneFrame(job);
    expectFailure(job, PN_ERROR_INVALID_ARGUMENT, "mip");
}

TEST_F(EngineRefusals, OfATargetOfAnotherFormat)
{
    start();
    EngineTexture& texture = makeTexture();
    PnUnityJobDesc desc = describe(texture);
    desc.target = &makeTexture(VK_FORMAT_R32G32B32A32_SFLOAT);
    const PnUnityJob job = create(desc);
    runOneFrame(job);
    expectFailure(job, PN_ERROR_UNSUPPORTED_FORMAT, "target must have VkFormat 97");
}

TEST_F(EngineRefusals, OfABufferThatIsTooSmall)
{
    start();
    PnUnityJobDesc desc = describe(makeTexture());
    desc.buffer = &device().makeBuffer(108);
    desc.bufferOffset = 4;
    const PnUnityJob job = create(desc);
    runOneFrame(job);
    expectFailure(job, PN_ERROR_BUFFER_TOO_SMALL, "108 bytes at bufferOffset");
}

TEST_F(EngineRefusals, OfBadTexelsStillTellWhereTheyAre)
{
    start();
    EngineTexture& texture = makeTexture();
    testing::TestProbe probe = testing::makeProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F);
    const std::uint16_t nan = 0x7e00;
    std::memcpy(probe.texels.data() + 8 * (2 * 256 + 3 * 16 + 4), &nan, sizeof(nan)); // face 2, y 3, x 4
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.badTexels = PN_BAD_TEXEL_ERROR;
    PnUnityJobDesc desc = describe(texture);
    desc.options = &options;
    const PnUnityJob job = create(desc);
    engine().frame([&] {
        device().write(texture, 0, probe.texels);
        issue(job);
    });
    finishFrames();
    PnSh sh{};
    PnProjectInfo info{};
    info.structSize = sizeof(info);
    EXPECT_EQ(plugin.getJobResult(job, &sh, &info), PN_ERROR_BAD_TEXEL);
    EXPECT_EQ(info.badFace, 2u);
    EXPECT_EQ(info.badY, 3u);
    EXPECT_EQ(info.badX, 4u);
    expectFailure(job, PN_ERROR_BAD_TEXEL, "face 2 at x 4, y 3");
}

TEST_F(EngineRefusals, DoNotComeOfAskingBeforeTheFirstEvent)
{
    start();
    const PnUnityJob job = create(describe(makeTexture()));
    EXPECT_EQ(state(job), PN_UNITY_JOB_CREATED);
    PnSh sh{};
    EXPECT_EQ(plugin.getJobResult(job, &sh, nullptr), PN_ERROR_NOT_READY);
    EXPECT_EQ(jobInfo(job).frame, 0u);
    EXPECT_EQ(info().pendingJobs, 1u);
    EXPECT_EQ(plugin.releaseJob(job), PN_SUCCESS);
}

TEST_F(EngineRefusals, AreTakenByScriptsAsMessages)
{
    start().faults().refusesTextures = true;
    const PnUnityJob job = create(describe(makeTexture()));
    runOneFrame(job);
    PnUnityMessage message{};
    message.structSize = sizeof(message);
    ASSERT_EQ(plugin.takeMessage(&message), PN_SUCCESS);
    EXPECT_EQ(message.level, PN_LOG_ERROR);
    EXPECT_EQ(message.job, job);
    EXPECT_EQ(message.number, 1u);
    EXPECT_NE(std::string(message.text).find("no access to texture"), std::string::npos);
    ASSERT_EQ(plugin.takeMessage(&message), PN_SUCCESS);
    EXPECT_EQ(message.number, 0u);
    engine().takeErrors();
}

TEST_F(EngineRefusals, NeedNoLogOfTheEngines)
{
    EngineOptions options;
    options.offersLog = false;
    start(options).faults().refusesTextures = true;
    const PnUnityJob job = create(describe(makeTexture()));
    runOneFrame(job);
    EXPECT_EQ(state(job), PN_UNITY_JOB_FAILED);
}

TEST_F(EngineRefusals, AreHeldToANumberOfJobs)
{
    start();
    const PnUnityJobDesc desc = describe(makeTexture());
    for (std::uint32_t i = 0; i < PN_UNITY_MAX_JOBS; ++i)
        create(desc);
    PnUnityJob job = 1;
    EXPECT_EQ(plugin.createJob(&desc, &job), PN_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(job, 0u);
    plugin.releaseAllJobs();
    EXPECT_EQ(info().jobCount, 0u);
}

} // namespace
} // namespace pn
