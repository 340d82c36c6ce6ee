#pragma once

#include "console.h"
#include "options.h"

#include "probenorm/probenorm.h"

#include <memory>
#include <string>
#include <vector>

namespace pn::cli {

struct ContextDeleter
{
    void operator()(PnContext_T* context) const { pnDestroyContext(context); }
};
using ContextPtr = std::unique_ptr<PnContext_T, ContextDeleter>;

std::vector<PnDeviceInfo> listDevices();

// Makes the context that --device asks for: auto, cpu, vulkan, vulkan:INDEX or vulkan:NAME, where NAME is any part of
// the device's name. Messages of the library go to console, which must outlive the context.
ContextPtr openContext(const DeviceOptions& options, Console& console);

PnContextInfo contextInfo(PnContext context);

// "cpu" or "vulkan".
const char* backendName(PnBackend backend);

// A Failure that says what the library said. about is the file or the thing the call was for.
[[noreturn]] void throwResult(PnResult result, const std::string& about);

} // namespace pn::cli
