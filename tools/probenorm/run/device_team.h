#pragma once

#include "run/fallback_context.h"

#include <functional>
#include <memory>
#include <string>
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

// A device as --device names it: "cpu" or "vulkan:INDEX".
std::string deviceChoice(PnContext context);

// The names of its devices, for people.
std::string teamName(const DeviceTeam& team);

} // namespace pn::cli
