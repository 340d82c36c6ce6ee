#pragma once

#include "vulkan/division.h"

#include "core/geometry_cache.h"

namespace pn::vulkan {

struct BackendOptions
{
    bool subgroups = true;
    std::uint64_t chunkBytes = 0;         // 0: what suits the device
    std::chrono::milliseconds timeout{0}; // 0: what suits the device
    std::uint32_t threadCount = 0;        // for copying texels into staging memory
};

// Projects on a Vulkan device.
class VulkanBackend final : public Backend
{
public:
    VulkanBackend(std::unique_ptr<Device> device, const BackendOptions& options, Log log);
    ~VulkanBackend() override;

    BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                         std::span<ProbeResult> results, Monitor& monitor) override;

    bool passesSelfTest(const Shape& shape, PnFormat format, const ProjectSettings& settings) override;
    bool passesSelfTest(const NormalizeJob& job) override;
    BackendTimes normalize(const NormalizeJob& job, NormalizeResult& result, Monitor& monitor) override;

    bool isReproducible() override;
    std::string name() const override;
    std::uint32_t subgroupSize() const override;

private:
    struct Slot;
    class Wave;

    BackendTimes projectUntested(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                 std::span<ProbeResult> results, Monitor& monitor);
    BackendTimes normalizeUntested(const NormalizeJob& job, NormalizeResult& result, const Monitor& monitor);
    bool runSelfTest(const Shape& shape, PnFormat format, const ProjectSettings& settings);
    bool runSelfTest(const NormalizeJob& job);
    bool passesCombineTest(PnFormat format, const ProjectSettings& settings);
    bool passes(const std::function<bool()>& selfTest);
    void distrustHalves();
    std::chrono::milliseconds timeout() const;
    std::uint64_t chunkBytes() const;
    Slot& nextSlot(std::uint64_t bytes, BackendTimes& times);
    void waitFor(Slot& slot, BackendTimes& times);
    Wave& nextWave(std::span<const ProbeView> probes, const ProjectSettings& settings);
    void dropWork();

    static constexpr std::size_t kSlotCount = 3; // one fills, one travels, one computes
    static constexpr std::size_t kWaveCount = 2; // one on its way, one to be completed

    std::unique_ptr<Device> m_device;
    BackendOptions m_options;
    Log m_log;
    bool m_trustsHalves = true; // until a self-test fails
    std::unique_ptr<ProjectKernels> m_kernels;
    std::unique_ptr<DivideKernels> m_divideKernels;
    GeometryCache m_geometries{kMipChain}; // of what is divided
    std::array<std::unique_ptr<Wave>, kWaveCount> m_waves;
    std::array<std::unique_ptr<Slot>, kSlotCount> m_slots; // after the waves, whose buffers their chunks use
    std::size_t m_nextWave = 0, m_nextSlot = 0;
    std::map<KernelVariant, bool> m_tested; // passed
    std::map<DivideVariant, bool> m_testedDivides;
    std::optional<bool> m_testedCombine; // one kernel for all
};

} // namespace pn::vulkan
