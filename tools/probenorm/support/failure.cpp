#include "support/failure.h"

#include <fmt/format.h>

namespace pn::cli {

const char* backendName(PnBackend backend)
{
    return backend == PN_BACKEND_VULKAN ? "vulkan" : "cpu";
}

Failure failureOf(PnResult result, const std::string& message)
{
    switch (result)
    {
    case PN_ERROR_INVALID_ARGUMENT:
    case PN_ERROR_BAD_TEXEL: return {Exit::InvalidInput, message};
    case PN_ERROR_UNSUPPORTED:
    case PN_ERROR_UNSUPPORTED_FORMAT: return {Exit::Unsupported, message};
    case PN_ERROR_CANCELLED: return {Exit::RunTime, "cancelled"};
    default: return {Exit::RunTime, fmt::format("{} ({})", message, pnGetResultName(result))};
    }
}

void throwResult(PnResult result, const std::string& about)
{
    throw failureOf(result, fmt::format("{}: {}", about, pnGetLastErrorMessage()));
}

} // namespace pn::cli
