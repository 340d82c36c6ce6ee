#include "commands/command.h"
#include "run/device.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/json.h"
#include "support/text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

// One entry of the list: the CPU or a device.
struct DeviceEntry
{
    std::string choice; // for --device
    std::string name;
    Json facts;       // of the JSON form
    std::string note; // for people
    bool isReproducible = false;
    std::string failure; // why it cannot be used; "" when it can
};

const char* typeName(PnDeviceType type)
{
    switch (type)
    {
    case PN_DEVICE_TYPE_INTEGRATED_GPU: return "integrated";
    case PN_DEVICE_TYPE_DISCRETE_GPU: return "discrete";
    case PN_DEVICE_TYPE_VIRTUAL_GPU: return "virtual";
    case PN_DEVICE_TYPE_SOFTWARE: return "software";
    default: return "other";
    }
}

// Vulkan packs 3 bits of variant, 7 of major, 10 of minor and 12 of patch.
std::string vulkanVersion(std::uint32_t version)
{
    return fmt::format("{}.{}.{}", version >> 22 & 0x7fu, version >> 12 & 0x3ffu, version & 0xfffu);
}

// Makes a context there and runs its self-test.
void tryOut(DeviceEntry& entry, Console& console)
{
    try
    {
        DeviceOptions options;
        options.device = entry.choice;
        const probenorm::Context context = openContext(options, console);
        const PnContextInfo info = contextInfo(context.get());
        entry.isReproducible = info.isReproducible != 0;
        if (entry.name.empty())
            entry.name = info.name;
        entry.facts[info.backend == PN_BACKEND_CPU ? "threads" : "subgroupSize"] =
            info.backend == PN_BACKEND_CPU ? info.threadCount : info.subgroupSize;
        if (info.backend == PN_BACKEND_CPU)
            entry.note = counted(info.threadCount, "thread");
    }
    catch (const Failure& failure)
    {
        entry.failure = failure.what();
    }
}

DeviceEntry vulkanEntry(const PnDeviceInfo& device)
{
    DeviceEntry entry;
    entry.choice = fmt::format("vulkan:{}", device.index);
    entry.name = device.name;
    entry.facts = {{"index", device.index},
                   {"type", typeName(device.type)},
                   {"driver", device.driver},
                   {"vulkan", vulkanVersion(device.apiVersion)}};
    entry.note =
        fmt::format("{}, Vulkan {}, {}", typeName(device.type), vulkanVersion(device.apiVersion), device.driver);
    return entry;
}

std::vector<DeviceEntry> findEntries(Console& console)
{
    std::vector<DeviceEntry> entries(1);
    entries.front().choice = "cpu";
    for (const PnDeviceInfo& device : listDevices())
        entries.push_back(vulkanEntry(device));
    for (DeviceEntry& entry : entries)
        tryOut(entry, console);
    return entries;
}

std::string entriesJson(const std::vector<DeviceEntry>& entries)
{
    Json list = Json::array();
    for (const DeviceEntry& entry : entries)
    {
        Json json = {
            {"device", entry.choice}, {"backend", entry.choice == "cpu" ? "cpu" : "vulkan"}, {"name", entry.name}};
        json.update(entry.facts);
        json["supported"] = entry.failure.empty();
        if (entry.failure.empty())
            json["reproducible"] = entry.isReproducible;
        else
            json["reason"] = entry.failure;
        list.push_back(json);
    }
    return jsonText({{"probenorm", versionText()}, {"devices", list}});
}

std::string entriesText(const std::vector<DeviceEntry>& entries)
{
    std::string out;
    for (const DeviceEntry& entry : entries)
    {
        const char* verdict = entry.isReproducible ? "reproducible" : "NOT reproducible";
        out += fmt::format("{:<10} {} ({}): {}\n", entry.choice, printable(entry.name), printable(entry.note),
                           entry.failure.empty() ? verdict : fmt::format("not usable: {}", printable(entry.failure)));
    }
    return out;
}

Exit printDevices(ListOptions& options, Console& console)
{
    const std::vector<DeviceEntry> entries = findEntries(console);
    writeOutput("-", options.json ? entriesJson(entries) : entriesText(entries));
    return Exit::Success;
}

} // namespace

const Command kDevicesCommand{
    .name = "devices",
    .summary = "List what it can run on, and whether each is reproducible",
    .manual = R"(Runs the self-test on each: reproducible means that its kernels gave the CPU backend's bits just now.
The first word of a line is what --device takes.

  probenorm devices
  probenorm devices --format json)",
    .add = addCommand<ListOptions, printDevices>,
};

} // namespace pn::cli
