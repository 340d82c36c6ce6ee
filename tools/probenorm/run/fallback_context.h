#pragma once

#include "run/device.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace pn::cli {

// Projects items [first, end) with context and says how many it finished.
using RunItems = std::function<PnResult(PnContext context, std::uint32_t first, std::uint32_t* completed)>;

// How many devices still share the work of a command.
class DevicesAtWork
{
public:
    explicit DevicesAtWork(std::uint32_t count) : m_count(count) {}

    // A device that was lost leaves its work to the others. False for the last one.
    bool leave();

private:
    std::atomic<std::uint32_t> m_count;
};

// Thrown where a device was lost and others go on.
class DeviceLeft : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

// The context a command works with: the chosen one, and after its device failed the CPU backend, which gives the same
// bits.
class FallbackContext
{
public:
    using OpenCpu = std::function<probenorm::Context()>;

    FallbackContext(probenorm::Context chosen, OpenCpu openCpu, Console& console);

    PnContext context() const { return m_context.get(); }

    // From now on a lost device leaves its work to the others, as long as there are any.
    void workBeside(std::shared_ptr<DevicesAtWork> others) { m_others = std::move(others); }

    // Runs items [0, count). A lost device or a timeout is reported as a warning, and the rest runs on the CPU; beside
    // others, DeviceLeft is thrown instead. *completed counts the finished items, also after an error.
    PnResult run(std::uint32_t count, const RunItems& items, std::uint32_t* completed);

private:
    probenorm::Context m_context;
    OpenCpu m_openCpu;
    Console& m_console;
    std::shared_ptr<DevicesAtWork> m_others; // null where this device works alone
    bool m_isFallback = false;
};

FallbackContext makeFallbackContext(const DeviceOptions& options, Console& console);

} // namespace pn::cli
