#pragma once

#include "support/console.h"
#include "support/options.h"

#include "probenorm/probenorm.hpp"

#include <string>
#include <vector>

namespace pn::cli {

// The Vulkan devices of this machine. They are looked up once, since that loads all drivers.
const std::vector<PnDeviceInfo>& listDevices();

// The index of the device that vulkan, vulkan:INDEX or vulkan:NAME stands for.
std::uint32_t findDevice(const std::string& choice);

// Makes the context that --device asks for: auto, cpu, vulkan, vulkan:INDEX or vulkan:NAME, where NAME is any part of
// the device's name. Messages of the library go to console, which must outlive the context.
probenorm::Context openContext(const DeviceOptions& options, Console& console);

PnContextInfo contextInfo(PnContext context);

} // namespace pn::cli
