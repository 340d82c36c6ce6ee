// Memory that the caller registers with a context: the same bits, whoever reads it, and clear errors.
#include "context.h"
#include "support/normalize_probe.h"

#include <array>

namespace pn {
namespace {

using testing::expectSameBits;
using testing::makeWildProbe;
using testing::TestContext;
using testing::TestProbe;

class HostMemory : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!testing::hasDevice())
            GTEST_SKIP() << "no Vulkan device";
    }
};

// Cubemaps one behind the other in one buffer of the caller's. It begins anywhere.
class Buffer
{
public:
    static constexpr std::size_t kHead = 100;

    explicit Buffer(const std::vector<TestProbe>& probes)
    {
        std::size_t size = kHead;
        for (const TestProbe& probe : probes)
            size += probe.texels.size();
        m_bytes.resize(size);
        std::size_t at = kHead;
        for (const TestProbe& probe : probes)
        {
            std::memcpy(m_bytes.data() + at, probe.texels.data(), probe.texels.size());
            PnCubemapView view = probe.cubemapView();
            for (std::size_t face = 0; face < 6; ++face)
                view.faces[face] = m_bytes.data() + at + face * view.faceBytes;
            m_views.push_back(view);
            at += probe.texels.size();
        }
    }

    const void* begin() const { return m_bytes.data() + kHead; }
    std::uint64_t size() const { return m_bytes.size() - kHead; }
    std::vector<std::byte>& bytes() { return m_bytes; }
    const std::vector<PnCubemapView>& views() const { return m_views; }

private:
    std::vector<std::byte> m_bytes;
    std::vector<PnCubemapView> m_views;
};

void expectBitsOfTheCpu(const TestContext& device, const std::vector<PnCubemapView>& views)
{
    const TestContext cpu(PN_BACKEND_CPU);
    std::vector<PnSh> expected(views.size()), actual(views.size());
    const auto count = std::uint32_t(views.size());
    ASSERT_EQ(pnProjectCubemaps(cpu.get(), count, views.data(), nullptr, expected.data(), nullptr, nullptr),
              PN_SUCCESS);
    ASSERT_EQ(pnProjectCubemaps(device.get(), count, views.data(), nullptr, actual.data(), nullptr, nullptr),
              PN_SUCCESS)
        << pnGetLastErrorMessage();
    for (std::size_t i = 0; i < views.size(); ++i)
        EXPECT_EQ(std::memcmp(&expected[i], &actual[i], sizeof(PnSh)), 0) << "cubemap " << i;
}

std::vector<TestProbe> someProbes()
{
    std::vector<TestProbe> probes;
    for (std::uint32_t i = 0; i < 6; ++i)
        probes.push_back(makeWildProbe(true, 256, 256, PN_FORMAT_RGBA16F, i));
    for (std::uint32_t i = 0; i < 40; ++i)
        probes.push_back(makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 100 + i));
    probes.push_back(makeWildProbe(true, 512, 512, PN_FORMAT_RGBA32F, 7)); // larger than a step
    probes.push_back(makeWildProbe(true, 33, 33, PN_FORMAT_RGB32F, 8));
    return probes;
}

// Others' texels are between those of the buffer, so that threads and the device fill one step together.
TEST_F(HostMemory, GivesTheBitsOfTheCpu)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 12u << 20);
    Buffer buffer(someProbes());
    const std::vector<TestProbe> others = someProbes();
    std::vector<PnCubemapView> views = buffer.views();
    for (std::size_t i = 0; i < others.size(); i += 3)
        views[i] = others[i].cubemapView();
    ASSERT_EQ(pnRegisterHostMemory(device.get(), buffer.begin(), buffer.size()), PN_SUCCESS) << pnGetLastErrorMessage();
    expectBitsOfTheCpu(device, buffer.views());
    expectBitsOfTheCpu(device, views);
    std::reverse(buffer.bytes().begin() + Buffer::kHead, buffer.bytes().end()); // other texels in the same memory
    expectBitsOfTheCpu(device, buffer.views());
    ASSERT_EQ(pnUnregisterHostMemory(device.get(), buffer.begin()), PN_SUCCESS) << pnGetLastErrorMessage();
    expectBitsOfTheCpu(device, views);
}

TEST_F(HostMemory, MayBeFreedOnceTheContextIsGone)
{
    auto buffer = std::make_unique<Buffer>(std::vector{makeWildProbe(true, 64, 64, PN_FORMAT_RGBA32F, 3)});
    {
        const TestContext device(PN_BACKEND_VULKAN);
        ASSERT_EQ(pnRegisterHostMemory(device.get(), buffer->begin(), buffer->size()), PN_SUCCESS);
        expectBitsOfTheCpu(device, buffer->views());
    }
    buffer.reset();
}

TEST_F(HostMemory, MayBeRegisteredWithSeveralContexts)
{
    const Buffer buffer({makeWildProbe(true, 128, 128, PN_FORMAT_RGBA16F, 4)});
    const TestContext first(PN_BACKEND_VULKAN), second(PN_BACKEND_VULKAN);
    for (const TestContext* context : {&first, &second})
        ASSERT_EQ(pnRegisterHostMemory(context->get(), buffer.begin(), buffer.size()), PN_SUCCESS);
    for (const TestContext* context : {&first, &second})
        expectBitsOfTheCpu(*context, buffer.views());
}

TEST_F(HostMemory, HoldsMipsToDivide)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const auto makeMip = [](std::uint32_t size, std::uint32_t mip) {
        return makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, mip);
    };
    std::array<testing::TestMips, 2> cubemaps;
    for (testing::TestMips& mips : cubemaps)
        mips = testing::makeMips(128, 4, PN_FORMAT_RGBA16F, makeMip);
    const std::vector<std::byte>& texels = cubemaps[1].sources[0].texels;
    ASSERT_EQ(pnRegisterHostMemory(device.get(), texels.data(), texels.size()), PN_SUCCESS) << pnGetLastErrorMessage();
    for (std::size_t i = 0; i < 2; ++i)
        ASSERT_EQ(pnNormalizeCubemap((i == 0 ? cpu : device).get(), 4, cubemaps[i].views().data(), nullptr, nullptr,
                                     nullptr, cubemaps[i].targets().data(), nullptr, nullptr, nullptr),
                  PN_SUCCESS)
            << pnGetLastErrorMessage();
    for (std::size_t mip = 0; mip < 4; ++mip)
        EXPECT_EQ(cubemaps[0].results[mip].texels, cubemaps[1].results[mip].texels) << "mip " << mip;
}

TEST_F(HostMemory, ErrorsAreTheSameOnEveryDevice)
{
    const std::vector<std::byte> memory(1u << 20);
    const auto at = [&](std::size_t offset) { return memory.data() + offset; };
    const auto expectError = [](PnResult result, const std::string& text) {
        EXPECT_EQ(result, PN_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(pnGetLastErrorMessage(), text);
    };
    const std::string overlaps = "memory is registered with the context already, or a part of it";
    const std::string isUnknown = "memory is not the beginning of a range that is registered";
    for (const PnBackend backend : {PN_BACKEND_VULKAN, PN_BACKEND_CPU})
    {
        const TestContext context(backend);
        expectError(pnRegisterHostMemory(context.get(), nullptr, 4096), "memory is null");
        expectError(pnRegisterHostMemory(context.get(), at(0), 0), "bytes is 0");
        expectError(pnRegisterHostMemory(context.get(), at(0), UINT64_MAX), "bytes is too large: no memory ends there");
        EXPECT_EQ(pnRegisterHostMemory(context.get(), at(100'000), 100'000), PN_SUCCESS);
        for (const std::size_t begin : {0u, 100'000u, 150'000u, 199'999u})
            expectError(pnRegisterHostMemory(context.get(), at(begin), 100'001), overlaps);
        EXPECT_EQ(pnRegisterHostMemory(context.get(), at(0), 100'000), PN_SUCCESS);
        EXPECT_EQ(pnRegisterHostMemory(context.get(), at(200'000), 1), PN_SUCCESS);
        expectError(pnUnregisterHostMemory(context.get(), at(1)), isUnknown);
        expectError(pnUnregisterHostMemory(context.get(), nullptr), isUnknown);
        EXPECT_EQ(pnUnregisterHostMemory(context.get(), at(100'000)), PN_SUCCESS);
        expectError(pnUnregisterHostMemory(context.get(), at(100'000)), isUnknown);
        EXPECT_EQ(pnRegisterHostMemory(context.get(), at(150'000), 50'000), PN_SUCCESS);
    }
    expectError(pnRegisterHostMemory(nullptr, at(0), 1), "context is null");
    expectError(pnUnregisterHostMemory(nullptr, at(0)), "context is null");
}

} // namespace
} // namespace pn
