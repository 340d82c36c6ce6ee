#include "fault_lives.h"

#include "unity/host/engine_stand_in.h"

namespace pn::fault {
namespace {

using namespace testing;

constexpr std::uint32_t kFaceSize = 16;

// Takes the result of a job that the engine has done or the plugin given up.
void finish(const PluginLibrary& plugin, PnUnityJob job, Ending& ending)
{
    Output<PnSh> sh;
    const PnResult result = plugin.getJobResult(job, sh.get(), nullptr);
    sh.check(result, ending);
    if (ending.isGood(result, plugin.getLastErrorMessage()))
        ending.add(sh.get(), sizeof(PnSh));
    plugin.releaseJob(job);
}

// Two frames with a job each, one in the engine's submission and one in the plugin's own, and as many frames as it
// takes.
void render(EngineStandIn& engine, const PluginLibrary& plugin, Ending& ending)
{
    HostImageDesc desc;
    desc.faceSize = kFaceSize;
    desc.format = VK_FORMAT_R16G16B16A16_SFLOAT;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    EngineTexture& texture = engine.device().makeTexture(desc);
    const TestProbe probe = makeWildProbe(true, kFaceSize, kFaceSize, PN_FORMAT_RGBA16F, 1);
    std::vector<PnUnityJob> jobs;
    for (const std::uint32_t flags : {std::uint32_t{0}, std::uint32_t{PN_UNITY_JOB_OWN_SUBMISSION}})
    {
        PnUnityJobDesc jobDesc{};
        jobDesc.structSize = sizeof(jobDesc);
        jobDesc.texture = &texture;
        jobDesc.flags = flags;
        PnUnityJob job = 0;
        if (!ending.isGood(plugin.createJob(&jobDesc, &job), plugin.getLastErrorMessage()))
            continue;
        jobs.push_back(job);
        engine.frame([&] {
            engine.device().write(texture, 0, probe.texels);
            engine.issueEvent(plugin.getRenderEvent(), plugin.getEventId(PN_UNITY_EVENT_RUN), job);
        });
    }
    for (int frame = 0; frame < 4; ++frame)
        engine.frame([&] { engine.issueEvent(plugin.getRenderEvent(), plugin.getEventId(PN_UNITY_EVENT_COLLECT), 0); });
    for (const PnUnityJob job : jobs)
        finish(plugin, job, ending);
}

} // namespace

Ending inEngine()
{
    Ending ending;
    const PluginLibrary plugin(PN_PLUGIN_PATH);
    EngineStandIn engine;
    engine.createDevice();
    engine.load(plugin);
    render(engine, plugin, ending);
    engine.destroyDevice();
    engine.unload(plugin);
    engine.takeErrors(); // of what failed
    return ending;
}

} // namespace pn::fault
