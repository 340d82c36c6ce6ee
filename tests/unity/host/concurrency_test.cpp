#include "engine_test.h"
#include "support/threads.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <unistd.h>

namespace pn {
namespace {

using testing::EngineTest;
using testing::EngineTexture;
using testing::PluginLibrary;
using testing::threadCount;
using testing::threadsSettleAt;

class EngineThreads : public EngineTest
{
protected:
    // What a script does in its own time: make jobs, hand them to the render thread, look, forget.
    void script(std::atomic<bool>& ends, EngineTexture& texture, std::atomic<PnUnityJob>& mailbox)
    {
        const PnUnityJobDesc desc = describe(texture);
        auto message = testing::sized<PnUnityMessage>();
        while (!ends)
        {
            PnUnityJob job = 0;
            plugin.createJob(&desc, &job); // refused while there is no device
            mailbox = job;
            PnUnityJobState state = 0;
            PnSh sh{};
            plugin.getJobState(job, &state);
            plugin.getJobResult(job, &sh, nullptr);
            plugin.takeMessage(&message);
            info();
            plugin.releaseJob(job);
        }
        plugin.releaseAllJobs();
    }
};

TEST_F(EngineThreads, ScriptsRunBesideFramesAndDevicesThatComeAndGo)
{
    start();
    std::atomic<bool> ends = false;
    std::atomic<PnUnityJob> mailbox = 0;
    EngineTexture& texture = makeTexture();
    std::thread first([&] { script(ends, texture, mailbox); });
    std::thread second([&] { script(ends, texture, mailbox); });
    for (int round = 0; round < 3; ++round)
    {
        for (int frame = 0; frame < 20; ++frame)
            runOneFrame(mailbox); // a texture of the device before, in later rounds: refused
        engine().destroyDevice();
        engine().createDevice();
    }
    ends = true;
    first.join();
    second.join();
    engine().takeErrors();
    EXPECT_EQ(info().hasDevice, 1u);
}

TEST_F(EngineThreads, MayComeBackOutOfTheEnginesLog)
{
    start().faults().refusesTextures = true;
    const PnUnityJob job = create(describe(makeTexture()));
    int calls = 0;
    engine().onLog([&] {
        ++calls;
        EXPECT_EQ(state(job), PN_UNITY_JOB_FAILED); // a script's call is answered
        issue(job);                                 // an event within an event is dropped
    });
    runOneFrame(job);
    EXPECT_EQ(calls, 1);
    engine().takeErrors();
}

bool isMapped(const std::string& path)
{
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (line.find(path) != std::string::npos)
            return true;
    return false;
}

// The engine closes the library and opens it again while its device lives on. The plugin has run jobs, own submissions
// among them, and leaves no object on the device: the validation layer would tell when the device goes.
TEST_F(EngineThreads, AreLeftAsTheyWereWhenTheLibraryIsClosed)
{
    testing::EngineStandIn engine;
    engine.createDevice();
    testing::HostImageDesc image;
    image.faceSize = kFaceSize;
    image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    EngineTexture& texture = engine.device().makeTexture(image);
    const testing::TestProbe probe = makeTexels();
    const std::string path = PN_PLUGIN_PATH + std::to_string(getpid()); // the fixture holds the other one open
    std::filesystem::copy_file(PN_PLUGIN_PATH, path, std::filesystem::copy_options::overwrite_existing);
    std::size_t threads = 0;
    for (int round = 0; round < 4; ++round)
    {
        {
            PluginLibrary library(path);
            engine.load(library);
            PnUnityJobDesc desc = describe(texture);
            desc.flags = round % 2 == 0 ? PN_UNITY_JOB_OWN_SUBMISSION : 0;
            PnUnityJob job = 0;
            ASSERT_EQ(library.createJob(&desc, &job), PN_SUCCESS) << library.getLastErrorMessage();
            engine.frame([&] {
                engine.device().write(texture, 0, probe.texels);
                engine.issueEvent(library.getRenderEvent(), library.getEventId(PN_UNITY_EVENT_RUN), job);
            });
            engine.unload(library); // with its work still on the device
            EXPECT_EQ(engine.takeErrors().size(), 1u) << "the job was lost without a word";
        }
        EXPECT_FALSE(isMapped(path));
        if (round == 0)
            threads = threadCount(); // with those of the driver
        EXPECT_TRUE(threadsSettleAt(threads)) << threadCount() << " threads, " << threads << " before";
    }
    engine.destroyDevice();
    std::filesystem::remove(path);
}

} // namespace
} // namespace pn
