#pragma once

#include "run/device.h"

#include <cstdint>
#include <functional>

namespace pn::cli {

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

FallbackContext makeFallbackContext(const DeviceOptions& options, Console& console);

} // namespace pn::cli
