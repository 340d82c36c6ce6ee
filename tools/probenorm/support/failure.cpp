#include "support/failure.h"

#include <fmt/format.h>

namespace pn::cli {

const char* backendName(PnBackend backend)
{
    return backend == PN_BACKEND_VULKAN ? "vulkan" : "cpu";
}

void throwResult(PnResult result, const std::string& about)
{
    const std::string message = fmt::format("{}: {}", about, pnGetLastErrorMessage());
    switch (result)
    {
    case PN_ERROR_INVALID_ARGUMENT:
    case PN_ERROR_BAD_TEXEL: throw Failure(Exit::InvalidInput, message);
    case PN_ERROR_UNSUPPORTED:
    case PN_ERROR_UNSUPPORTED_FORMAT: throw Failure(Exit::Unsupported, message);
    case PN_ERROR_CANCELLED: throw Failure(Exit::RunTime, "cancelled");
    default: throw Failure(Exit::RunTime, fmt::format("{} ({})", message, pnGetResultName(result)));
    }
}

} // namespace pn::cli
