#include "api/context.h"

#include "api/boundary.h"
#include "api/message_ring.h"
#include "core/parallel.h"
#include "vulkan/vulkan_backend.h"

namespace pn::api {
namespace {

using vulkan::Device;
using vulkan::Instance;
using vulkan::PhysicalDevice;
using vulkan::VulkanBackend;

PnDeviceType deviceType(VkPhysicalDeviceType type)
{
    switch (type)
    {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return PN_DEVICE_TYPE_INTEGRATED_GPU;
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return PN_DEVICE_TYPE_DISCRETE_GPU;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return PN_DEVICE_TYPE_VIRTUAL_GPU;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return PN_DEVICE_TYPE_SOFTWARE;
    default: return PN_DEVICE_TYPE_OTHER;
    }
}

bool isRealGpu(const PhysicalDevice& device)
{
    const PnDeviceType type = deviceType(device.properties.deviceType);
    return device.isSupported && type != PN_DEVICE_TYPE_SOFTWARE && type != PN_DEVICE_TYPE_OTHER;
}

PnDeviceInfo describe(const PhysicalDevice& device, std::uint32_t index)
{
    PnDeviceInfo info{};
    info.structSize = sizeof(info);
    info.index = index;
    info.type = deviceType(device.properties.deviceType);
    info.vendorId = device.properties.vendorID;
    info.deviceId = device.properties.deviceID;
    info.apiVersion = device.properties.apiVersion;
    info.driverVersion = device.properties.driverVersion;
    info.subgroupSize = device.subgroup.subgroupSize;
    info.isSupported = device.isSupported ? 1 : 0;
    copyText(info.name, device.properties.deviceName);
    copyText(info.driver, device.driver.c_str());
    return info;
}

vulkan::BackendOptions backendOptions(const PnContextDesc& desc)
{
    vulkan::BackendOptions options;
    options.subgroups = (desc.flags & PN_CONTEXT_NO_SUBGROUPS) == 0;
    options.chunkBytes = desc.chunkBytes;
    options.threadCount = desc.threadCount;
    options.kernels = {desc.loadKernels, desc.storeKernels, desc.kernelsUserData};
    options.tables = {desc.loadTables, desc.storeTables, desc.tablesUserData};
    if (desc.timeoutMs != 0)
        options.timeout = std::chrono::milliseconds(desc.timeoutMs);
    return options;
}

std::unique_ptr<VulkanBackend> makeBackend(const std::shared_ptr<Instance>& instance, const PhysicalDevice& device,
                                           const PnContextDesc& desc, const vulkan::Log& log)
{
    return std::make_unique<VulkanBackend>(std::make_unique<Device>(instance, device), backendOptions(desc), log);
}

std::shared_ptr<Instance> makeInstance(const PnContextDesc& desc, const vulkan::Log& log)
{
    return std::make_shared<Instance>((desc.flags & PN_CONTEXT_VALIDATION) != 0, log);
}

void useNamedDevice(PnContext_T& context, const PnContextDesc& desc, const vulkan::Log& log)
{
    const auto instance = makeInstance(desc, log);
    const auto devices = instance->physicalDevices();
    if (desc.deviceIndex >= devices.size())
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE,
                    joined("there is no Vulkan device ", desc.deviceIndex, "; this machine has ", devices.size()));
    context.backend = makeBackend(instance, devices[desc.deviceIndex], desc, log);
    context.kind = PN_BACKEND_VULKAN;
    context.deviceIndex = desc.deviceIndex;
}

// Null if the device does not work or gives wrong bits. The next device may do better.
std::unique_ptr<VulkanBackend> tryDevice(const std::shared_ptr<Instance>& instance, const PhysicalDevice& device,
                                         const PnContextDesc& desc, const vulkan::Log& log)
try
{
    auto backend = makeBackend(instance, device, desc, log);
    return backend->isReproducible() ? std::move(backend) : nullptr;
}
catch (const Error& e)
{
    log(PN_LOG_WARNING, joined(device.properties.deviceName, " is not used: ", e.what()).c_str());
    return nullptr;
}

// The first real GPU that gives the right bits. A machine whose drivers do not work counts as one without a GPU.
void useBestGpu(PnContext_T& context, const PnContextDesc& desc, const vulkan::Log& log)
try
{
    const auto instance = makeInstance(desc, log);
    const auto devices = instance->physicalDevices();
    for (std::uint32_t i = 0; i < devices.size() && !context.backend; ++i)
    {
        if (!isRealGpu(devices[i]))
            continue;
        context.backend = tryDevice(instance, devices[i], desc, log);
        if (!context.backend)
            continue;
        context.kind = PN_BACKEND_VULKAN;
        context.deviceIndex = i;
    }
}
catch (const Error& e)
{
    log(PN_LOG_INFO, joined("no GPU is used: ", e.what()).c_str());
}

void keep(MessageRing<PnLogMessage>& ring, PnLogLevel level, const char* text)
{
    PnLogMessage message{};
    message.level = level;
    ring.add(message, text);
}

// A device that fails during its test is replaced, as one with wrong bits is.
template <typename... Task>
bool passesSelfTest(PnContext_T& context, const Task&... task)
try
{
    return context.backend && !context.isDeviceGone && context.backend->passesSelfTest(task...);
}
catch (const Error& e)
{
    if (!replaceDevice(context, {.backend = context.backend.get(), .kind = context.kind, .isReproducible = false}, e))
        throw;
    return false;
}

template <typename... Task>
BackendChoice chooseTested(PnContext_T& context, const Task&... task)
{
    const bool passes = passesSelfTest(context, task...);
    if (!passes && context.cpu)
        return cpuChoice(context);
    return {.backend = context.backend.get(), .kind = context.kind, .isReproducible = passes};
}

} // namespace

bool replaceDevice(PnContext_T& context, const BackendChoice& choice, const Error& error)
{
    const bool isGone = error.result() == PN_ERROR_DEVICE_LOST || error.result() == PN_ERROR_TIMEOUT;
    if (!context.cpu || choice.kind == PN_BACKEND_CPU || (!isGone && error.result() != PN_ERROR_OUT_OF_MEMORY))
        return false;
    if (context.log)
        context.log(PN_LOG_WARNING, joined("the CPU does the rest: ", error.what()).c_str());
    context.isDeviceGone = context.isDeviceGone || isGone;
    return true;
}

BackendChoice cpuChoice(PnContext_T& context)
{
    return {.backend = &cpuOf(context), .kind = PN_BACKEND_CPU, .isReproducible = true};
}

CpuBackend& cpuOf(PnContext_T& context)
{
    if (context.cpu)
        return *context.cpu;
    if (!context.standIn)
        context.standIn = std::make_unique<CpuBackend>(context.threadCount, simdTargets().front(), context.tables);
    return *context.standIn;
}

BackendChoice chooseBackend(PnContext_T& context, const ProbeTask& task, const ProjectSettings& settings)
{
    if (context.backend && !context.backend->canMakeMips(task))
        return cpuChoice(context);
    return chooseTested(context, task, settings);
}

BackendChoice chooseBackend(PnContext_T& context, const PrefilterTask& task, const TexelPolicy& policy)
{
    if (context.backend && !context.backend->canPrefilter(task))
        return cpuChoice(context);
    return chooseTested(context, task, policy);
}

// The blocks are promised, so the CPU does the work of any device that fails its test. Where the choice is ours, it
// does that of small pictures, too: a driver compiles the kernel for one or two seconds.
BackendChoice chooseBackend(PnContext_T& context, const Bc6hTask& task)
{
    constexpr std::uint64_t kManyTexels = 4u << 20;
    const bool isWanted = !context.cpu || task.picture.shape.texelCount() >= kManyTexels;
    if (isWanted && context.backend && context.backend->canEncodeBc6h(task) && passesSelfTest(context, task))
        return {.backend = context.backend.get(), .kind = context.kind};
    return cpuChoice(context);
}

PnContextDesc readContextDesc(const PnContextDesc* desc)
{
    const PnContextDesc read = desc != nullptr ? readDesc(desc, kFirstContextDescSize, "desc") : PnContextDesc{};
    require(read.backend >= PN_BACKEND_AUTO && read.backend <= PN_BACKEND_VULKAN, "desc.backend is unknown");
    require(read.threadCount <= 1024, "desc.threadCount must be at most 1024");
    constexpr std::uint32_t kKnownFlags = PN_CONTEXT_VALIDATION | PN_CONTEXT_NO_SUBGROUPS | PN_CONTEXT_KEEP_LOG;
    require((read.flags & ~kKnownFlags) == 0, "desc.flags has an unknown flag");
    require((read.loadKernels == nullptr) == (read.storeKernels == nullptr),
            "desc.loadKernels and desc.storeKernels must both be given, or neither");
    require((read.loadTables == nullptr) == (read.storeTables == nullptr),
            "desc.loadTables and desc.storeTables must both be given, or neither");
    return read;
}

vulkan::Log openLog(PnContext_T& context, const PnContextDesc& desc)
{
    if ((desc.flags & PN_CONTEXT_KEEP_LOG) != 0)
        context.keptLog = std::make_shared<MessageRing<PnLogMessage>>();
    return [ring = context.keptLog, log = desc.log, userData = desc.logUserData](PnLogLevel level, const char* text) {
        if (ring)
            keep(*ring, level, text);
        if (log != nullptr)
            log(userData, level, text);
    };
}

std::unique_ptr<PnContext_T> createContext(const PnContextDesc& desc)
{
    auto context = std::make_unique<PnContext_T>();
    const vulkan::Log log = openLog(*context, desc);
    context->log = log;
    context->tables = {desc.loadTables, desc.storeTables, desc.tablesUserData};
    if (desc.backend == PN_BACKEND_VULKAN)
        useNamedDevice(*context, desc, log);
    else
        context->cpu = std::make_unique<CpuBackend>(desc.threadCount, simdTargets().front(), context->tables);
    if (desc.backend == PN_BACKEND_AUTO)
        useBestGpu(*context, desc, log);
    context->threadCount = resolveThreadCount(desc.threadCount);
    return context;
}

PnContextInfo describeContext(PnContext_T& context)
{
    const bool usesDevice = context.backend && !context.isDeviceGone;
    Backend& backend = usesDevice ? *context.backend : *context.cpu;
    PnContextInfo info{};
    info.backend = usesDevice ? context.kind : PN_BACKEND_CPU;
    info.deviceIndex = context.deviceIndex;
    info.isReproducible = backend.isReproducible() ? 1 : 0;
    info.subgroupSize = backend.subgroupSize();
    info.threadCount = context.threadCount;
    copyText(info.name, backend.name().c_str());
    return info;
}

std::uint32_t enumerateDevices(std::span<PnDeviceInfo> infos)
{
    std::vector<PhysicalDevice> devices;
    try
    {
        devices = Instance(false, {}).physicalDevices();
    }
    catch (const Error& e)
    {
        if (e.result() != PN_ERROR_UNSUPPORTED_DEVICE) // no loader, no driver: no devices
            throw;
    }
    for (std::uint32_t i = 0; i < std::min(infos.size(), devices.size()); ++i)
        infos[i] = describe(devices[i], i);
    return std::uint32_t(devices.size());
}

} // namespace pn::api
