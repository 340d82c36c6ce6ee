#include "fault_lives.h"

#include "support/host_image.h"
#include "support/prefilter_probe.h"
#include "unity/host/engine_stand_in.h"

#include <algorithm>
#include <cstdint>

namespace pn::fault {
namespace {

using namespace testing;

PnBackend backend = PN_BACKEND_VULKAN; // of the next contexts

// A context's whole life around the work.
template <typename Work>
Ending live(Work&& work, std::uint64_t chunkBytes = 4096) // several chunks
{
    Ending ending;
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = backend;
    desc.threadCount = 1;
    desc.chunkBytes = chunkBytes;
    PnContext context = nullptr;
    const PnResult created = pnCreateContext(&desc, &context);
    ending.wrongOutputs += (context == nullptr) != (created != PN_SUCCESS);
    if (ending.isGood(created))
        work(context, ending);
    pnDestroyContext(context);
    return ending;
}

// After an error the first completed results are valid, and no others are written.
void checkBatch(PnResult result, std::uint32_t completed, std::span<const PnSh> shs, Ending& ending)
{
    ending.wrongOutputs += (completed == shs.size()) != (result == PN_SUCCESS);
    for (std::uint32_t i = 0; i < shs.size(); ++i)
        ending.wrongOutputs += (shs[i].bands != 0) != (i < completed);
}

void projectAll(PnContext context, std::initializer_list<std::uint32_t> sizes, Ending& ending)
{
    std::vector<TestProbe> probes;
    std::vector<PnEnvironmentView> views;
    for (const std::uint32_t size : sizes)
        probes.push_back(makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, std::uint32_t(probes.size())));
    for (const auto& probe : probes)
        views.push_back(probe.view());
    std::vector<PnSh> shs(views.size());
    std::uint32_t completed = 99;
    const PnResult result = pnProjectEnvironments(context, std::uint32_t(views.size()), views.data(), nullptr,
                                                  shs.data(), nullptr, &completed);
    checkBatch(result, completed, shs, ending);
    if (ending.isGood(result))
        ending.add(shs.data(), shs.size() * sizeof(PnSh));
}

// Records the job, submits it if that went well, and takes the result.
void runJob(PnVulkanJob job, VulkanHost& host, const HostImage& image, Ending& ending)
{
    const PnVulkanImage source = image.subresource(0, 0);
    PnVulkanRecordInfo info{};
    info.structSize = sizeof(info);
    info.source = &source;
    info.commandBuffer = host.begin();
    const bool isRecorded = ending.isGood(pnRecordVulkanJob(job, &info));
    host.end(info.commandBuffer);
    if (isRecorded)
        host.submitAndWait(info.commandBuffer);
    Output<PnSh> sh;
    Output<PnProjectInfo> projectInfo;
    const PnResult result = pnGetVulkanJobResult(job, sh.get(), projectInfo.get());
    sh.check(result, ending);
    projectInfo.check(result, ending);
    if (ending.isGood(result))
        ending.add(sh.get(), sizeof(PnSh));
}

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

Ending projectCubemap()
{
    return live([](PnContext context, Ending& ending) {
        const auto probe = makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
        const PnEnvironmentView view = probe.view();
        Output<PnSh> sh;
        Output<PnProjectInfo> info;
        const PnResult result = pnProjectEnvironment(context, &view, nullptr, sh.get(), info.get());
        sh.check(result, ending);
        info.check(result, ending);
        if (ending.isGood(result))
            ending.add(sh.get(), sizeof(PnSh));
    });
}

Ending projectMap()
{
    return live([](PnContext context, Ending& ending) {
        const auto probe = makeWildProbe(false, 64, 32, PN_FORMAT_RGBA16F, 1);
        const PnEnvironmentView view = probe.view();
        PnProjectOptions options{};
        options.structSize = sizeof(options);
        options.bands = 5;
        Output<PnSh> sh;
        const PnResult result = pnProjectEnvironment(context, &view, &options, sh.get(), nullptr);
        sh.check(result, ending);
        if (ending.isGood(result))
            ending.add(sh.get(), sizeof(PnSh));
    });
}

// Two sizes in one step, and one cubemap that takes several.
Ending projectMany()
{
    return live([](PnContext context, Ending& ending) { projectAll(context, {4, 8, 4, 24}, ending); });
}

Ending normalizeCubemap()
{
    return live([](PnContext context, Ending& ending) {
        TestMips mips = makeMips(12, 1, PN_FORMAT_RGBA16F, [](std::uint32_t size, std::uint32_t) {
            return makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, 1); // two pieces
        });
        const auto views = mips.views();
        const auto targets = mips.targets();
        Output<PnSh> sh;
        Output<PnProjectInfo> projectInfo;
        Output<PnNormalizeInfo> info;
        const PnResult result = normalizeOne(context, 1, views.data(), nullptr, nullptr, nullptr, targets.data(),
                                             sh.get(), projectInfo.get(), info.get());
        sh.check(result, ending);
        projectInfo.check(result, ending);
        info.check(result, ending);
        if (ending.isGood(result))
            ending.add(mips.results.front().texels.data(), mips.results.front().texels.size());
    });
}

Ending normalizeMany()
{
    return live([](PnContext context, Ending& ending) {
        constexpr std::array<std::uint32_t, 3> kSizes = {4, 12, 4};
        std::vector<TestMips> cubemaps;
        for (const std::uint32_t size : kSizes)
            cubemaps.push_back(makeMips(size, 2, PN_FORMAT_RGBA16F, [](std::uint32_t side, std::uint32_t) {
                return makeWildProbe(true, side, side, PN_FORMAT_RGBA16F, side);
            }));
        std::vector<std::vector<PnEnvironmentView>> views;
        std::vector<std::vector<PnCubemapTarget>> targets;
        std::vector<PnNormalizeItem> items;
        for (TestMips& mips : cubemaps)
        {
            views.push_back(mips.views());
            targets.push_back(mips.targets());
            items.push_back({sizeof(PnNormalizeItem), 2, views.back().data(), targets.back().data(), nullptr,
                             items.size() == 1 ? 1u : 0u, 0}); // the second one's last mip is made
        }
        std::array<PnSh, kSizes.size()> shs{};
        std::uint32_t completed = 99;
        const PnResult result = pnNormalizeCubemaps(context, kSizes.size(), items.data(), nullptr, nullptr, shs.data(),
                                                    nullptr, nullptr, &completed);
        checkBatch(result, completed, shs, ending);
        if (!ending.isGood(result))
            return;
        for (const TestMips& mips : cubemaps)
            for (const TestProbe& mip : mips.results)
                ending.add(mip.texels.data(), mip.texels.size());
    });
}

Ending prefilterThree()
{
    return live([](PnContext context, Ending& ending) {
        const PrefilterRequest request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.5f, 1.0f}};
        const PnPrefilter values = toPrefilter(request);
        const TestProbe probe = makeWildProbe(true, 8, 8, PN_FORMAT_RGBA16F, 1);
        const PnEnvironmentView view = probe.view();
        std::array<TestMips, 3> rooms;
        std::array<std::vector<PnCubemapTarget>, 3> targets;
        std::vector<PnPrefilterItem> items;
        for (std::size_t i = 0; i < rooms.size(); ++i)
        {
            rooms[i] = roomFor(probe, request);
            targets[i] = rooms[i].targets();
            items.push_back({sizeof(PnPrefilterItem), 0, &view, targets[i].data()});
        }
        std::uint32_t completed = 99;
        const PnResult result = pnPrefilterCubemaps(context, std::uint32_t(items.size()), items.data(), &values,
                                                    nullptr, nullptr, &completed);
        ending.wrongOutputs += (completed == items.size()) != (result == PN_SUCCESS);
        if (!ending.isGood(result))
            return;
        for (const TestMips& mips : rooms)
            for (const TestProbe& mip : mips.results)
                ending.add(mip.texels.data(), mip.texels.size());
    });
}

// Two cubemaps of two steps each, which threads copy into staging memory.
Ending projectStaged()
{
    setenv("PN_FAULT_GPU", "2", 1);
    Ending ending = live([](PnContext context, Ending& life) { projectAll(context, {96, 96}, life); }, 96 * 96 * 8 * 4);
    unsetenv("PN_FAULT_GPU");
    return ending;
}

Ending onTheCpu(Ending (*life)())
{
    backend = PN_BACKEND_CPU;
    Ending ending = life();
    backend = PN_BACKEND_VULKAN;
    return ending;
}

Ending onHostDevice()
{
    Ending ending;
    VulkanHost host;
    HostImage image(host,
                    {16, VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
    image.upload(0, 0, makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 1).texels);
    const PnVulkanDevice device = host.desc();
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    PnContext context = nullptr;
    if (!ending.isGood(pnCreateVulkanContext(&device, &desc, &context)))
        return ending;
    PnVulkanJobDesc jobDesc{};
    jobDesc.structSize = sizeof(jobDesc);
    jobDesc.faceSize = image.desc().faceSize;
    jobDesc.format = image.desc().format;
    jobDesc.usage = image.desc().usage;
    PnVulkanJob job = nullptr;
    if (ending.isGood(pnCreateVulkanJob(context, &jobDesc, &job)))
        runJob(job, host, image, ending);
    pnDestroyVulkanJob(job);
    pnDestroyContext(context);
    return ending;
}

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
