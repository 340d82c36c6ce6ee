#include "run/run_lights.h"

#include "support/library_result.h"

namespace pn::cli {

FoundLights findLights(PnContext context, const image::Environment& environment, const PnProjectOptions& options,
                       const PnLightOptions& lightOptions, const std::string& about, image::Image* residual)
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
    float* texels = nullptr;
    std::uint64_t floats = 0;
    if (residual != nullptr)
    {
        const image::Image& from = environment.image;
        floats = 4 * environment.texelCount();
        *residual = {PN_FORMAT_RGBA32F, from.width, from.height, image::Buffer(floats * sizeof(float))};
        texels = reinterpret_cast<float*>(residual->texels.data());
    }
    const PnResult result = pnExtractLights(context, isCubemap ? &cubemap : nullptr, isCubemap ? nullptr : &map,
                                            &options, &lightOptions, &found.lights, &found.residual, floats, texels);
    if (result != PN_SUCCESS)
        throwResult(result, about);
    return found;
}

} // namespace pn::cli
