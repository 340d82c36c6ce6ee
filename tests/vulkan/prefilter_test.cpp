#include "context.h"

#include "support/prefilter_probe.h"

namespace pn {
namespace {

using namespace testing;

// The device's mips are the CPU backend's, bit for bit.
class PrefilterBits : public testing::DeviceTest
{
protected:
    static void compare(const TestContext& device, const TestContext& cpu, const TestProbe& source,
                        const PrefilterRequest& request, PnFormat target, const PnProjectOptions* options = nullptr)
    {
        SCOPED_TRACE(source.name() + " to format " + std::to_string(target));
        expectEqual(prefilter(device.get(), source, request, target, options, PN_BACKEND_VULKAN),
                    prefilter(cpu.get(), source, request, target, options));
    }

    static void expectEqual(const TestMips& actual, const TestMips& expected)
    {
        for (std::size_t mip = 0; mip < expected.results.size(); ++mip)
            EXPECT_EQ(actual.results[mip].texels, expected.results[mip].texels) << "mip " << mip;
    }
};

TEST_F(PrefilterBits, ForEveryFormat)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const PrefilterRequest request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.4f, 0.9f}};
    for (const PnFormat format : kFormats)
        compare(device, cpu, makeWildProbe(true, 16, 16, format, 7), request, testing::resultFormat(format));
    for (const PnFormat target :
         {PN_FORMAT_RGBA32F, PN_FORMAT_RGB32F, PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F})
        compare(device, cpu, makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 8), request, target);
}

TEST_F(PrefilterBits, ForEverySizeAndLobe)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t size : {1u, 2u, 7u})
        for (const PnLobe lobe : {PN_LOBE_COSINE, PN_LOBE_GGX, PN_LOBE_CHARLIE})
        {
            const TestProbe source = makeWildProbe(true, size, size, PN_FORMAT_RGBA32F, 40 + size);
            compare(device, cpu, source, {lobe, PN_EFFORT_REALTIME, 0, {0.1f, 0.5f, 1.0f}}, PN_FORMAT_RGBA32F);
        }
    const TestProbe source = makeWildProbe(true, 33, 33, PN_FORMAT_RGBA16F, 9);
    compare(device, cpu, source, {PN_LOBE_GGX, PN_EFFORT_BAKED, 13, {0.0f, 0.6f}}, PN_FORMAT_RGBA32F);
}

// A policy is the source's.
TEST_F(PrefilterBits, WithNegativesKeptAndRadianceBounded)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const PrefilterRequest request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.2f, 0.7f}};
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    for (const PnNegativePolicy negative : {PN_NEGATIVE_KEEP, PN_NEGATIVE_ZERO})
        for (const float most : {0.0f, 2.0f})
        {
            options.negative = negative;
            options.maxRadiance = most;
            compare(device, cpu, makeWildProbe(true, 20, 20, PN_FORMAT_RGBA32F, 11), request, PN_FORMAT_RGBA32F,
                    &options);
        }
}

// Cubemaps of several sizes and formats, so many that they take several steps, some of them side by side.
TEST_F(PrefilterBits, OfEachAmongMany)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 16), cpu(PN_BACKEND_CPU);
    const PrefilterRequest request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 8, {0.0f, 0.5f, 1.0f}};
    const PnPrefilter values = testing::toPrefilter(request);
    std::vector<TestProbe> sources;
    for (std::uint32_t i = 0; i < 23; ++i)
    {
        const std::uint32_t size = i < 14 ? 8 : 12;
        const PnFormat format = i < 18 ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA8_SRGB;
        sources.push_back(makeWildProbe(true, size, size, format, i));
    }
    std::vector<TestMips> rooms;
    std::vector<PnEnvironmentView> views;
    std::vector<std::vector<PnCubemapTarget>> targets;
    for (const TestProbe& source : sources)
    {
        rooms.push_back(testing::roomFor(source, request, PN_FORMAT_RGBA16F));
        views.push_back(source.view());
    }
    std::vector<PnPrefilterItem> items;
    for (TestMips& room : rooms)
        targets.push_back(room.targets());
    for (std::size_t i = 0; i < sources.size(); ++i)
        items.push_back({sizeof(PnPrefilterItem), 0, &views[i], targets[i].data()});
    std::uint32_t completed = 0;
    std::vector<PnPrefilterInfo> infos(items.size());
    infos.front().structSize = sizeof(PnPrefilterInfo);
    for (PnPrefilterInfo& info : infos)
        info.structSize = sizeof(info);
    ASSERT_EQ(pnPrefilterCubemaps(device.get(), std::uint32_t(items.size()), items.data(), &values, nullptr,
                                  infos.data(), &completed),
              PN_SUCCESS)
        << pnGetLastErrorMessage();
    EXPECT_EQ(completed, sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i)
    {
        EXPECT_EQ(infos[i].backend, PN_BACKEND_VULKAN);
        expectEqual(rooms[i], prefilter(cpu.get(), sources[i], request, PN_FORMAT_RGBA16F));
    }
}

// What no device's kernel has room for goes to the CPU, whatever the caller named.
TEST_F(PrefilterBits, CopiesAreMadeByTheCpu)
{
    const TestContext device(PN_BACKEND_VULKAN);
    const TestProbe source = makeWildProbe(true, 8, 8, PN_FORMAT_RGBA16F, 3);
    prefilter(device.get(), source, {PN_LOBE_GGX, PN_EFFORT_BAKED, 0, {0.0f}}, PN_FORMAT_RGBA32F, nullptr,
              PN_BACKEND_CPU);
}

} // namespace
} // namespace pn
