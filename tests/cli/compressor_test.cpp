// A bake's blocks of BC6H: the same by a job and on the shared device, which a CPU stands for here.
#include "bake/compressor.h"
#include "run/device.h"

#include "image/texels/bc6h.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <utility>

namespace pn::cli {
namespace {

std::vector<image::Image> makeMips()
{
    std::vector<image::Image> mips;
    for (std::uint32_t size = 8; size > 0; size /= 2)
    {
        image::Image mip = image::makeImage(PN_FORMAT_RGBA16F, size, 6 * size);
        for (std::uint32_t i = 0; i < 4 * size * mip.height; ++i)
        {
            const auto half = std::uint16_t(0x3000 + 37 * i % 4000);
            std::memcpy(mip.texels.data() + 2 * i, &half, 2);
        }
        mips.push_back(std::move(mip));
    }
    return mips;
}

std::vector<std::byte> bytesOf(const std::vector<image::Image>& mips)
{
    std::vector<std::byte> bytes;
    for (const image::Image& mip : mips)
        bytes.insert(bytes.end(), mip.texels.data(), mip.texels.data() + mip.texels.size());
    return bytes;
}

struct Run
{
    std::vector<std::byte> bytes; // of two probes
    int opened = 0;
};

Run compress(std::uint64_t texelsOfJobs, PnBc6hEffort effort, bool hasDevice = true)
{
    Run run;
    Compressor compressor(
        [&] {
            ++run.opened;
            return hasDevice ? std::optional(openCpu(1)) : std::nullopt;
        },
        {}, texelsOfJobs);
    for (int probe = 0; probe < 2; ++probe)
    {
        const std::vector<std::byte> bytes = bytesOf(compressor.compress(image::kBc6h, makeMips(), effort));
        run.bytes.insert(run.bytes.end(), bytes.begin(), bytes.end());
    }
    return run;
}

TEST(Compressor, OpensTheDeviceOnceJobsHaveDoneTheirShare)
{
    constexpr std::uint64_t kTexels = 6 * (64 + 16 + 4 + 1); // of a probe
    EXPECT_EQ(compress(2 * kTexels, PN_BC6H_EFFORT_HIGH).opened, 0);
    EXPECT_EQ(compress(kTexels, PN_BC6H_EFFORT_HIGH).opened, 1);
    EXPECT_EQ(compress(0, PN_BC6H_EFFORT_HIGH).opened, 1);
    EXPECT_EQ(compress(0, PN_BC6H_EFFORT_HIGH, false).opened, 1);
    EXPECT_EQ(compress(0, PN_BC6H_EFFORT_MIDDLE).opened, 0);
}

TEST(Compressor, GivesTheSameBlocksWhoeverCompresses)
{
    const std::vector<std::byte> byJobs = compress(~0ull, PN_BC6H_EFFORT_HIGH).bytes;
    EXPECT_EQ(byJobs.size(), 2u * 6 * 16 * (4 + 1 + 1 + 1)); // blocks of 8, 4, 2 and 1 texels
    EXPECT_EQ(compress(0, PN_BC6H_EFFORT_HIGH).bytes, byJobs);
    EXPECT_EQ(compress(0, PN_BC6H_EFFORT_HIGH, false).bytes, byJobs);
}

// Of both formats at once: who has the device compresses what the others wait for.
TEST(Compressor, ThreadsShareTheDevice)
{
    const auto context = openCpu(1);
    const std::vector<image::Image> mips = makeMips();
    const auto alone = [&](PnFormat format) {
        return bytesOf(image::toBc6h(image::pointersTo(mips), format, PN_BC6H_EFFORT_HIGH, context.get()));
    };
    const std::vector<std::byte> expected[] = {alone(image::kBc6h), alone(image::kBc6hSigned)};
    int opened = 0;
    Compressor compressor(
        [&] {
            ++opened;
            return std::optional(openCpu(1));
        },
        {}, 0);
    std::atomic<int> same = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            const PnFormat format = i % 2 == 0 ? image::kBc6h : image::kBc6hSigned;
            for (int probe = 0; probe < 20; ++probe)
                same += bytesOf(compressor.compress(format, mips, PN_BC6H_EFFORT_HIGH)) == expected[i % 2] ? 1 : 0;
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(same, 8 * 20);
    EXPECT_EQ(opened, 1);
}

} // namespace
} // namespace pn::cli
