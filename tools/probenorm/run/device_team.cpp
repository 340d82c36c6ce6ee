#include "run/device_team.h"

#include "support/failure.h"

#include "image/files/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace pn::cli {
namespace {

std::vector<std::string> allGpus()
{
    std::vector<std::string> names;
    for (const PnDeviceInfo& device : listDevices())
        if (device.isSupported != 0 && device.type != PN_DEVICE_TYPE_SOFTWARE && device.type != PN_DEVICE_TYPE_OTHER)
            names.push_back(fmt::format("vulkan:{}", device.index));
    return names;
}

// Each device once, by an index where it is not the CPU.
std::vector<std::string> namedDevices(const std::string& text)
{
    std::vector<std::string> names;
    for (const std::string& part : splitDevices(text))
    {
        std::vector<std::string> more = {part};
        if (part == "all" || part == "vulkan:all")
            more = allGpus();
        else if (part.starts_with("vulkan"))
            more = {fmt::format("vulkan:{}", findDevice(part))};
        if (part == "vulkan:all" && more.empty())
            throw Failure(Exit::RunTime, "--device vulkan:all: there is no GPU here");
        if (part == "all")
            more.push_back("cpu");
        for (const std::string& name : more)
        {
            if (std::find(names.begin(), names.end(), name) != names.end())
                throw Failure(Exit::CommandLine, fmt::format("--device {}: names {} twice", text, name));
            names.push_back(name);
        }
    }
    return names;
}

void requireSameBits(const FallbackContext& device, const std::string& name)
{
    const PnContextInfo info = contextInfo(device.context());
    if (info.isReproducible == 0)
        throw Failure(Exit::RunTime, fmt::format("--device: {} ({}) does not give the CPU's bits, so it cannot share "
                                                 "work with others",
                                                 name, info.name));
}

// What comes of one device of several that are opened at the same time.
struct Opening
{
    std::unique_ptr<FallbackContext> device;
    HeldMessages messages;
    std::exception_ptr error;

    void run(const OpenDevice& open, const std::string& name, bool isBesideOthers)
    {
        const HeldMessages::Scope scope(messages);
        try
        {
            device = std::make_unique<FallbackContext>(open(name));
            if (isBesideOthers)
                requireSameBits(*device, name);
        }
        catch (...)
        {
            error = std::current_exception();
        }
    }
};

} // namespace

DeviceTeam makeDeviceTeam(const DeviceOptions& options, Console& console)
{
    std::vector<std::string> names = {options.device};
    if (options.device != "auto")
        names = namedDevices(options.device);
    const auto open = [&](const std::string& name) {
        DeviceOptions one = options;
        one.device = name;
        return makeFallbackContext(one, console);
    };
    return openTeam(names, open, console);
}

DeviceTeam openTeam(const std::vector<std::string>& names, const OpenDevice& open, Console& console)
{
    const auto count = static_cast<std::uint32_t>(names.size());
    std::vector<Opening> openings(count);
    image::parallelRanges(count, count,
                          [&](std::uint32_t i, std::uint32_t) { openings[i].run(open, names[i], count > 1); });
    DeviceTeam team;
    for (Opening& opening : openings)
    {
        opening.messages.writeTo(console);
        if (opening.error)
            std::rethrow_exception(opening.error);
        team.push_back(std::move(opening.device));
    }
    return team;
}

std::string deviceChoice(PnContext context)
{
    const PnContextInfo info = contextInfo(context);
    return info.backend == PN_BACKEND_CPU ? "cpu" : fmt::format("vulkan:{}", info.deviceIndex);
}

std::string teamName(const DeviceTeam& team)
{
    std::string names;
    for (const auto& device : team)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", contextInfo(device->context()).name);
    return names;
}

} // namespace pn::cli
