#pragma once

#include "api/message_ring.h"
#include "core/backend.h"
#include "core/cpu/cpu_backend.h"
#include "core/error.h"
#include "vulkan/host_device_backend.h"

#include <memory>

// What a PnContext is: a backend, and the CPU to fall back to where the caller left the choice to us.
struct PnContext_T
{
    std::shared_ptr<pn::api::MessageRing<PnLogMessage>> keptLog; // null where it was not asked for; the log shares it
    pn::vulkan::Log log;
    bool isDeviceGone = false; // lost, or it did not answer: the CPU does its work
    std::unique_ptr<pn::Backend> backend;
    std::unique_ptr<pn::CpuBackend> cpu; // null where the caller named a Vulkan device: no silent replacement there
    std::shared_ptr<pn::vulkan::HostDevice> hostDevice; // of the backend; null on devices of our own
    PnBackend kind = PN_BACKEND_CPU;
    std::uint32_t deviceIndex = 0;
    std::uint32_t threadCount = 1;
};

namespace pn::api {

// Which backend takes a task, and whether it gives the CPU's bits.
struct BackendChoice
{
    Backend* backend = nullptr;
    PnBackend kind = PN_BACKEND_CPU;
    bool isReproducible = true;

    bool operator==(const BackendChoice&) const = default;
};

// Under PN_BACKEND_AUTO the CPU replaces kernels that do not give its bits.
BackendChoice chooseBackend(PnContext_T& context, const ProbeTask& task, const ProjectSettings& settings);

BackendChoice cpuChoice(PnContext_T& context);

// After work failed on the backend of that choice: whether the CPU may do it instead. It may under PN_BACKEND_AUTO,
// where the device was lost, did not answer, or has too little memory. A device that is gone is not asked again.
bool replaceDevice(PnContext_T& context, const BackendChoice& choice, const Error& error);

// The description of a caller, checked; NULL is all defaults.
PnContextDesc readContextDesc(const PnContextDesc* desc);

// Where the context's messages go: to the callback of desc, and kept if it asks for that.
vulkan::Log openLog(PnContext_T& context, const PnContextDesc& desc);

// Throws Error when the device that desc names cannot be had. Under PN_BACKEND_AUTO that never happens.
std::unique_ptr<PnContext_T> createContext(const PnContextDesc& desc);

PnContextInfo describeContext(PnContext_T& context);

// Fills at most infos.size() entries; returns how many devices there are.
std::uint32_t enumerateDevices(std::span<PnDeviceInfo> infos);

} // namespace pn::api
