#include "engine_test.h"

namespace pn {
namespace {

using testing::EngineOptions;
using testing::EngineStandIn;
using testing::EngineTest;
using testing::EngineTexture;

// The engine's device comes and goes while jobs are on their way.
class EngineDeviceEvents : public EngineTest
{
protected:
    void expectLost(PnUnityJob job)
    {
        EXPECT_EQ(state(job), PN_UNITY_JOB_FAILED);
        PnSh sh{};
        EXPECT_EQ(plugin.getJobResult(job, &sh, nullptr), PN_ERROR_DEVICE_LOST);
        EXPECT_NE(std::string(plugin.getLastErrorMessage()).find("went away"), std::string::npos);
    }
};

TEST_F(EngineDeviceEvents, FailWhatIsPendingAndTheNextDeviceWorks)
{
    start();
    for (int round = 0; round < 3; ++round)
    {
        SCOPED_TRACE("device " + std::to_string(round));
        expectThatJobsRun();
        EngineTexture& texture = makeTexture();
        const PnUnityJob waiting = create(describe(texture));
        const PnUnityJob recorded = create(describe(texture));
        engine().frame([&] {
            device().write(texture, 0, std::vector<std::byte>(std::size_t{6} * 8 * kFaceSize * kFaceSize));
            issue(recorded);
        });
        EXPECT_EQ(state(waiting), PN_UNITY_JOB_CREATED);
        EXPECT_EQ(state(recorded), PN_UNITY_JOB_RECORDED);

        engine().destroyDevice();
        expectLost(waiting);
        expectLost(recorded);
        EXPECT_EQ(info().hasDevice, 0u);
        EXPECT_EQ(info().pendingJobs, 0u);
        PnUnityJob job = 1;
        const PnUnityJobDesc desc = describe(texture);
        EXPECT_EQ(plugin.createJob(&desc, &job), PN_ERROR_UNSUPPORTED_DEVICE);
        EXPECT_EQ(job, 0u);
        EXPECT_EQ(engine().takeErrors().size(), 1u);
        engine().createDevice();
    }
    plugin.releaseAllJobs();
}

TEST_F(EngineDeviceEvents, DropAQueueCallbackThatComesTooLate)
{
    EngineOptions options;
    options.defersQueueCallback = true;
    start(options);
    EngineTexture& texture = makeTexture();
    PnUnityJobDesc desc = describe(texture);
    desc.flags = PN_UNITY_JOB_OWN_SUBMISSION;
    const PnUnityJob job = create(desc);
    engine().renderThread().run([&] {
        device().beginFrame();
        issue(job);
        device().endFrame();
    });
    engine().destroyDevice();
    expectLost(job);
    engine().takeErrors();
    engine().createDevice();
    engine().frame([] {}); // the callback comes at this frame's end
    expectLost(job);
}

TEST_F(EngineDeviceEvents, MayComeAfterThePluginAsWell)
{
    EngineStandIn early;
    early.load(plugin); // as a preloaded plugin: there is no device yet
    EXPECT_EQ(info().hasDevice, 0u);
    EXPECT_EQ(info().renderer, testing::abi::kRendererNull);
    early.createDevice();
    EXPECT_EQ(info().hasDevice, 1u);
    EXPECT_STREQ(info().reason, "");
    early.destroyDevice();
    early.unload(plugin);
}

TEST_F(EngineDeviceEvents, TouchNothingOfADeviceThatWentWithoutAWord)
{
    EngineStandIn& rude = start();
    EngineTexture& texture = makeTexture();
    const PnUnityJob job = create(describe(texture));
    rude.frame([&] { issueCollect(); });
    rude.createDevice(); // the old one is gone, and its Shutdown event was never sent
    expectLost(job);
    rude.takeErrors();
    expectThatJobsRun();
}

TEST_F(EngineDeviceEvents, EndWithThePlugin)
{
    start();
    EngineTexture& texture = makeTexture();
    const PnUnityJob job = create(describe(texture));
    runOneFrame(job);
    void* const callback = plugin.getRenderEvent();
    engine().unload(plugin);
    EXPECT_FALSE(engine().hasDeviceCallback());
    PnUnityJobState state = 0;
    EXPECT_EQ(plugin.getJobState(job, &state), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.getRenderEvent(), nullptr);
    EXPECT_EQ(plugin.getEventId(PN_UNITY_EVENT_RUN), -1);
    EXPECT_EQ(info().isLoaded, 0u);
    engine().frame([&] { engine().issueEvent(callback, 0, job); }); // from a command buffer that outlived the plugin
    engine().takeErrors();

    engine().load(plugin);
    const PnUnityJob next = create(describe(texture));
    EXPECT_GT(next, job) << "a number came again";
    runOneFrame(next);
    finishFrames();
    EXPECT_EQ(this->state(next), PN_UNITY_JOB_DONE);
}

TEST_F(EngineDeviceEvents, MayRepeat)
{
    start();
    for (int i = 0; i < 20; ++i)
    {
        engine().unload(plugin);
        engine().load(plugin);
        engine().load(plugin); // an engine that forgot to unload
        EXPECT_EQ(info().hasDevice, 1u);
    }
    expectThatJobsRun();
}

// Where the engine does not run on Vulkan, or there is no engine, jobs are refused with the reason.
class OtherRenderers : public EngineTest
{
protected:
    void SetUp() override {} // no device is needed

    void expectRefusal(const std::string& reason)
    {
        EXPECT_EQ(info().hasDevice, 0u);
        EXPECT_NE(std::string(info().reason).find(reason), std::string::npos) << info().reason;
        auto desc = testing::sized<PnUnityJobDesc>();
        desc.texture = this;
        PnUnityJob job = 1;
        EXPECT_EQ(plugin.createJob(&desc, &job), PN_ERROR_UNSUPPORTED_DEVICE);
        EXPECT_EQ(job, 0u);
        EXPECT_NE(std::string(plugin.getLastErrorMessage()).find(reason), std::string::npos);
    }
};

TEST_F(OtherRenderers, SayWhatTheyAre)
{
    for (const auto& [renderer, reason] :
         {std::pair(testing::abi::kRendererD3D11, "Direct3D 11"), std::pair(testing::abi::kRendererNull, "batch mode")})
    {
        EngineOptions options;
        options.renderer = renderer;
        start(options);
        EXPECT_EQ(info().isLoaded, 1u);
        EXPECT_EQ(info().renderer, renderer);
        expectRefusal(reason);
        engine().renderThread().run([&] { issue(1); }); // a script that does not ask first
        stop();
    }
}

TEST_F(OtherRenderers, AreTheSameAsNoEngine)
{
    EXPECT_EQ(info().isLoaded, 0u);
    EXPECT_EQ(info().renderer, -1);
    EXPECT_EQ(plugin.getRenderEvent(), nullptr);
    EXPECT_EQ(plugin.getEventId(PN_UNITY_EVENT_RUN), -1);
    expectRefusal("no engine has loaded the plugin");
    plugin.load(nullptr);
    plugin.unload();
    plugin.releaseAllJobs();
    PnUnityJobState state = 0;
    EXPECT_EQ(plugin.getJobState(1, &state), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.releaseJob(1), PN_ERROR_INVALID_ARGUMENT);
}

TEST_F(OtherRenderers, IncludeAVulkanEngineWithoutItsInterface)
{
    if (!testing::VulkanHost::isPossible())
        GTEST_SKIP() << "no Vulkan device";
    EngineOptions options;
    options.offersV1 = options.offersV2 = false;
    start(options);
    expectRefusal("IUnityGraphicsVulkan");
    EXPECT_EQ(engine().takeErrors().size(), 1u);
}

} // namespace
} // namespace pn
