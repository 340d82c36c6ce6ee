#include "fault_lives.h"

#include "support/normalize_probe.h"

#include <algorithm>
#include <cstdint>

namespace pn::fault {
namespace {

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

} // namespace

Ending projectCubemap()
{
    return live([](PnContext context, Ending& ending) {
        const auto probe = testing::makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
        const PnCubemapView view = probe.cubemapView();
        Output<PnSh> sh;
        Output<PnProjectInfo> info;
        const PnResult result = pnProjectCubemap(context, &view, nullptr, sh.get(), info.get());
        sh.check(result, ending);
        info.check(result, ending);
        if (ending.isGood(result))
            ending.add(sh.get(), sizeof(PnSh));
    });
}

Ending projectMap()
{
    return live([](PnContext context, Ending& ending) {
        const auto probe = testing::makeWildProbe(false, 64, 32, PN_FORMAT_RGBA16F, 1);
        const PnEquirectView view = probe.equirectView();
        PnProjectOptions options{};
        options.structSize = sizeof(options);
        options.bands = 5;
        Output<PnSh> sh;
        const PnResult result = pnProjectEquirect(context, &view, &options, sh.get(), nullptr);
        sh.check(result, ending);
        if (ending.isGood(result))
            ending.add(sh.get(), sizeof(PnSh));
    });
}

// Two sizes in one step, and one cubemap that takes several.
Ending projectMany()
{
    return live([](PnContext context, Ending& ending) {
        std::vector<testing::TestProbe> probes;
        std::vector<PnCubemapView> views;
        for (const std::uint32_t size : {4u, 8u, 4u, 24u})
            probes.push_back(testing::makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size));
        for (const auto& probe : probes)
            views.push_back(probe.cubemapView());
        std::array<PnSh, 4> shs{};
        std::uint32_t completed = 99;
        const PnResult result = pnProjectCubemaps(context, 4, views.data(), nullptr, shs.data(), nullptr, &completed);
        checkBatch(result, completed, shs, ending);
        if (ending.isGood(result))
            ending.add(shs.data(), sizeof(shs));
    });
}

Ending normalizeCubemap()
{
    return live([](PnContext context, Ending& ending) {
        testing::TestMips mips = testing::makeMips(12, 1, PN_FORMAT_RGBA16F, [](std::uint32_t size, std::uint32_t) {
            return testing::makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, 1); // two pieces
        });
        const auto views = mips.views();
        const auto targets = mips.targets();
        Output<PnSh> sh;
        Output<PnProjectInfo> projectInfo;
        Output<PnNormalizeInfo> info;
        const PnResult result = pnNormalizeCubemap(context, 1, views.data(), nullptr, nullptr, nullptr, targets.data(),
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
        std::vector<testing::TestMips> cubemaps;
        for (const std::uint32_t size : kSizes)
            cubemaps.push_back(testing::makeMips(size, 2, PN_FORMAT_RGBA16F, [](std::uint32_t side, std::uint32_t) {
                return testing::makeWildProbe(true, side, side, PN_FORMAT_RGBA16F, side);
            }));
        std::vector<std::vector<PnCubemapView>> views;
        std::vector<std::vector<PnCubemapTarget>> targets;
        std::vector<PnNormalizeItem> items;
        for (testing::TestMips& mips : cubemaps)
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
        for (const testing::TestMips& mips : cubemaps)
            for (const testing::TestProbe& mip : mips.results)
                ending.add(mip.texels.data(), mip.texels.size());
    });
}

// Two cubemaps of two steps each, which threads copy into staging memory.
Ending projectStaged()
{
    setenv("PN_FAULT_GPU", "2", 1);
    Ending ending = live(
        [](PnContext context, Ending& life) {
            std::array<testing::TestProbe, 2> probes;
            std::array<PnCubemapView, 2> views;
            for (std::uint32_t i = 0; i < 2; ++i)
            {
                probes[i] = testing::makeWildProbe(true, 96, 96, PN_FORMAT_RGBA16F, i);
                views[i] = probes[i].cubemapView();
            }
            std::array<PnSh, 2> shs{};
            std::uint32_t completed = 99;
            const PnResult result =
                pnProjectCubemaps(context, 2, views.data(), nullptr, shs.data(), nullptr, &completed);
            checkBatch(result, completed, shs, life);
            if (life.isGood(result))
                life.add(shs.data(), sizeof(shs));
        },
        96 * 96 * 8 * 4);
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

} // namespace pn::fault
