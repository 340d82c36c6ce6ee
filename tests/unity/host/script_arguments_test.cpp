#include "engine_test.h"

namespace pn {
namespace {

using testing::EngineTest;

// What a script passes is checked at once, before it waits for the render thread.
class ScriptArguments : public EngineTest
{
protected:
    void SetUp() override
    {
        EngineTest::SetUp();
        if (!IsSkipped())
            start();
    }

    void expectInvalid(const PnUnityJobDesc& desc, const std::string& word)
    {
        PnUnityJob job = 1;
        EXPECT_EQ(plugin.createJob(&desc, &job), PN_ERROR_INVALID_ARGUMENT) << word;
        EXPECT_EQ(job, 0u);
        EXPECT_NE(std::string(plugin.getLastErrorMessage()).find(word), std::string::npos)
            << word << ": " << plugin.getLastErrorMessage();
    }

    PnUnityJobDesc describe()
    {
        PnUnityJobDesc desc{};
        desc.structSize = sizeof(desc);
        desc.texture = this;
        return desc;
    }
};

TEST_F(ScriptArguments, OfAJobAreNamedWhenWrong)
{
    const PnUnityJobDesc good = describe();
    PnUnityJobDesc desc = good;
    desc.structSize = 0;
    expectInvalid(desc, "desc.structSize");
    desc = good;
    desc.texture = nullptr;
    expectInvalid(desc, "desc.texture");
    desc = good;
    desc.flags = 2;
    expectInvalid(desc, "desc.flags");
    desc = good;
    desc.target = this;
    expectInvalid(desc, "desc.target");
    desc = good;
    desc.mipCount = 2;
    expectInvalid(desc, "desc.mipCount");
    desc = good;
    desc.mip = 32;
    expectInvalid(desc, "desc.mip");
    desc = good;
    desc.bufferOffset = 4;
    expectInvalid(desc, "desc.bufferOffset");
    desc.buffer = &desc;
    desc.bufferOffset = 2;
    expectInvalid(desc, "desc.bufferOffset");
    PnProjectOptions options{};
    desc = good;
    desc.options = &options;
    expectInvalid(desc, "options.structSize");
    PnNormalization normalization{};
    desc = good;
    desc.normalization = &normalization;
    expectInvalid(desc, "desc.normalization");
    desc.target = &desc;
    expectInvalid(desc, "normalization.structSize");
    EXPECT_EQ(info().jobCount, 0u);
}

TEST_F(ScriptArguments, MayComeFromANewerScriptThatAsksForNothingNew)
{
    struct
    {
        PnUnityJobDesc desc;
        std::uint64_t tail[2];
    } newer{describe(), {0, 0}};
    newer.desc.structSize = sizeof(newer);
    PnUnityJob job = 0;
    EXPECT_EQ(plugin.createJob(&newer.desc, &job), PN_SUCCESS) << plugin.getLastErrorMessage();
    EXPECT_EQ(plugin.releaseJob(job), PN_SUCCESS);
    newer.tail[1] = 1;
    expectInvalid(newer.desc, "does not know");
}

template <typename Struct>
struct Newer
{
    Struct data{};
    std::uint32_t tail[4] = {}; // words as the structs are made of, so that no padding lies before them

    Newer() { data.structSize = sizeof(*this); }
};

TEST_F(ScriptArguments, MayPointToANewerScriptsStructs)
{
    testing::EngineTexture& texture = makeTexture();
    testing::EngineTexture& target = makeTexture();
    const testing::TestProbe probe = testing::makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1);
    const Newer<PnProjectOptions> options;
    const Newer<PnNormalization> normalization;
    PnUnityJobDesc desc = EngineTest::describe(texture);
    desc.target = &target;
    desc.options = &options.data;
    desc.normalization = &normalization.data;
    const PnUnityJob job = create(desc);
    engine().frame([&] {
        device().write(texture, 0, probe.texels);
        issue(job);
    });
    finishFrames();
    EXPECT_EQ(state(job), PN_UNITY_JOB_DONE);
    testing::expectSameBits(testing::projectOnCpu(probe), result(job));
}

TEST_F(ScriptArguments, MayAskForMoreThanThisVersionTells)
{
    struct
    {
        PnUnityInfo info;
        std::uint64_t tail;
    } newer{{}, ~std::uint64_t{0}};
    newer.info.structSize = sizeof(newer);
    EXPECT_EQ(plugin.getInfo(&newer.info), PN_SUCCESS) << plugin.getLastErrorMessage();
    EXPECT_EQ(newer.info.structSize, sizeof(newer));
    EXPECT_EQ(newer.info.hasDevice, 1u);
    EXPECT_EQ(newer.tail, ~std::uint64_t{0}) << "written beyond what is known";
    newer.info.structSize = sizeof(PnUnityInfo) - 8;
    EXPECT_EQ(plugin.getInfo(&newer.info), PN_ERROR_INVALID_ARGUMENT);
}

TEST_F(ScriptArguments, ThatAreNullAreErrors)
{
    const PnUnityJobDesc desc = describe();
    PnUnityJob job = 0;
    EXPECT_EQ(plugin.createJob(nullptr, &job), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.createJob(&desc, nullptr), PN_ERROR_INVALID_ARGUMENT);
    job = create(desc);
    EXPECT_EQ(plugin.getJobState(job, nullptr), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.getJobResult(job, nullptr, nullptr), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.getJobInfo(job, nullptr), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.getInfo(nullptr), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.takeMessage(nullptr), PN_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(plugin.releaseJob(job), PN_SUCCESS);
}

TEST_F(ScriptArguments, ThatNameNoJobAreErrors)
{
    const PnUnityJob released = create(describe());
    EXPECT_EQ(plugin.releaseJob(released), PN_SUCCESS);
    for (const PnUnityJob job : {PnUnityJob{0}, PnUnityJob{1}, released, released + 1, ~PnUnityJob{0}})
    {
        PnUnityJobState state = 0;
        PnSh sh{};
        PnUnityJobInfo info{};
        info.structSize = sizeof(info);
        EXPECT_EQ(plugin.getJobState(job, &state), PN_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(plugin.getJobResult(job, &sh, nullptr), PN_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(plugin.getJobInfo(job, &info), PN_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(plugin.releaseJob(job), PN_ERROR_INVALID_ARGUMENT);
        runOneFrame(job);
    }
}

TEST_F(ScriptArguments, ReachTheEngineThroughReservedEvents)
{
    EXPECT_EQ(plugin.getEventId(PN_UNITY_EVENT_RUN), testing::EngineStandIn::kFirstEvent);
    EXPECT_EQ(plugin.getEventId(PN_UNITY_EVENT_COLLECT), testing::EngineStandIn::kFirstEvent + 1);
    EXPECT_EQ(plugin.getEventId(2), -1);
    EXPECT_EQ(engine().reservedEvents(), 2);
}

} // namespace
} // namespace pn
