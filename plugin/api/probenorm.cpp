#include "probenorm/probenorm.h"

#include "api/boundary.h"
#include "api/context.h"
#include "api/project.h"

#include <cstdio>

using pn::api::guarded;
using pn::api::ProjectOutputs;
using pn::api::readViews;
using pn::api::require;

namespace pn::api {
namespace {

thread_local char lastError[512] = ""; // trivially destructible, or dlclose would not unload the library

} // namespace

PnResult setLastError(PnResult result, const char* message) noexcept
{
    std::snprintf(lastError, sizeof(lastError), "%s", message);
    return result;
}

} // namespace pn::api

uint32_t pnGetVersion(void)
{
    return PN_VERSION_MAJOR << 16 | PN_VERSION_MINOR << 8 | PN_VERSION_PATCH;
}

uint32_t pnGetAlgorithmVersion(void)
{
    return 1;
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
    return pn::api::lastError;
}

PnResult pnEnumerateDevices(uint32_t capacity, PnDeviceInfo* infos, uint32_t* outCount)
{
    return guarded([&] {
        require(outCount != nullptr, "outCount is null");
        require(capacity == 0 || infos != nullptr, "infos is null");
        const std::size_t size = capacity == 0 ? 0 : pn::api::readStructSize(infos, sizeof(PnDeviceInfo), "infos[0]");
        std::vector<PnDeviceInfo> found(std::min(capacity, 64u)); // nobody has more, and capacity may be absurd
        *outCount = pn::api::enumerateDevices(found);
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), *outCount); ++i)
        {
            found[i].structSize = std::uint32_t(size);
            std::memcpy(reinterpret_cast<std::byte*>(infos) + i * size, &found[i], std::min(size, sizeof(found[i])));
        }
    });
}

PnResult pnCreateContext(const PnContextDesc* desc, PnContext* outContext)
{
    return guarded([&] {
        require(outContext != nullptr, "outContext is null");
        *outContext = nullptr;
        *outContext = pn::api::createContext(pn::api::readContextDesc(desc)).release();
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
        const std::uint32_t size = pn::api::readStructSize(outInfo, sizeof(PnContextInfo), "outInfo");
        pn::Backend& backend = context->backend ? *context->backend : *context->cpu;
        PnContextInfo info{};
        info.structSize = size;
        info.backend = context->kind;
        info.deviceIndex = context->deviceIndex;
        info.isReproducible = backend.isReproducible() ? 1 : 0;
        info.subgroupSize = backend.subgroupSize();
        info.threadCount = context->threadCount;
        std::snprintf(info.name, sizeof(info.name), "%s", backend.name().c_str());
        std::memcpy(outInfo, &info, std::min<std::size_t>(size, sizeof(info)));
    });
}

PnResult pnTakeLogMessage(PnContext context, PnLogMessage* outMessage)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        require(context->keptLog != nullptr, "context must be made with PN_CONTEXT_KEEP_LOG to keep its log");
        const std::uint32_t size = pn::api::readStructSize(outMessage, sizeof(PnLogMessage), "outMessage");
        PnLogMessage message{};
        context->keptLog->take(message);
        message.structSize = size;
        std::memcpy(outMessage, &message, std::min<std::size_t>(size, sizeof(message)));
    });
}

uint32_t pnGetFormatBytes(PnFormat format)
{
    return pn::formatBytes(format);
}

PnResult pnProjectCubemap(PnContext context, const PnCubemapView* cubemap, const PnProjectOptions* options, PnSh* outSh,
                          PnProjectInfo* outInfo)
{
    return guarded([&] { project(context, readViews(cubemap, 1), options, ProjectOutputs{outSh, outInfo, nullptr}); });
}

PnResult pnProjectEquirect(PnContext context, const PnEquirectView* map, const PnProjectOptions* options, PnSh* outSh,
                           PnProjectInfo* outInfo)
{
    return guarded([&] { project(context, readViews(map, 1), options, ProjectOutputs{outSh, outInfo, nullptr}); });
}

PnResult pnProjectCubemaps(PnContext context, uint32_t count, const PnCubemapView* cubemaps,
                           const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                           uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        project(context, readViews(cubemaps, count), options, ProjectOutputs{outShs, outInfos, outCompleted});
    });
}

PnResult pnProjectEquirects(PnContext context, uint32_t count, const PnEquirectView* maps,
                            const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                            uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        project(context, readViews(maps, count), options, ProjectOutputs{outShs, outInfos, outCompleted});
    });
}
