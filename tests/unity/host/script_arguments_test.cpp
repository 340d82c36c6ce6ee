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
        auto desc = testing::sized<PnUnityJobDesc>();
        desc.texture = this;
        return desc;
    }
};

TEST_F(ScriptArguments, OfAJobAreNamedWhenWrong)
{
    static const PnProjectOptions options{};
    static const PnNormalization normalization{};
    const std::pair<const char*, void (*)(PnUnityJobDesc&)> wrongs[] = {
        {"desc.structSize", [](auto& desc) { desc.structSize = 0; }},
        {"desc.texture", [](auto& desc) { desc.texture = nullptr; }},
        {"desc.flags", [](auto& desc) { desc.flags = 2; }},
        {"desc.target", [](auto& desc) { desc.target = desc.texture; }},
        {"desc.mipCount", [](auto& desc) { desc.mipCount = 2; }},
        {"desc.mip", [](auto& desc) { desc.mip = 32; }},
        {"desc.bufferOffset", [](auto& desc) { desc.bufferOffset = 4; }},
        {"desc.bufferOffset", [](auto& desc) { desc.buffer = &desc, desc.bufferOffset = 2; }},
        {"options.structSize", [](auto& desc) { desc.options = &options; }},
        {"desc.normalization", [](auto& desc) { desc.normalization = &normalization; }},
        {"normalization.structSize", [](auto& desc) { desc.target = &desc, desc.normalization = &normalization; }},
    };
    for (const auto& [word, spoil] : wrongs)
    {
        PnUnityJobDesc desc = describe();
        spoil(desc);
        expectInvalid(desc, word);
    }
    EXPECT_EQ(info().jobCount, 0u);
}

// A struct of a newer script.
template <typename Struct>
struct Newer
{
    Struct data{};
    std::uint32_t tail[4] = {}; // words as the structs are made of, so that no padding lies before them

    Newer() { data.structSize = sizeof(*this); }
};

TEST_F(ScriptArguments, MayComeFromANewerScriptThatAsksForNothingNew)
{
    Newer<PnUnityJobDesc> newer;
    newer.data.texture = this;
    EXPECT_EQ(plugin.releaseJob(create(newer.data)), PN_SUCCESS);
    newer.tail[3] = 1;
    expectInvalid(newer.data, "does not know");
}

TEST_F(ScriptArguments, MayPointToANewerScriptsStructs)
{
    const Newer<PnProjectOptions> options;
    const Newer<PnNormalization> normalization;
    PnUnityJobDesc desc = EngineTest::describe(makeTexture());
    desc.target = &makeTexture();
    desc.options = &options.data;
    desc.normalization = &normalization.data;
    expectBitsOfTheCpu(desc);
}

TEST_F(ScriptArguments, MayAskForMoreThanThisVersionTells)
{
    Newer<PnUnityInfo> newer;
    newer.tail[3] = ~0u;
    EXPECT_EQ(plugin.getInfo(&newer.data), PN_SUCCESS) << plugin.getLastErrorMessage();
    EXPECT_EQ(newer.data.structSize, sizeof(newer));
    EXPECT_EQ(newer.data.hasDevice, 1u);
    EXPECT_EQ(newer.tail[3], ~0u) << "written beyond what is known";
    newer.data.structSize = sizeof(PnUnityInfo) - 8;
    EXPECT_EQ(plugin.getInfo(&newer.data), PN_ERROR_INVALID_ARGUMENT);
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
        auto info = testing::sized<PnUnityJobInfo>();
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
