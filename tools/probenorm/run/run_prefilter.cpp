#include "run/run_prefilter.h"

#include "support/failure.h"
#include "support/interrupt.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace pn::cli {

const std::vector<std::string>& mappingNames()
{
    static const std::vector<std::string> names = {"linear", "unity", "unreal", "filament", "babylon", "godot"};
    return names;
}

const std::string& mappingName(PnRoughnessMapping mapping)
{
    return mappingNames().at(static_cast<std::size_t>(mapping - PN_ROUGHNESS_MAPPING_LINEAR));
}

std::uint32_t mipCountOf(PnRoughnessMapping mapping, std::uint32_t faceSize)
{
    const auto chain = std::uint32_t(std::bit_width(faceSize));
    if (mapping == PN_ROUGHNESS_MAPPING_UNITY)
        return std::min(chain, 7u);
    return mapping == PN_ROUGHNESS_MAPPING_FILAMENT && chain > 4 ? chain - 4 : chain;
}

PnResult prefilterItems(FallbackContext& fallback, std::vector<PrefilterItem>& items, const PnPrefilter& prefilter,
                        const PnProjectOptions& options, std::uint32_t* completed)
{
    std::vector<std::vector<PnCubemapTarget>> targets(items.size());
    std::vector<PnPrefilterItem> call;
    for (std::size_t i = 0; i < items.size(); ++i)
    {
        for (std::uint32_t mip = 0; mip < prefilter.mipCount; ++mip)
        {
            items[i].mips.push_back(makeFaces(items[i].format, std::max(1u, items[i].source.width >> mip)));
            image::Image& made = items[i].mips.back();
            std::span texels(made.texels.data(), made.texels.size());
            targets[i].push_back(probenorm::cubemapTarget(made.format, texels));
        }
        call.push_back({sizeof(PnPrefilterItem), 0, &items[i].source, targets[i].data()});
    }
    PnProjectOptions known = options;
    known.badTexels = PN_BAD_TEXEL_REPLACE; // the library looks for them when it projects
    known.progress = &sharedProgress();
    std::vector<PnPrefilterInfo> infos(items.size(), probenorm::sized<PnPrefilterInfo>());
    const auto run = [&](PnContext context, std::uint32_t first, std::uint32_t* done) {
        return pnPrefilterCubemaps(context, static_cast<std::uint32_t>(call.size() - first), call.data() + first,
                                   &prefilter, &known, infos.data() + first, done);
    };
    const PnResult result = fallback.run(static_cast<std::uint32_t>(call.size()), run, completed);
    for (std::size_t i = 0; i < *completed; ++i)
        items[i].info = infos[i];
    return result;
}

std::vector<CubemapMips> prefilterCubemaps(FallbackContext& fallback, std::span<const CubemapMips* const> cubemaps,
                                           const PnProjectOptions& options)
{
    auto prefilter = probenorm::sized<PnPrefilter>();
    prefilter.mapping = cubemaps.front()->mapping;
    prefilter.mipCount = cubemaps.front()->mipCount;
    std::vector<PrefilterItem> items;
    for (const CubemapMips* cubemap : cubemaps)
        items.push_back({viewOf(cubemap->mips.front()), PN_FORMAT_RGBA32F, {}, {}});
    std::uint32_t completed = 0;
    const PnResult done = prefilterItems(fallback, items, prefilter, options, &completed);
    if (done != PN_SUCCESS)
        throwResult(done, cubemaps[std::min<std::size_t>(completed, cubemaps.size() - 1)]->facts.path);
    std::vector<CubemapMips> made;
    for (std::size_t i = 0; i < items.size(); ++i)
        made.push_back(
            {cubemaps[i]->facts, cubemaps[i]->format, std::move(items[i].mips), prefilter.mipCount, prefilter.mapping});
    return made;
}

Json prefilterJson(PnRoughnessMapping mapping, const std::vector<image::Image>& mips)
{
    if (mapping == 0)
        return nullptr;
    const auto count = static_cast<std::uint32_t>(mips.size());
    return {{"mapping", mappingName(mapping)},
            {"effort", "baked"},
            {"roughness", probenorm::mipRoughness(mapping, count, mips.front().width)}};
}

} // namespace pn::cli
