#include "run/device.h"

#include "run/kept_files.h"
#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>

#include <utility>

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

} // namespace

const std::vector<PnDeviceInfo>& listDevices()
try
{
    static const std::vector<PnDeviceInfo> devices = probenorm::enumerateDevices();
    return devices;
}
catch (const probenorm::Exception& e)
{
    throwResult(e.result(), "cannot list the devices");
}

std::uint32_t findDevice(const std::string& choice)
{
    const std::vector<PnDeviceInfo>& devices = listDevices();
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

probenorm::Context openContext(const DeviceOptions& options, Console& console, std::uint64_t chunkBytes)
{
    auto desc = probenorm::sized<PnContextDesc>();
    desc.threadCount = options.threads;
    desc.chunkBytes = chunkBytes;
    desc.log = onLog;
    desc.logUserData = &console;
    keepFiles(desc, options);
    if (options.device == "cpu")
        desc.backend = PN_BACKEND_CPU;
    else if (options.device != "auto")
    {
        desc.backend = PN_BACKEND_VULKAN;
        desc.deviceIndex = findDevice(options.device);
        if (listDevices().at(desc.deviceIndex).type == PN_DEVICE_TYPE_SOFTWARE)
            desc.chunkBytes = 0;
    }
    try
    {
        return probenorm::Context(desc);
    }
    catch (const probenorm::Exception& e)
    {
        throwResult(e.result(), fmt::format("--device {}", options.device));
    }
}

PnContextInfo contextInfo(PnContext context)
{
    auto info = probenorm::sized<PnContextInfo>();
    if (const PnResult result = pnGetContextInfo(context, &info); result != PN_SUCCESS)
        throwResult(result, "cannot test the device");
    return info;
}

probenorm::Context openCpu(std::uint32_t threads)
{
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = PN_BACKEND_CPU;
    desc.threadCount = threads;
    return probenorm::Context(desc);
}

std::optional<probenorm::Context> openGpu(DeviceOptions options, Console& console)
{
    const PnContextInfo chosen = contextInfo(openContext(options, console).get());
    if (chosen.backend == PN_BACKEND_CPU)
        return std::nullopt;
    options.device = fmt::format("{}{}", kVulkanColon, chosen.deviceIndex);
    return openContext(options, console);
}

FallbackContext::FallbackContext(probenorm::Context chosen, OpenCpu openCpu, Console& console)
    : m_context(std::move(chosen)), m_openCpu(std::move(openCpu)), m_console(console)
{
}

PnResult FallbackContext::run(std::uint32_t count, const RunItems& items, std::uint32_t* completed)
{
    *completed = 0;
    const PnResult result = items(m_context.get(), 0, completed);
    const bool isDeviceGone = result == PN_ERROR_DEVICE_LOST || result == PN_ERROR_TIMEOUT;
    if (!isDeviceGone || m_isFallback)
        return result;
    const std::string reason = fmt::format("{} ({})", pnGetLastErrorMessage(), pnGetResultName(result));
    m_console.warn(reason + "; going on with the CPU backend, which gives the same bits");
    m_context = m_openCpu();
    m_isFallback = true;
    if (*completed == count)
        return PN_SUCCESS;
    std::uint32_t rest = 0;
    const PnResult second = items(m_context.get(), *completed, &rest);
    *completed += rest;
    return second;
}

FallbackContext makeFallbackContext(const DeviceOptions& options, Console& console, std::uint64_t chunkBytes)
{
    DeviceOptions cpu = options;
    cpu.device = "cpu";
    return FallbackContext(
        openContext(options, console, chunkBytes), [cpu, &console] { return openContext(cpu, console); }, console);
}

FallbackContext makeContextFor(std::size_t inputCount, const DeviceOptions& options, Console& console)
{
    constexpr std::size_t kFew = 8;
    DeviceOptions chosen = options;
    if (chosen.device == "auto" && inputCount < kFew)
        chosen.device = "cpu";
    return makeFallbackContext(chosen, console);
}

} // namespace pn::cli
