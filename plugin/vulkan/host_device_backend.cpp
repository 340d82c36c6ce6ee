#include "vulkan/host_device_backend.h"

#include "core/error.h"

namespace pn::vulkan {
namespace {

[[noreturn]] void refuse()
{
    throw Error(PN_ERROR_UNSUPPORTED,
                "the context is on a host device, to which ProbeNorm does not submit; use pnCreateVulkanJob");
}

} // namespace

BackendTimes HostDeviceBackend::project(std::span<const ProbeView>, const ProjectSettings&, std::span<ProbeResult>,
                                        Monitor&)
{
    refuse();
}

BackendTimes HostDeviceBackend::normalize(std::span<const ProbeTask>, const ProjectSettings&,
                                          std::span<NormalizeResult>, Monitor&)
{
    refuse();
}

} // namespace pn::vulkan
