#pragma once

#include "api/log_ring.h"
#include "core/backend.h"
#include "core/cpu_backend.h"
#include "vulkan/lent_device.h"

#include <memory>

// What a PnContext is: a backend, and the processor to fall back to where the caller left the choice to us.
struct PnContext_T
{
    std::shared_ptr<pn::api::LogRing> keptLog; // null where it was not asked for; what logs shares it
    std::unique_ptr<pn::Backend> backend;
    std::unique_ptr<pn::CpuBackend> cpu; // null where the caller named a Vulkan device: no silent replacement there
    std::shared_ptr<pn::vulkan::LentDevice> lent; // the backend's, where a host lends its device
    PnBackend kind = PN_BACKEND_CPU;
    std::uint32_t deviceIndex = 0;
    std::uint32_t threadCount = 1;
};

namespace pn::api {

// The description of a caller, checked; NULL is all defaults.
PnContextDesc readContextDesc(const PnContextDesc* desc);

// Where the context's messages go: to the callback of desc, and kept if it asks for that.
vulkan::Log openLog(PnContext_T& context, const PnContextDesc& desc);

// Throws Error when the device that desc names cannot be had. Under PN_BACKEND_AUTO that never happens.
std::unique_ptr<PnContext_T> createContext(const PnContextDesc& desc);

// Fills at most infos.size() entries; returns how many devices there are.
std::uint32_t enumerateDevices(std::span<PnDeviceInfo> infos);

} // namespace pn::api
