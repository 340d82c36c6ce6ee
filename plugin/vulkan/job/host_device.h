// A host's device: what jobs on it share, and its backend, which records and never submits.
#pragma once

#include "vulkan/job/kernel_tests.h"
#include "vulkan/passes/image_texels.h"
#include "vulkan/passes/prefilter.h"

#include "probenorm/probenorm_vulkan.h"

namespace pn::vulkan {

struct HostDeviceOptions
{
    bool subgroups = true;
    std::uint64_t chunkBytes = 0;  // scratch memory for texels; 0: 64 MiB
    std::uint32_t threadCount = 0; // for working out tables of prefiltering; 0: as many as the machine runs at once
    KeptStore tables = {};         // where they are kept from run to run
};

// A host device with the kernels for it and the results of their self-tests. A context and its jobs share it.
class HostDevice
{
public:
    HostDevice(const PnVulkanDevice& host, const HostDeviceOptions& options, Log log);

    Device& device() { return *m_device; }
    ShProjectKernels& projectKernels() { return m_projectKernels; }
    NormalizeKernels& normalizeKernels() { return m_normalizeKernels; }
    ImageKernels& imageKernels() { return m_imageKernels; }
    PrefilterKernels& prefilterKernels() { return m_prefilterKernels; }
    std::uint64_t chunkBytes() const { return m_chunkBytes; }
    std::uint32_t threadCount() const { return m_threadCount; }
    const KeptStore& tables() const { return m_tables; }

    VkFormatProperties formatProperties(VkFormat format) const;

    const KernelTests& tests() const { return m_tests; }
    void setTestResult(const TestKey& key, bool passed);
    bool isReproducible() const { return m_tests.isAnyKnown() && m_tests.haveAllPassed(); }

    std::string name() const { return m_device->physical().properties.deviceName; }
    std::uint32_t subgroupSize() const;

private:
    std::shared_ptr<Instance> m_instance;
    std::unique_ptr<Device> m_device;
    Log m_log;
    std::uint64_t m_chunkBytes;
    std::uint32_t m_threadCount;
    KeptStore m_tables;
    ShProjectKernels m_projectKernels;
    NormalizeKernels m_normalizeKernels;
    ImageKernels m_imageKernels;
    PrefilterKernels m_prefilterKernels;
    KernelTests m_tests;
};

// The backend of a context on a host device. It can only record; calls that would have to submit throw
// Error(PN_ERROR_UNSUPPORTED).
class HostDeviceBackend final : public Backend
{
public:
    explicit HostDeviceBackend(std::shared_ptr<HostDevice> hostDevice) : m_hostDevice(std::move(hostDevice)) {}

    BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                         std::span<ProbeResult> results, Monitor& monitor) override;
    BackendTimes normalize(std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                           std::span<NormalizeResult> results, Monitor& monitor) override;
    BackendTimes prefilter(std::span<const PrefilterTask> tasks, const TexelPolicy& policy, Monitor& monitor) override;
    void encodeBc6h(const Bc6hTask& task) override;
    bool canEncodeBc6h(const Bc6hTask&) const override { return false; }
    bool canPrefilter(const PrefilterTask&) const override { return false; }
    bool canMakeMips(const ProbeTask& task) const override { return task.madeMips == 0; }
    bool passesSelfTest(const ProbeTask&, const ProjectSettings&) override { return false; }
    bool passesSelfTest(const PrefilterTask&, const TexelPolicy&) override { return false; }
    bool passesSelfTest(const Bc6hTask&) override { return false; }
    bool isReproducible() override { return m_hostDevice->isReproducible(); }
    std::string name() const override { return m_hostDevice->name(); }
    std::uint32_t subgroupSize() const override { return m_hostDevice->subgroupSize(); }

private:
    std::shared_ptr<HostDevice> m_hostDevice;
};

} // namespace pn::vulkan
