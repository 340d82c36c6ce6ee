// What threads copy and what the device copies of a step whose texels lie in registered memory: together every byte
// once, to where it belongs. Expected are the cubemaps' bytes in the order of their faces.
#include "support/testing.h"
#include "vulkan/job/texel_copies.h"

#include "core/error.h"

#include <gtest/gtest.h>

#include <random>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kLeastDeviceBytes = 64u << 10; // that a region of the device's is worth

// Bytes that begin on a page.
class Pages
{
public:
    explicit Pages(std::size_t size) : m_bytes(size + kPage)
    {
        std::mt19937 random(1);
        for (std::byte& byte : m_bytes)
            byte = std::byte(random());
    }

    std::span<const std::byte> all() const
    {
        return std::span(m_bytes).subspan(-reinterpret_cast<std::uintptr_t>(m_bytes.data()) & (kPage - 1),
                                          m_bytes.size() - kPage);
    }

private:
    std::vector<std::byte> m_bytes;
};

ProbeView viewOf(std::uint32_t size, const std::byte* texels, std::size_t padding = 0)
{
    ProbeView view{.shape = Shape::cubemap(size), .format = PN_FORMAT_RGBA16F, .rowPitch = size * 8 + padding};
    for (std::size_t face = 0; face < 6; ++face)
        view.faces[face] = texels + face * size * view.rowPitch;
    return view;
}

std::vector<std::byte> texelsOf(const std::vector<ProbeView>& views)
{
    std::vector<std::byte> texels;
    for (const ProbeView& view : views)
        for (const std::byte* face : view.faces)
            for (std::uint32_t row = 0; row < view.shape.height; ++row)
            {
                const std::byte* first = face + row * view.rowPitch;
                texels.insert(texels.end(), first, first + view.shape.width * 8);
            }
    return texels;
}

// Cubemaps of one size, in one step.
Step stepOf(const std::vector<ProbeTask>& tasks)
{
    std::vector<PlanProbe> probes;
    for (const ProbeTask& task : tasks)
        probes.push_back(makePlanProbe(task));
    PlanLimits limits;
    limits.stepBytes = 64u << 20;
    limits.device.maxStorageBufferRange = 1u << 27;
    limits.finishesInOnePass = [](const Shape&) { return false; };
    auto steps = makeSteps(probes, limits);
    EXPECT_EQ(steps.size(), 1u);
    return steps.front();
}

class RegisteredTexels : public ::testing::Test
{
protected:
    RegisteredTexels()
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_device(m_instance, m_instance->physicalDevices().at(0)), m_registered(m_device)
    {
    }

    // What the step holds after all copies. The registered range is memory, so the device's copies are made from there.
    std::vector<std::byte> copyAll(const std::vector<ProbeView>& views, std::span<const std::byte> memory)
    {
        std::vector<ProbeTask> tasks;
        for (const ProbeView& view : views)
            tasks.push_back({.mips = {&view, 1}});
        const Step step = stepOf(tasks);
        const TexelCopies copies(step, tasks, &m_registered);
        std::vector<std::byte> texels(step.texelBytes);
        std::vector<int> timesWritten(step.texelBytes);
        const auto mark = [&](std::uint64_t begin, std::uint64_t end) {
            std::for_each(timesWritten.begin() + std::ptrdiff_t(begin), timesWritten.begin() + std::ptrdiff_t(end),
                          [](int& times) { ++times; });
        };
        for (const auto& task : copies.tasks())
        {
            mark(task.begin, task.end);
            copies.run(task, texels.data() + task.begin);
        }
        m_deviceBytes = 0;
        for (const auto& copy : copies.deviceCopies())
        {
            mark(copy.region.dstOffset, copy.region.dstOffset + copy.region.size);
            std::memcpy(texels.data() + copy.region.dstOffset, memory.data() + copy.region.srcOffset, copy.region.size);
            EXPECT_GE(copy.region.size, kLeastDeviceBytes);
            m_deviceBytes += copy.region.size;
        }
        m_regionCount = copies.deviceCopies().size();
        EXPECT_EQ(timesWritten, std::vector<int>(step.texelBytes, 1));
        return texels;
    }

    std::shared_ptr<Instance> m_instance;
    Device m_device;
    RegisteredMemory m_registered;
    std::uint64_t m_deviceBytes = 0;
    std::size_t m_regionCount = 0;
};

TEST_F(RegisteredTexels, AreLeftToTheDeviceInOneRegion)
{
    const Pages pages(3 * 6 * 128 * 128 * 8);
    m_registered.add(pages.all());
    std::vector<ProbeView> views;
    for (std::size_t i = 0; i < 3; ++i)
        views.push_back(viewOf(128, pages.all().data() + i * 6 * 128 * 128 * 8));
    EXPECT_EQ(copyAll(views, pages.all()), texelsOf(views));
    EXPECT_EQ(m_deviceBytes, pages.all().size());
    EXPECT_EQ(m_regionCount, 1u);
}

// A caller's buffer begins anywhere. The spans that hold its first and its last bytes are copied.
TEST_F(RegisteredTexels, AreWholePagesOfTheRangeAlone)
{
    constexpr std::size_t kProbe = 6 * 128 * 128 * 8;
    const Pages pages(kProbe + 2 * kPage);
    const auto range = pages.all().subspan(100, kProbe);
    m_registered.add(range);
    const std::vector<ProbeView> views{viewOf(128, range.data())};
    EXPECT_EQ(copyAll(views, pages.all().subspan(kPage)), texelsOf(views));
    EXPECT_EQ(m_deviceBytes, kProbe / 6 * 4);
}

TEST_F(RegisteredTexels, BetweenOthersLeaveThoseToThreads)
{
    constexpr std::size_t kProbe = 6 * 64 * 64 * 8;
    const Pages pages(4 * kProbe), other(kProbe);
    m_registered.add(pages.all());
    const std::vector<ProbeView> views{viewOf(64, other.all().data()), viewOf(64, pages.all().data()),
                                       viewOf(64, other.all().data()), viewOf(64, pages.all().data() + 3 * kProbe),
                                       viewOf(64, other.all().data())};
    EXPECT_EQ(copyAll(views, pages.all()), texelsOf(views));
    EXPECT_EQ(m_deviceBytes, 2 * kProbe);
    EXPECT_EQ(m_regionCount, 2u);
}

TEST_F(RegisteredTexels, OfPaddedRowsOrScatteredSmallFacesAreCopiedByThreads)
{
    const Pages pages(1u << 20);
    m_registered.add(pages.all());
    const std::vector<ProbeView> padded{viewOf(128, pages.all().data(), 16)};
    EXPECT_EQ(copyAll(padded, pages.all()), texelsOf(padded));
    EXPECT_EQ(m_deviceBytes, 0u);
    std::vector<ProbeView> scattered;
    for (std::size_t i = 0; i < 8; ++i)
        scattered.push_back(viewOf(16, pages.all().data() + (7 - i) * 64 * 1024)); // 12 KiB each
    EXPECT_EQ(copyAll(scattered, pages.all()), texelsOf(scattered));
    EXPECT_EQ(m_deviceBytes, 0u);
}

TEST_F(RegisteredTexels, AreCopiedByThreadsOnceTheRangeIsRemoved)
{
    const Pages pages(6 * 128 * 128 * 8);
    const std::vector<ProbeView> views{viewOf(128, pages.all().data())};
    m_registered.add(pages.all());
    copyAll(views, pages.all());
    EXPECT_EQ(m_deviceBytes, pages.all().size());
    m_registered.remove(pages.all());
    EXPECT_EQ(copyAll(views, pages.all()), texelsOf(views));
    EXPECT_EQ(m_deviceBytes, 0u);
}

TEST_F(RegisteredTexels, MayLackAWholePage)
{
    const Pages pages(2 * kPage);
    m_registered.add(pages.all().subspan(1, 2 * kPage - 2));
    EXPECT_FALSE(m_registered.find(pages.all().subspan(kPage, 1)));
    m_registered.add({});
}

TEST_F(RegisteredTexels, AreFoundInPagesAndNotBesideThem)
{
    const Pages pages(4 * kPage);
    m_registered.add(pages.all().subspan(kPage, 2 * kPage));
    EXPECT_FALSE(m_registered.find(pages.all().subspan(0, kPage)));
    EXPECT_FALSE(m_registered.find(pages.all().subspan(kPage - 1, 2)));
    EXPECT_FALSE(m_registered.find(pages.all().subspan(3 * kPage - 1, 2)));
    EXPECT_FALSE(m_registered.find(pages.all().subspan(3 * kPage, 1)));
    const auto last = m_registered.find(pages.all().subspan(3 * kPage - 1, 1));
    ASSERT_TRUE(last);
    EXPECT_EQ(last->offset, 2 * kPage - 1);
}

} // namespace
} // namespace pn::vulkan
