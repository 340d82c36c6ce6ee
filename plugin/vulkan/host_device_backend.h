// A host's device as a backend: work is recorded into the host's command buffers and never submitted.
#pragma once

#include "vulkan/job/host_device.h"

namespace pn::vulkan {

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
    bool canMakeMips(const ProbeTask& task) const override { return task.madeMips == 0; }
    bool passesSelfTest(const ProbeTask&, const ProjectSettings&) override { return false; }
    bool isReproducible() override { return m_hostDevice->isReproducible(); }
    std::string name() const override { return m_hostDevice->name(); }
    std::uint32_t subgroupSize() const override { return m_hostDevice->subgroupSize(); }

private:
    std::shared_ptr<HostDevice> m_hostDevice;
};

} // namespace pn::vulkan
