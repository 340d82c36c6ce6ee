#pragma once

#include "vulkan/image_fetch.h"

#include "probenorm/probenorm_vulkan.h"

namespace pn::vulkan {

struct LentOptions
{
    bool subgroups = true;
    std::uint64_t chunkBytes = 0; // of scratch texels; 0: 64 MiB
};

// What a host's device is used through, and what is known of it. Shared by a context and its jobs.
class LentDevice
{
public:
    LentDevice(const PnVulkanDevice& lent, const LentOptions& options, Log log);

    // What a self-test covers: kernels, by variant.
    struct TestKey
    {
        KernelVariant project;
        std::optional<DivideVariant> divide;
        bool combined = false; // sh_combine, which large faces need

        auto operator<=>(const TestKey&) const = default;
    };

    Device& device() { return *m_device; }
    ProjectKernels& projectKernels() { return m_projectKernels; }
    DivideKernels& divideKernels() { return m_divideKernels; }
    FetchKernels& fetchKernels() { return m_fetchKernels; }
    std::uint64_t chunkBytes() const { return m_chunkBytes; }

    VkFormatProperties formatProperties(VkFormat format) const;

    std::optional<bool> verdict(const TestKey& key) const; // none: not tested yet
    void note(const TestKey& key, bool passed);
    bool isReproducible() const; // something was tested, and everything passed

    std::string name() const { return m_device->physical().properties.deviceName; }
    std::uint32_t subgroupSize() const;

private:
    std::shared_ptr<Instance> m_instance;
    std::unique_ptr<Device> m_device;
    Log m_log;
    std::uint64_t m_chunkBytes;
    ProjectKernels m_projectKernels;
    DivideKernels m_divideKernels;
    FetchKernels m_fetchKernels;
    std::map<TestKey, bool> m_verdicts;
};

// A context's backend where all it may do is to record. What would have to submit is PN_ERROR_UNSUPPORTED.
class LentBackend final : public Backend
{
public:
    explicit LentBackend(std::shared_ptr<LentDevice> lent) : m_lent(std::move(lent)) {}

    BackendTimes project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                         std::span<ProbeResult> results, Monitor& monitor) override;
    BackendTimes normalize(const NormalizeJob& job, NormalizeResult& result, Monitor& monitor) override;
    bool passesSelfTest(const Shape&, PnFormat, const ProjectSettings&) override { return false; }
    bool passesSelfTest(const NormalizeJob&) override { return false; }
    bool isReproducible() override { return m_lent->isReproducible(); }
    std::string name() const override { return m_lent->name(); }
    std::uint32_t subgroupSize() const override { return m_lent->subgroupSize(); }

private:
    std::shared_ptr<LentDevice> m_lent;
};

} // namespace pn::vulkan
