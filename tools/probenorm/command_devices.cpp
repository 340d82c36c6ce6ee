#include "command.h"
#include "device.h"
#include "failure.h"
#include "json.h"
#include "output.h"
#include "text.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

struct DevicesOptions
{
    bool json = false;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addJsonFormat(app, json, "Form of the result (text)");
        messages.addTo(app);
    }
};

// What is known of one place to run on.
struct Place
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
void tryOut(Place& place, Console& console)
{
    try
    {
        DeviceOptions options;
        options.device = place.choice;
        const ContextPtr context = openContext(options, console);
        const PnContextInfo info = contextInfo(context.get());
        place.isReproducible = info.isReproducible != 0;
        if (place.name.empty())
            place.name = info.name;
        place.facts[info.backend == PN_BACKEND_CPU ? "threads" : "subgroupSize"] =
            info.backend == PN_BACKEND_CPU ? info.threadCount : info.subgroupSize;
        if (info.backend == PN_BACKEND_CPU)
            place.note = fmt::format("{} threads", info.threadCount);
    }
    catch (const Failure& failure)
    {
        place.failure = failure.what();
    }
}

Place vulkanPlace(const PnDeviceInfo& device)
{
    Place place;
    place.choice = fmt::format("vulkan:{}", device.index);
    place.name = device.name;
    place.facts = {{"index", device.index},
                   {"type", typeName(device.type)},
                   {"driver", device.driver},
                   {"vulkan", vulkanVersion(device.apiVersion)}};
    place.note =
        fmt::format("{}, Vulkan {}, {}", typeName(device.type), vulkanVersion(device.apiVersion), device.driver);
    return place;
}

std::vector<Place> findPlaces(Console& console)
{
    std::vector<Place> places(1);
    places.front().choice = "cpu";
    for (const PnDeviceInfo& device : listDevices())
        places.push_back(vulkanPlace(device));
    for (Place& place : places)
        tryOut(place, console);
    return places;
}

std::string placesJson(const std::vector<Place>& places)
{
    Json list = Json::array();
    for (const Place& place : places)
    {
        Json json = {
            {"device", place.choice}, {"backend", place.choice == "cpu" ? "cpu" : "vulkan"}, {"name", place.name}};
        json.update(place.facts);
        json["supported"] = place.failure.empty();
        if (place.failure.empty())
            json["reproducible"] = place.isReproducible;
        else
            json["reason"] = place.failure;
        list.push_back(json);
    }
    return jsonText({{"probenorm", versionText()}, {"devices", list}});
}

std::string placesText(const std::vector<Place>& places)
{
    std::string out;
    for (const Place& place : places)
    {
        const char* verdict = place.isReproducible ? "reproducible" : "NOT reproducible";
        out += fmt::format("{:<10} {} ({}): {}\n", place.choice, printable(place.name), printable(place.note),
                           place.failure.empty() ? verdict : fmt::format("not usable: {}", printable(place.failure)));
    }
    return out;
}

Exit run(DevicesOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const std::vector<Place> places = findPlaces(console);
    writeOutput("-", options.json ? placesJson(places) : placesText(places));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<DevicesOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Runs the self-test on each: reproducible means that its kernels gave the CPU backend's bits just now.
The first word of a line is what --device takes.

  probenorm devices
  probenorm devices --format json)";

} // namespace

const Command kDevicesCommand{
    "devices",
    "List what it can run on, and whether each is reproducible",
    kManual,
    add,
};

} // namespace pn::cli
