#pragma once

#include "engine_stand_in.h"
#include "support/testing.h"

#include <gtest/gtest.h>

namespace pn::testing {

template <typename Struct>
Struct sized()
{
    Struct result{};
    result.structSize = sizeof(result);
    return result;
}

inline auto makeCpuContext()
{
    auto desc = sized<PnContextDesc>();
    desc.backend = PN_BACKEND_CPU;
    desc.threadCount = 1;
    PnContext context = nullptr;
    EXPECT_EQ(pnCreateContext(&desc, &context), PN_SUCCESS) << pnGetLastErrorMessage();
    return std::unique_ptr<std::remove_pointer_t<PnContext>, decltype(&pnDestroyContext)>(context, &pnDestroyContext);
}

// What the CPU backend makes of the same texels.
inline std::pair<PnSh, PnProjectInfo> projectOnCpu(const TestProbe& probe, std::uint32_t bands = 3)
{
    const auto context = makeCpuContext();
    auto options = sized<PnProjectOptions>();
    options.bands = bands;
    std::pair<PnSh, PnProjectInfo> result{};
    result.second.structSize = sizeof(result.second);
    const PnEnvironmentView view = probe.view();
    EXPECT_EQ(pnProjectEnvironment(context.get(), &view, &options, &result.first, &result.second), PN_SUCCESS)
        << pnGetLastErrorMessage();
    return result;
}

inline void expectSameBits(const std::pair<PnSh, PnProjectInfo>& expected, const std::pair<PnSh, PnProjectInfo>& actual)
{
    EXPECT_EQ(std::memcmp(&expected.first, &actual.first, sizeof(PnSh)), 0)
        << "L00 red " << expected.first.rgb[0][0] << " and " << actual.first.rgb[0][0];
    EXPECT_EQ(expected.second.nonFinite, actual.second.nonFinite);
    EXPECT_EQ(expected.second.negative, actual.second.negative);
}

// A plugin in an engine, and a script that makes jobs. The engine runs on the first Vulkan device.
class EngineTest : public ::testing::Test
{
protected:
    static constexpr std::uint32_t kFaceSize = 16;

    void SetUp() override
    {
        if (!VulkanHost::isPossible())
            GTEST_SKIP() << "no Vulkan device";
    }

    void TearDown() override
    {
        if (m_engine)
            stop();
    }

    EngineStandIn& start(const EngineOptions& options = {})
    {
        m_engine = std::make_unique<EngineStandIn>(options);
        m_engine->createDevice();
        m_engine->load(plugin);
        return *m_engine;
    }

    void stop()
    {
        m_engine->destroyDevice();
        m_engine->unload(plugin);
        m_engine.reset();
    }

    EngineStandIn& engine() { return *m_engine; }
    EngineDevice& device() { return m_engine->device(); }

    EngineTexture& makeTexture(VkFormat format = VK_FORMAT_R16G16B16A16_SFLOAT, std::uint32_t mipCount = 1)
    {
        HostImageDesc desc;
        desc.faceSize = kFaceSize;
        desc.format = format;
        desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
        desc.mipCount = mipCount;
        return device().makeTexture(desc);
    }

    static PnUnityJobDesc describe(EngineTexture& texture)
    {
        auto desc = sized<PnUnityJobDesc>();
        desc.texture = &texture;
        return desc;
    }

    PnUnityJob create(const PnUnityJobDesc& desc)
    {
        PnUnityJob job = 0;
        EXPECT_EQ(plugin.createJob(&desc, &job), PN_SUCCESS) << plugin.getLastErrorMessage();
        return job;
    }

    PnUnityJobState state(PnUnityJob job)
    {
        PnUnityJobState state = -1;
        EXPECT_EQ(plugin.getJobState(job, &state), PN_SUCCESS) << plugin.getLastErrorMessage();
        return state;
    }

    PnUnityInfo info()
    {
        auto info = sized<PnUnityInfo>();
        EXPECT_EQ(plugin.getInfo(&info), PN_SUCCESS) << plugin.getLastErrorMessage();
        return info;
    }

    PnUnityJobInfo jobInfo(PnUnityJob job)
    {
        auto info = sized<PnUnityJobInfo>();
        EXPECT_EQ(plugin.getJobInfo(job, &info), PN_SUCCESS) << plugin.getLastErrorMessage();
        return info;
    }

    std::pair<PnSh, PnProjectInfo> result(PnUnityJob job)
    {
        PnSh sh{};
        auto info = sized<PnProjectInfo>();
        EXPECT_EQ(plugin.getJobResult(job, &sh, &info), PN_SUCCESS) << plugin.getLastErrorMessage();
        return {sh, info};
    }

    // The job failed with this result, a message that holds this word, and the same in the engine's log.
    void expectFailure(PnUnityJob job, PnResult expected, const std::string& word)
    {
        EXPECT_EQ(state(job), PN_UNITY_JOB_FAILED);
        PnSh sh{};
        EXPECT_EQ(plugin.getJobResult(job, &sh, nullptr), expected);
        EXPECT_NE(std::string(plugin.getLastErrorMessage()).find(word), std::string::npos)
            << plugin.getLastErrorMessage();
        const std::vector<std::string> errors = engine().takeErrors();
        ASSERT_EQ(errors.size(), 1u);
        EXPECT_NE(errors.front().find(word), std::string::npos) << errors.front();
    }

    // Within a frame.
    void issue(PnUnityJob job)
    {
        engine().issueEvent(plugin.getRenderEvent(), plugin.getEventId(PN_UNITY_EVENT_RUN), job);
    }

    void issueCollect() { engine().issueEvent(plugin.getRenderEvent(), plugin.getEventId(PN_UNITY_EVENT_COLLECT), 0); }

    // Frames until the engine knows that what was recorded is done: as many as it has in flight, and one.
    void finishFrames()
    {
        for (int i = 0; i < 4; ++i)
            engine().frame([this] { issueCollect(); });
    }

    void runOneFrame(PnUnityJob job)
    {
        engine().frame([&] { issue(job); });
    }

    static TestProbe makeTexels(std::uint32_t seed = 1, PnFormat format = PN_FORMAT_RGBA16F)
    {
        return makeWildProbe(true, kFaceSize, kFaceSize, format, seed);
    }

    // The job runs in a frame that first gives its texture these texels, and has the bits of the CPU.
    PnUnityJob expectBitsOfTheCpu(const PnUnityJobDesc& desc, std::uint32_t bands = 3, std::uint32_t seed = 1)
    {
        const TestProbe probe = makeTexels(seed);
        const PnUnityJob job = create(desc);
        engine().frame([&] {
            device().write(*static_cast<EngineTexture*>(desc.texture), 0, probe.texels);
            issue(job);
        });
        finishFrames();
        EXPECT_EQ(state(job), PN_UNITY_JOB_DONE);
        expectSameBits(projectOnCpu(probe, bands), result(job));
        return job;
    }

    void expectThatJobsRun() { expectBitsOfTheCpu(describe(makeTexture())); }

    PluginLibrary plugin{PN_PLUGIN_PATH};

private:
    std::unique_ptr<EngineStandIn> m_engine;
};

} // namespace pn::testing
