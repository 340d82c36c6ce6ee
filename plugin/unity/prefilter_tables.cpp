#include "probenorm/probenorm_unity.h"

#include "api/arguments.h"
#include "api/prefilter_call.h"
#include "core/kernel/format.h"
#include "core/kernel/prefilter_source.h"
#include "core/kernel/simd_target.h"
#include "core/parallel.h"
#include "core/prefilter/prefilter_table.h"
#include "core/prefilter/prefilter_words.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

using namespace pn;
using namespace pn::api;

namespace {

constexpr std::uint32_t kMostPrefilteredSize = 512; // whose lights take 60 MB

PnUnityPrefilterTables makePrefilterTables(std::uint32_t faceSize, std::span<const PrefilterMip> mips)
{
    const PrefilterSource::Tables source(faceSize);
    WorkerTeam team(resolveThreadCount(0));
    auto made = std::make_unique<PrefilterWords>(
        source.grid, makePrefilterTiles(mips, source.grid, simdTargets().front().makeLobeWeights, team));
    const auto add = [&](const auto& values) {
        const std::size_t begin = made->words.size();
        made->words.resize(begin + values.size());
        std::memcpy(made->words.data() + begin, values.data(), sizeof(std::uint32_t) * values.size());
        return std::uint32_t(begin);
    };
    PnUnityPrefilterTables tables{};
    tables.levelCount = std::uint32_t(source.grid.levels.size());
    tables.symmetryOffset = made->symmetryOffset;
    std::ranges::copy(made->tileOffsets, tables.tileOffset);
    tables.valueOffset = add(unormTable());
    add(srgbTable());
    tables.gatherOffset = add(source.rowWords());
    tables.weightOffset = add(source.weights);
    tables.wordCount = made->words.size();
    tables.weightCount = made->weights.size();
    tables.words = made->words.data();
    tables.weights = made->weights.data();
    tables.memory = made.release();
    return tables;
}

} // namespace

PnResult pnMakeUnityPrefilterTables(uint32_t faceSize, const PnPrefilter* prefilter, PnUnityPrefilterTables* outTables)
{
    return guarded([&] {
        const std::uint32_t size = readStructSize(outTables, sizeof(PnUnityPrefilterTables), "outTables");
        require(faceSize >= 1 && faceSize <= kMostPrefilteredSize, "faceSize must be in 1..", kMostPrefilteredSize);
        writeDesc(outTables, size, makePrefilterTables(faceSize, readPrefilterMips(prefilter, faceSize)));
    });
}

void pnFreeUnityPrefilterTables(PnUnityPrefilterTables* tables)
{
    if (tables == nullptr)
        return;
    delete static_cast<PrefilterWords*>(tables->memory);
    const std::uint32_t size = tables->structSize;
    *tables = {};
    tables->structSize = size;
}
