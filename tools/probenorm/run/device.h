#pragma once

#include "support/console.h"
#include "support/options.h"

#include "probenorm/probenorm.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pn::cli {

// The Vulkan devices of this machine. They are looked up once, since that loads all drivers.
const std::vector<PnDeviceInfo>& listDevices();

// The index of the device that vulkan, vulkan:INDEX or vulkan:NAME stands for.
std::uint32_t findDevice(const std::string& choice);

// Makes the context that --device asks for: auto, cpu, vulkan, vulkan:INDEX or vulkan:NAME, where NAME is any part of
// the device's name. Messages of the library go to console, which must outlive the context.
//
// chunkBytes: of texels in one submission to a GPU; 0 for the library's choice.
probenorm::Context openContext(const DeviceOptions& options, Console& console, std::uint64_t chunkBytes = 0);

// The CPU with so many threads; 0: one for each processor.
probenorm::Context openCpu(std::uint32_t threads);

// A context of the device that openContext() chooses, named, so that it does small work, too; empty for the CPU.
std::optional<probenorm::Context> openGpu(DeviceOptions options, Console& console);

PnContextInfo contextInfo(PnContext context);

// Projects items [first, end) with context and says how many it finished.
using RunItems = std::function<PnResult(PnContext context, std::uint32_t first, std::uint32_t* completed)>;

// The context a command works with: the chosen one, and after its device failed the CPU backend, which gives the same
// bits.
class FallbackContext
{
public:
    using OpenCpu = std::function<probenorm::Context()>;

    FallbackContext(probenorm::Context chosen, OpenCpu openCpu, Console& console);

    PnContext context() const { return m_context.get(); }

    // Runs items [0, count). A lost device or a timeout is reported as a warning, and the rest runs on the CPU.
    // *completed counts the finished items, also after an error.
    PnResult run(std::uint32_t count, const RunItems& items, std::uint32_t* completed);

private:
    probenorm::Context m_context;
    OpenCpu m_openCpu;
    Console& m_console;
    bool m_isFallback = false;
};

FallbackContext makeFallbackContext(const DeviceOptions& options, Console& console, std::uint64_t chunkBytes = 0);

// The same for a command that has so many inputs. For a few, auto is the CPU, which has done them before a GPU's driver
// has started (decision 20).
FallbackContext makeContextFor(std::size_t inputCount, const DeviceOptions& options, Console& console);

} // namespace pn::cli
