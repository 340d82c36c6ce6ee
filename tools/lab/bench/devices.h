#pragma once

#include "lab/bench/bench.h"
#include "lab/bench/statistics.h"

#include "probenorm/probenorm.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Measurements of devices that work side by side on texels in the host's memory.
namespace pn::bench {

struct TeamDevice
{
    std::string name; // as --device has it
    PnContext context = nullptr;
    std::optional<std::uint32_t> vulkanIndex; // empty for the CPU
};

struct DevicesSettings
{
    ProbeCase what;
    std::uint64_t leastBytes = 0; // that a device takes at a time
    std::uint32_t runs = 20;
    std::function<void(const std::string&)> onRun; // before each round of all rows
};

// One kind of work on some of the devices.
struct DevicesRow
{
    std::string work; // "copy", "import", "register", "project" or "registered"
    std::string devices;
    std::string unsupported;   // why it was not measured
    Speed speed;               // its limit is that of copies to the same devices; 0 with the CPU
    double timesBestGpu = 0;   // of projections: the speed over that of the best Vulkan device alone
    double timesBestAlone = 0; // likewise, the CPU among them
};

// Copies to each Vulkan device and to all of them, from pinned memory ("copy") and from pages that are imported while
// the clock runs ("import"); then the projection on each device, on all Vulkan devices, and on all devices ("project");
// and the same from memory that was registered before ("registered"), with the time that this takes ("register"). All
// rows take turns. Throws std::runtime_error where a row's coefficients are not the bits of the first.
std::vector<DevicesRow> measureDevices(const std::vector<TeamDevice>& team, const DevicesSettings& settings);

} // namespace pn::bench
