// Part 1 of probenorm.h, in its order: results, contexts, texels, projection.
#include "probenorm/probenorm.h"

#include "api/message_ring.h"
#include "api/project_call.h"

using namespace pn;
using namespace pn::api;

namespace {

thread_local char lastError[512] = ""; // trivially destructible, or dlclose would not unload the library

} // namespace

PnResult pn::api::setLastError(PnResult result, const char* message) noexcept
{
    copyText(lastError, message);
    return result;
}

const char* pnGetResultName(PnResult result)
{
    switch (result)
    {
    case PN_SUCCESS: return "PN_SUCCESS";
    case PN_ERROR_INVALID_ARGUMENT: return "PN_ERROR_INVALID_ARGUMENT";
    case PN_ERROR_OUT_OF_MEMORY: return "PN_ERROR_OUT_OF_MEMORY";
    case PN_ERROR_UNSUPPORTED_DEVICE: return "PN_ERROR_UNSUPPORTED_DEVICE";
    case PN_ERROR_DEVICE_LOST: return "PN_ERROR_DEVICE_LOST";
    case PN_ERROR_TIMEOUT: return "PN_ERROR_TIMEOUT";
    case PN_ERROR_CANCELLED: return "PN_ERROR_CANCELLED";
    case PN_ERROR_UNSUPPORTED_FORMAT: return "PN_ERROR_UNSUPPORTED_FORMAT";
    case PN_ERROR_BAD_TEXEL: return "PN_ERROR_BAD_TEXEL";
    case PN_ERROR_BUFFER_TOO_SMALL: return "PN_ERROR_BUFFER_TOO_SMALL";
    case PN_ERROR_UNSUPPORTED: return "PN_ERROR_UNSUPPORTED";
    case PN_ERROR_NOT_READY: return "PN_ERROR_NOT_READY";
    default: return "PN_ERROR_UNKNOWN";
    }
}

const char* pnGetLastErrorMessage(void)
{
    return lastError;
}

PnResult pnCreateContext(const PnContextDesc* desc, PnContext* outContext)
{
    return guarded([&] {
        require(outContext != nullptr, "outContext is null");
        *outContext = nullptr;
        *outContext = createContext(readContextDesc(desc)).release();
    });
}

void pnDestroyContext(PnContext context)
{
    delete context;
}

PnResult pnGetContextInfo(PnContext context, PnContextInfo* outInfo)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        const std::uint32_t size = readStructSize(outInfo, sizeof(PnContextInfo), "outInfo");
        writeDesc(outInfo, size, describeContext(*context));
    });
}

uint32_t pnGetFormatBytes(PnFormat format)
{
    return formatBytes(format);
}

PnResult pnProjectEnvironment(PnContext context, const PnEnvironmentView* environment, const PnProjectOptions* options,
                              PnSh* outSh, PnProjectInfo* outInfo)
{
    return guarded([&] { project(context, readViews(environment, 1), options, {.shs = outSh, .infos = outInfo}); });
}

PnResult pnProjectEnvironments(PnContext context, uint32_t count, const PnEnvironmentView* environments,
                               const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                               uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        project(context, readViews(environments, count), options, {outShs, outInfos, outCompleted});
    });
}
