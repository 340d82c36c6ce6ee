// BC6H on the CPU and on a device, and whether both give the same blocks.
#include "bench/bench.h"
#include "bench/device_setup.h"

#include "core/kernel/simd_target.h"
#include "vulkan/passes/bc6h_encode.h"

#include <cstring>
#include <ctime>
#include <span>

namespace pn::bench {
namespace {

using namespace pn::vulkan;

double processSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// A picture of half floats: gradients with noise of many strengths, as photographs of light have them.
std::vector<std::uint16_t> makePicture(const EncodeCase& what)
{
    std::vector<std::uint16_t> halves(std::size_t{4} * what.size * what.size);
    std::uint32_t random = 1;
    for (std::uint32_t i = 0; i < halves.size(); ++i)
    {
        random = random * 1664525 + 1013904223;
        const std::uint32_t x = i / 4 % what.size, y = i / 4 / what.size, strength = (x / 16 + y / 16) % 10;
        halves[i] = std::uint16_t(0x2800 + 3 * x + 2 * y + 90 * (i % 4) + (random >> 16 & ((1u << strength) - 1)));
    }
    return halves;
}

std::vector<std::byte> encodeOnCpu(const EncodeCase& what, const std::vector<std::uint16_t>& halves)
{
    const std::uint32_t edge = (what.size + 3) / 4;
    std::vector<std::byte> blocks(std::size_t{16} * edge * edge);
    simdTargets().front().encodeBc6h(
        {{PN_FORMAT_RGBA16F, std::size_t{8} * what.size, reinterpret_cast<const std::byte*>(halves.data())},
         what.size,
         what.size,
         0,
         edge,
         what.effort,
         false,
         blocks.data()});
    return blocks;
}

} // namespace

EncodeRow encodeBc6hOnCpu(const EncodeCase& what, std::uint32_t runs)
{
    const std::vector<std::uint16_t> halves = makePicture(what);
    std::vector<double> seconds;
    EncodeRow row;
    for (std::uint32_t run = 0; run < runs + 1; ++run)
    {
        const double before = processSeconds();
        row.blocks = encodeOnCpu(what, halves);
        if (run > 0)
            seconds.push_back(processSeconds() - before);
    }
    row.seconds = spread(seconds);
    return row;
}

EncodeRow encodeBc6hOnVulkan(std::uint32_t deviceIndex, const EncodeCase& what, std::uint32_t runs)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    Device device(instance, findDevice(*instance, deviceIndex));
    const std::vector<std::uint16_t> halves = makePicture(what);
    const std::uint64_t texelBytes = halves.size() * sizeof(halves[0]), blockBytes = texelBytes / 8;
    Buffer upload(device, texelBytes, MemoryKind::Upload), texels(device, texelBytes, MemoryKind::Device);
    Buffer blocks(device, blockBytes, MemoryKind::Device), readback(device, blockBytes, MemoryKind::Readback);
    std::memcpy(upload.mapped(), halves.data(), texelBytes);
    upload.flush();
    Bc6hKernels kernels(device);
    const ComputePipeline& pipeline = kernels.pipeline(what.effort, false);
    DescriptorSets sets(device, kernels.layout(), 1);
    const VkDescriptorSet set = sets.update(0, kernels.bindings(wholeRange(texels), wholeRange(blocks)));
    Stopwatch stopwatch(device);
    stopwatch.run([&](VkCommandBuffer commands) {
        const VkBufferCopy copy{0, 0, texelBytes};
        device.fn().vkCmdCopyBuffer(commands, upload.handle(), texels.handle(), 1, &copy);
        kernels.recordTables(commands);
    });
    EncodeRow row;
    row.seconds = stopwatch.time(
        runs, [&](VkCommandBuffer commands) { kernels.record(commands, pipeline, set, what.size, what.size); });
    stopwatch.run([&](VkCommandBuffer commands) {
        const VkBufferCopy copy{0, 0, blockBytes};
        device.fn().vkCmdCopyBuffer(commands, blocks.handle(), readback.handle(), 1, &copy);
    });
    readback.invalidate();
    row.blocks.assign(readback.mapped(), readback.mapped() + blockBytes);
    row.device = device.physical().properties.deviceName;
    return row;
}

} // namespace pn::bench
