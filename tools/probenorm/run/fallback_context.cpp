#include "run/fallback_context.h"

#include <fmt/format.h>

#include <utility>

namespace pn::cli {
namespace {

bool isDeviceGone(PnResult result)
{
    return result == PN_ERROR_DEVICE_LOST || result == PN_ERROR_TIMEOUT;
}

} // namespace

FallbackContext::FallbackContext(probenorm::Context chosen, OpenCpu openCpu, Console& console)
    : m_context(std::move(chosen)), m_openCpu(std::move(openCpu)), m_console(console)
{
}

PnResult FallbackContext::run(std::uint32_t count, const RunItems& items, std::uint32_t* completed)
{
    *completed = 0;
    const PnResult result = items(m_context.get(), 0, completed);
    if (!isDeviceGone(result) || m_isFallback)
        return result;

    const std::string reason = fmt::format("{} ({})", pnGetLastErrorMessage(), pnGetResultName(result));
    m_console.warn(reason + "; going on with the CPU backend, which gives the same bits");
    m_context = m_openCpu();
    m_isFallback = true;
    if (*completed == count)
        return PN_SUCCESS;
    std::uint32_t rest = 0;
    const PnResult second = items(m_context.get(), *completed, &rest);
    *completed += rest;
    return second;
}

FallbackContext makeFallbackContext(const DeviceOptions& options, Console& console)
{
    DeviceOptions cpu = options;
    cpu.device = "cpu";
    return FallbackContext(
        openContext(options, console), [cpu, &console] { return openContext(cpu, console); }, console);
}

} // namespace pn::cli
