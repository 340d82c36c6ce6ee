#include "engine_test.h"

namespace pn {
namespace {

using testing::EngineOptions;
using testing::EngineTest;
using testing::PluginLibrary;

// Where the engine does not run on Vulkan, or there is no engine, jobs are refused with the reason and the rest works.
class OtherRenderers : public EngineTest
{
protected:
    void SetUp() override {} // no device is needed

    void expectRefusal(const std::string& reason)
    {
        EXPECT_EQ(info().hasDevice, 0u);
        EXPECT_NE(std::string(info().reason).find(reason), std::string::npos) << info().reason;
        PnUnityJobDesc desc{};
        desc.structSize = sizeof(desc);
        desc.texture = this;
        PnUnityJob job = 1;
        EXPECT_EQ(plugin.createJob(&desc, &job), PN_ERROR_UNSUPPORTED_DEVICE);
        EXPECT_EQ(job, 0u);
        EXPECT_NE(std::string(plugin.getLastErrorMessage()).find(reason), std::string::npos);
    }

    void expectThatTheCpuWorks()
    {
        const testing::TestProbe probe = testing::makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1);
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.backend = PN_BACKEND_CPU;
        PnContext context = nullptr;
        ASSERT_EQ(plugin.createContext(&desc, &context), PN_SUCCESS);
        const PnCubemapView view = probe.cubemapView();
        PnSh sh{};
        EXPECT_EQ(plugin.projectCubemap(context, &view, nullptr, &sh, nullptr), PN_SUCCESS);
        plugin.destroyContext(context);
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
        expectThatTheCpuWorks();
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
    expectThatTheCpuWorks();
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
