#include "lab/ladder.h"

#include "bench/device_setup.h"
#include "bench/memory_limit.h"
#include "bench/stopwatch.h"
#include "lab/reduction.h"

#include "core/error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <memory>
#include <numeric>
#include <random>

namespace pn::lab {
namespace {

using namespace pn::vulkan;

constexpr std::uint32_t kBitRuns = 10; // whose bits are compared
constexpr std::uint32_t kMostLanes = 512;
constexpr std::size_t kBlockElements = std::size_t{1} << 22;

// Random elements, 0 to 1; repeated, they fill whatever memory is measured.
std::vector<float> makeBlock()
{
    std::mt19937 random(1);
    std::vector<float> block(kBlockElements);
    std::generate(block.begin(), block.end(), [&] { return float(std::uint32_t(random()) >> 8) * 0x1p-24f; });
    return block;
}

double sumOf(std::span<const float> block, std::uint32_t count)
{
    const auto rest = block.first(count % block.size());
    return double(count / block.size()) * std::accumulate(block.begin(), block.end(), 0.0) +
           std::accumulate(rest.begin(), rest.end(), 0.0);
}

// Other elements for every run, so that no run finds its own in a cache: what is read in between is larger.
class Inputs
{
public:
    Inputs(Device& device, bench::Stopwatch& stopwatch, std::uint64_t bytes, std::span<const float> block)
        : m_bytes(bytes), m_stride(bench::alignedRange(bytes))
    {
        const VkDeviceSize rotated = bench::isSoftware(device.physical()) ? 64u << 20 : 1u << 30;
        m_perBuffer = std::max<VkDeviceSize>(1, rotated / m_stride);
        while (m_buffers.size() * m_perBuffer < 2)
            bench::fillBuffer(device, stopwatch,
                              m_buffers.emplace_back(device, m_perBuffer * m_stride, MemoryKind::Device),
                              std::as_bytes(block));
    }

    // Begins where the block begins.
    BufferRange first() const { return at(0); }
    BufferRange next() { return at(m_next++ % (m_perBuffer * m_buffers.size())); }

private:
    BufferRange at(VkDeviceSize i) const
    {
        return {m_buffers[i / m_perBuffer].handle(), i % m_perBuffer * m_stride, m_bytes};
    }

    VkDeviceSize m_bytes, m_stride, m_perBuffer = 0, m_next = 0;
    std::deque<Buffer> m_buffers;
};

class Ladder
{
public:
    Ladder(const std::shared_ptr<Instance>& instance, const PhysicalDevice& physical, const LadderSettings& settings)
        : m_device(instance, physical), m_layout(m_device), m_settings(settings),
          m_groupSize(std::min(kMostLanes, maxGroupSize(m_device))), m_elements(resolveElements()),
          m_stopwatch(m_device), m_inputs(m_device, m_stopwatch, inputBytes(), m_block)
    {
    }

    LadderReport measure()
    {
        LadderReport report{.elements = m_elements,
                            .groupSize = m_groupSize,
                            .device = m_device.physical().properties.deviceName,
                            .driver = m_device.physical().driver,
                            .rows = {}};
        const double most = limit();
        for (const Rung& rung : allRungs())
        {
            m_settings.onRung(std::string(rung.name));
            report.rows.push_back(measureRung(rung, most));
        }
        return report;
    }

private:
    std::uint32_t resolveElements() const
    {
        const std::uint64_t most = m_device.limits().maxStorageBufferRange / sizeof(float);
        if (m_settings.elements > most)
            throw Error(PN_ERROR_INVALID_ARGUMENT, "--elements must be in 1.." + std::to_string(most) +
                                                       " on this device, found " + std::to_string(m_settings.elements));
        const std::uint64_t usual = bench::isSoftware(m_device.physical()) ? 1u << 20 : 1u << 25;
        return std::uint32_t(m_settings.elements != 0 ? m_settings.elements : std::min(most, usual));
    }

    // Whole loads of 64 bytes.
    std::uint64_t inputBytes() const { return (4ull * m_elements + 63) / 64 * 64; }

    // Bytes per second of a kernel that reads as much, and nothing else.
    double limit()
    {
        bench::MemoryLimit pass(m_device, m_layout, bench::MemoryLimit::Pass::Read);
        const bench::Spread times = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            pass.bind(m_inputs.next());
            pass.record(commands);
        });
        return double(inputBytes()) / times.median;
    }

    RungRow measureRung(const Rung& rung, double limit)
    {
        RungRow row{.name = std::string(rung.name), .unsupported = whyUnsupported(m_device, rung)};
        if (!row.unsupported.empty())
            return row;
        Reduction reduction(m_device, m_layout, rung, m_groupSize, m_elements);
        row.passes = reduction.passCount();
        reduction.bind(m_inputs.first());
        check(reduction, row);
        row.speed.seconds = m_stopwatch.time(m_settings.runs, [&](VkCommandBuffer commands) {
            reduction.bind(m_inputs.next());
            reduction.record(commands);
        });
        row.speed.bytes = 4ull * m_elements;
        row.speed.limit = limit;
        return row;
    }

    void check(Reduction& reduction, RungRow& row)
    {
        const auto sum = [&] {
            m_stopwatch.run([&](VkCommandBuffer commands) {
                barrier(m_device, commands, kTransferWrite, kKernelReadWrite);
                reduction.record(commands);
                reduction.recordResult(commands);
            });
            return reduction.result();
        };
        const float first = sum();
        const double right = sumOf(m_block, m_elements);
        row.error = std::abs(double(first) - right) / right;
        for (std::uint32_t i = 1; i < kBitRuns; ++i)
            row.sameBits = std::bit_cast<std::uint32_t>(sum()) == std::bit_cast<std::uint32_t>(first) && row.sameBits;
    }

    Device m_device;
    PipelineLayout m_layout;
    const LadderSettings& m_settings;
    std::uint32_t m_groupSize, m_elements;
    std::vector<float> m_block = makeBlock();
    bench::Stopwatch m_stopwatch;
    Inputs m_inputs;
};

} // namespace

LadderReport measureLadder(std::uint32_t deviceIndex, const LadderSettings& settings)
{
    const auto instance = std::make_shared<Instance>(false, Log{});
    return Ladder(instance, bench::findDevice(*instance, deviceIndex), settings).measure();
}

} // namespace pn::lab
