#include "engine_test.h"

namespace pn {
namespace {

using testing::EngineOptions;
using testing::EngineTest;
using testing::EngineTexture;
using testing::HostImageDesc;

// Whatever the engine refuses or a script gets wrong is an error of that job, in the engine's log, and no more: the
// next job runs.
class EngineRefusals : public EngineTest
{
protected:
    void expectRefusal(const PnUnityJobDesc& desc, PnResult expected, const std::string& word)
    {
        SCOPED_TRACE(word);
        const PnUnityJob job = create(desc);
        runOneFrame(job);
        expectFailure(job, expected, word);
        engine().faults() = {};
        expectThatJobsRun();
    }
};

TEST_F(EngineRefusals, OfAccessFailTheJob)
{
    start();
    const PnUnityJobDesc desc = describe(makeTexture());
    engine().faults().refusesTextures = true;
    expectRefusal(desc, PN_ERROR_INVALID_ARGUMENT, "no access to texture");
    engine().faults().refusesCommandBuffer = true;
    expectRefusal(desc, PN_ERROR_UNSUPPORTED, "no command buffer");
    engine().faults().givesNullCommandBuffer = true;
    expectRefusal(desc, PN_ERROR_UNSUPPORTED, "no command buffer");

    PnUnityJobDesc wrong = desc;
    wrong.texture = &wrong; // no texture at all
    expectRefusal(wrong, PN_ERROR_INVALID_ARGUMENT, "no access to texture");
    wrong = desc;
    wrong.target = &wrong;
    expectRefusal(wrong, PN_ERROR_INVALID_ARGUMENT, "no access to target");
    wrong = desc;
    wrong.buffer = &wrong;
    expectRefusal(wrong, PN_ERROR_INVALID_ARGUMENT, "no access to buffer");

    const PnUnityJob job = create(desc);
    issue(job); // from the test's thread, between frames
    expectFailure(job, PN_ERROR_INVALID_ARGUMENT, "render thread");
    expectThatJobsRun();
}

TEST_F(EngineRefusals, OfTexturesSayWhatIsWrong)
{
    start();
    expectRefusal(describe(makeTexture(VK_FORMAT_R8_UINT)), PN_ERROR_UNSUPPORTED_FORMAT, "format 13");
    HostImageDesc flat{kFaceSize};
    flat.layerCount = 1;
    flat.isCube = false;
    expectRefusal(describe(device().makeTexture(flat)), PN_ERROR_INVALID_ARGUMENT,
                  "it is 16 x 16 with 1 layers and 1 mips");

    PnUnityJobDesc desc = describe(makeTexture());
    desc.mip = 1;
    expectRefusal(desc, PN_ERROR_INVALID_ARGUMENT, "mip and mipCount must be within texture");
    desc.mip = 0;
    desc.target = &makeTexture(VK_FORMAT_R32G32B32A32_SFLOAT);
    expectRefusal(desc, PN_ERROR_UNSUPPORTED_FORMAT, "target must have VkFormat 97");
    desc.target = &device().makeTexture(HostImageDesc{kFaceSize / 2});
    expectRefusal(desc, PN_ERROR_INVALID_ARGUMENT, "target must have the texture's size; it is 8 x 8");

    desc = describe(makeTexture());
    desc.buffer = &device().makeBuffer(108); // 9 rows of 3 floats, and no more
    desc.bufferOffset = 4;
    expectRefusal(desc, PN_ERROR_BUFFER_TOO_SMALL, "108 bytes at bufferOffset");
}

TEST_F(EngineRefusals, OfBadTexelsStillTellWhereTheyAre)
{
    start();
    EngineTexture& texture = makeTexture();
    testing::TestProbe probe = testing::makeProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F);
    const std::uint16_t nan = 0x7e00;
    std::memcpy(probe.texels.data() + 8 * (2 * 256 + 3 * 16 + 4), &nan, sizeof(nan)); // face 2, y 3, x 4
    auto options = testing::sized<PnProjectOptions>();
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
    auto info = testing::sized<PnProjectInfo>();
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
    const PnUnityJobDesc desc = describe(makeTexture());
    PnUnityJob job = 0;
    for (int i = 0; i < 70; ++i)
    {
        job = create(desc);
        runOneFrame(job);
        plugin.releaseJob(job);
    }
    auto message = testing::sized<PnUnityMessage>();
    for (std::uint64_t number = 7; number <= 70; ++number) // 64 are kept
    {
        ASSERT_EQ(plugin.takeMessage(&message), PN_SUCCESS);
        EXPECT_EQ(message.number, number);
    }
    EXPECT_EQ(message.level, PN_LOG_ERROR);
    EXPECT_EQ(message.job, job);
    EXPECT_NE(std::string(message.text).find("no access to texture"), std::string::npos);
    ASSERT_EQ(plugin.takeMessage(&message), PN_SUCCESS);
    EXPECT_EQ(message.number, 0u);
    EXPECT_EQ(engine().takeErrors().size(), 70u);
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
