#include "run/run_lights.h"

#include "run/device.h"

namespace pn::cli {

FoundLights findLights(PnContext context, const image::Environment& environment, const PnProjectOptions& options,
                       const PnLightOptions& lightOptions, const std::string& about)
{
    FoundLights found;
    found.lights.structSize = sizeof(found.lights);
    const bool isCubemap = environment.kind == image::Kind::Cubemap;
    PnCubemapView cubemap{};
    PnEquirectView map{};
    if (isCubemap)
        cubemap = environment.cubemapView();
    else
        map = environment.equirectView();
    const PnResult result = pnExtractLights(context, isCubemap ? &cubemap : nullptr, isCubemap ? nullptr : &map,
                                            &options, &lightOptions, &found.lights, &found.residual, 0, nullptr);
    if (result != PN_SUCCESS)
        throwResult(result, about);
    return found;
}

} // namespace pn::cli
