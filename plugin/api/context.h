#pragma once

#include "api/message_ring.h"
#include "core/backend.h"
#include "core/cpu/cpu_backend.h"
#include "core/error.h"
#include "vulkan/job/host_device.h"

#include <memory>

// The object behind a PnContext: a backend, and the CPU to fall back to if the caller left the choice to us.
struct PnContext_T
{
    std::shared_ptr<pn::api::MessageRing<PnLogMessage>>
        keptLog; // null if the caller did not ask for it; the log shares it
    pn::vulkan::Log log;
    bool isDeviceGone = false; // it was lost or did not answer; the CPU does its work
    std::unique_ptr<pn::Backend> backend;
    std::unique_ptr<pn::CpuBackend> cpu; // null if the caller named a Vulkan device, which is never replaced silently
    std::unique_ptr<pn::CpuBackend> standIn;            // for what the backend does not do, if cpu is null
    std::shared_ptr<pn::vulkan::HostDevice> hostDevice; // of the backend; null on devices of our own
    PnBackend kind = PN_BACKEND_CPU;
    std::uint32_t deviceIndex = 0;
    std::uint32_t threadCount = 1;
    pn::KeptStore tables; // of the host
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

BackendChoice chooseBackend(PnContext_T& context, const PrefilterTask& task, const TexelPolicy& policy);

BackendChoice chooseBackend(PnContext_T& context, const Bc6hTask& task);

BackendChoice cpuChoice(PnContext_T& context);

// The CPU, for what the context's device does not do, though the caller named that device.
CpuBackend& cpuOf(PnContext_T& context);

// Whether the CPU may repeat work that failed on the chosen backend. It may under PN_BACKEND_AUTO if the device was
// lost, did not answer, or has too little memory. A lost device is not used again.
bool replaceDevice(PnContext_T& context, const BackendChoice& choice, const Error& error);

inline constexpr std::size_t kFirstContextDescSize = 48; // before loadKernels was appended

// Reads and checks the description of a caller; NULL means all defaults.
PnContextDesc readContextDesc(const PnContextDesc* desc);

// The receiver of the context's messages: it passes them to the callback of desc, and keeps them if desc asks for
// that.
vulkan::Log openLog(PnContext_T& context, const PnContextDesc& desc);

// Throws Error if the device that desc names cannot be used. That never happens under PN_BACKEND_AUTO.
std::unique_ptr<PnContext_T> createContext(const PnContextDesc& desc);

PnContextInfo describeContext(PnContext_T& context);

// Fills at most infos.size() entries; returns how many devices there are.
std::uint32_t enumerateDevices(std::span<PnDeviceInfo> infos);

} // namespace pn::api
