#include "device.h"

#include "failure.h"
#include "text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

constexpr std::string_view kVulkan = "vulkan";
constexpr std::string_view kVulkanColon = "vulkan:";

void onLog(void* userData, PnLogLevel level, const char* message)
{
    static_cast<Console*>(userData)->write(level, message);
}

bool matches(const PnDeviceInfo& device, std::string_view wanted)
{
    std::uint64_t index = 0;
    if (parseUint(wanted, index))
        return device.index == index;
    return lowerCase(device.name).find(lowerCase(wanted)) != std::string::npos;
}

std::uint32_t findDevice(const std::string& choice)
{
    const std::vector<PnDeviceInfo> devices = listDevices();
    if (devices.empty())
        throw Failure(Exit::RunTime, fmt::format("--device {}: there is no Vulkan device here", choice));
    if (choice == kVulkan)
        return devices.front().index;
    for (const PnDeviceInfo& device : devices)
        if (matches(device, std::string_view(choice).substr(kVulkanColon.size())))
            return device.index;
    throw Failure(Exit::RunTime,
                  fmt::format("--device {}: no such Vulkan device; `probenorm devices` lists them", choice));
}

} // namespace

std::vector<PnDeviceInfo> listDevices()
{
    std::uint32_t count = 0;
    if (const PnResult result = pnEnumerateDevices(0, nullptr, &count); result != PN_SUCCESS)
        throwResult(result, "cannot list the devices");
    std::vector<PnDeviceInfo> devices(count);
    for (PnDeviceInfo& device : devices)
        device.structSize = sizeof(PnDeviceInfo);
    if (count == 0)
        return devices;
    std::uint32_t found = 0;
    if (const PnResult result = pnEnumerateDevices(count, devices.data(), &found); result != PN_SUCCESS)
        throwResult(result, "cannot list the devices");
    devices.resize(std::min(count, found));
    return devices;
}

ContextPtr openContext(const DeviceOptions& options, Console& console)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.threadCount = options.threads;
    desc.log = onLog;
    desc.logUserData = &console;
    if (options.device == "cpu")
        desc.backend = PN_BACKEND_CPU;
    else if (options.device != "auto")
    {
        desc.backend = PN_BACKEND_VULKAN;
        desc.deviceIndex = findDevice(options.device);
    }

    PnContext context = nullptr;
    if (const PnResult result = pnCreateContext(&desc, &context); result != PN_SUCCESS)
        throwResult(result, fmt::format("--device {}", options.device));
    return ContextPtr(context);
}

PnContextInfo contextInfo(PnContext context)
{
    PnContextInfo info{};
    info.structSize = sizeof(info);
    if (const PnResult result = pnGetContextInfo(context, &info); result != PN_SUCCESS)
        throwResult(result, "cannot test the device");
    return info;
}

const char* backendName(PnBackend backend)
{
    return backend == PN_BACKEND_VULKAN ? "vulkan" : "cpu";
}

void throwResult(PnResult result, const std::string& about)
{
    const std::string message = fmt::format("{}: {} ({})", about, pnGetLastErrorMessage(), pnGetResultName(result));
    switch (result)
    {
    case PN_ERROR_INVALID_ARGUMENT:
    case PN_ERROR_BAD_TEXEL: throw Failure(Exit::InvalidInput, message);
    case PN_ERROR_UNSUPPORTED:
    case PN_ERROR_UNSUPPORTED_FORMAT: throw Failure(Exit::Unsupported, message);
    case PN_ERROR_CANCELLED: throw Failure(Exit::RunTime, "cancelled");
    default: throw Failure(Exit::RunTime, message);
    }
}

} // namespace pn::cli
