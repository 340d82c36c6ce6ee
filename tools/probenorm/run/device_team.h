#pragma once

#include "run/fallback_context.h"

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace pn::cli {

using DeviceTeam = std::vector<std::unique_ptr<FallbackContext>>;

// The devices that --device names, to work side by side: "vulkan:all" is every GPU, "all" the CPU, too. Where there are
// several, each must give the CPU's bits, so that results do not depend on who made them.
DeviceTeam makeDeviceTeam(const DeviceOptions& options, Console& console);

// Opens a device; called by several threads at a time.
using OpenDevice = std::function<FallbackContext(const std::string& name)>;

// Opens the devices at the same time, as a GPU's driver takes a quarter of a second. Messages come device by device, as
// if one was opened after the other. Throws the error of the first device in the list that has one.
DeviceTeam openTeam(const std::vector<std::string>& names, const OpenDevice& open, Console& console);

// When the CPU may compute with the devices that --device names, or in their place. A GPU that is named alone does all
// the work: it may give bits of its own, or somebody wants to see it work. Devices side by side give the CPU's bits.
enum class CpuPart
{
    None,
    UntilDevicesAreOpen, // several are named, and the CPU is none of them
    Always,
};

CpuPart cpuPartOf(const DeviceOptions& options);

// A device as --device names it: "cpu" or "vulkan:INDEX".
std::string deviceChoice(PnContext context);

// The names of its devices, for people.
std::string teamName(const DeviceTeam& team);

// Closes devices on a thread of its own, while the command does something else: a GPU's driver takes 30 to 60 ms. Its
// destructor waits for that.
class TeamCloser
{
public:
    void close(DeviceTeam team) noexcept;

private:
    std::jthread m_thread;
};

} // namespace pn::cli
