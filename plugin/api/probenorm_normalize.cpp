// Part 3 of probenorm.h, in its order: presets, reflections on surfaces, normalized and prefiltered cubemaps,
// compressed texels.
#include "probenorm/probenorm.h"

#include "api/arguments.h"
#include "api/context.h"
#include "api/normalize_call.h"
#include "api/prefilter_call.h"
#include "api/surfaces.h"
#include "api/views.h"
#include "core/error.h"
#include "core/kernel/bc6h_format.h"
#include "core/kernel/exact_texels.h"
#include "core/prefilter/dfg.h"

#include <cstddef>

using namespace pn;
using namespace pn::api;

namespace {

void encodeBc6h(PnContext_T& context, const Bc6hTask& task)
{
    const BackendChoice choice = chooseBackend(context, task);
    try
    {
        choice.backend->encodeBc6h(task);
    }
    catch (const Error& error)
    {
        if (!replaceDevice(context, choice, error))
            throw;
        cpuOf(context).encodeBc6h(task);
    }
}

} // namespace

const char* pnGetPresetName(PnPreset preset)
{
    const Preset* found = findPreset(preset);
    return found != nullptr ? found->name : nullptr;
}

PnResult pnGetPreset(const char* name, PnNormalization* outNormalization)
{
    return guarded([&] {
        require(name != nullptr, "name is null");
        const std::uint32_t size = readStructSize(outNormalization, kFirstNormalizationSize, "outNormalization");
        PnPreset preset = 0;
        while (preset < PN_PRESET_COUNT && std::string_view(pnGetPresetName(preset)) != name)
            ++preset;
        require(preset < PN_PRESET_COUNT, "name is not that of a preset");
        writeDesc(outNormalization, size, findPreset(preset)->values);
    });
}

PnResult pnGetPresetInfo(PnPreset preset, PnPresetInfo* outInfo)
{
    return guarded([&] {
        const std::uint32_t size = readStructSize(outInfo, offsetof(PnPresetInfo, needsCoefficients), "outInfo");
        const Preset* found = findPreset(preset);
        require(found != nullptr, "preset must be one of PN_PRESET_*");
        writeDesc(outInfo, size,
                  PnPresetInfo{.structSize = size,
                               .version = found->values.version,
                               .isFactor = found->isFactor ? 1u : 0u,
                               .canDivide = found->cannotDivide == nullptr ? 1u : 0u,
                               .needsNormals = found->needsNormal ? 1u : 0u,
                               .needsAverage = found->needsAverage ? 1u : 0u,
                               .needsCoefficients = found->needsCoefficients ? 1u : 0u,
                               .reserved = 0});
    });
}

PnResult pnEvaluateReflection(const PnNormalization* normalization, const PnSurfaces* surfaces, float* outRadiance)
{
    return guarded([&] {
        const PnNormalization values = readNormalization(normalization);
        const PnSurfaces r = readDesc(surfaces, offsetof(PnSurfaces, probeLuminances), "surfaces");
        checkReflections(r, presetOf(values));
        require(r.count == 0 || outRadiance != nullptr, "outRadiance is null");
        const ShSet probe = r.probe != nullptr ? readFiniteSh(r.probe, "surfaces.probe") : ShSet{1, {}};
        const ShSet local = r.local != nullptr ? readFiniteSh(r.local, "surfaces.local") : ShSet{1, {}};
        evaluateReflections(FactorFormula(values, probe, local), r, outRadiance);
    });
}

// NOLINTNEXTLINE(readability-function-size): what is optional comes last, as in the other calls
PnResult pnNormalizeCubemaps(PnContext context, uint32_t count, const PnNormalizeItem* items,
                             const PnNormalization* normalization, const PnProjectOptions* options, PnSh* outShs,
                             PnProjectInfo* outProjectInfos, PnNormalizeInfo* outInfos, uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        normalizeCubemaps(context, count, items, normalization, options,
                          {outShs, outProjectInfos, outInfos, outCompleted});
    });
}

PnResult pnPackLuminance(const PnEnvironmentView* cubemap, uint64_t halfCount, uint16_t* outHalves)
{
    return guarded([&] {
        const ProbeView view = readCubemaps(cubemap, 1, "cubemap").front();
        require(outHalves != nullptr, "outHalves is null");
        require(halfCount >= view.shape.texelCount(), "halfCount must be at least ", view.shape.texelCount(),
                ", found ", halfCount);
        const std::uint32_t faceSize = view.shape.width;
        for (std::uint32_t face = 0; face < 6; ++face)
            packLuminance(view.face(face), faceSize, outHalves + std::size_t{face} * faceSize * faceSize);
    });
}

PnResult pnGetMipRoughness(PnRoughnessMapping mapping, uint32_t baseSize, uint32_t mipCount, float* outRoughness)
{
    return guarded([&] {
        const std::vector<float> roughness = readMipRoughness(mapping, baseSize, mipCount);
        require(outRoughness != nullptr, "outRoughness is null");
        std::copy(roughness.begin(), roughness.end(), outRoughness);
    });
}

PnResult pnPrefilterCubemaps(PnContext context, uint32_t count, const PnPrefilterItem* items,
                             const PnPrefilter* prefilter, const PnProjectOptions* options, PnPrefilterInfo* outInfos,
                             uint32_t* outCompleted)
{
    return guarded([&] {
        if (outCompleted != nullptr)
            *outCompleted = 0;
        prefilterCubemaps(context, count, items, prefilter, options, outInfos, outCompleted);
    });
}

PnResult pnMakeDfgRows(PnDfg kind, uint32_t size, uint32_t firstRow, uint32_t rowCount, uint64_t floatCount,
                       float* outRgb)
{
    return guarded([&] {
        require(kind == PN_DFG_SCALE_BIAS || kind == PN_DFG_MULTISCATTER, "kind must be one of PN_DFG_*");
        require(size >= 1 && size <= 1024, "size must be in 1..1024");
        require(firstRow < size, "firstRow must be below size, ", size, ", found ", firstRow);
        require(rowCount >= 1 && rowCount <= size - firstRow, "rowCount must be in 1..", size - firstRow, ", found ",
                rowCount);
        const std::uint64_t needed = std::uint64_t{3} * size * rowCount;
        require(floatCount >= needed, "floatCount must be at least ", needed, ", found ", floatCount);
        require(outRgb != nullptr, "outRgb is null");
        makeDfgRows(kind, size, firstRow, {outRgb, std::size_t(needed)});
    });
}

PnResult pnEncodeBc6h(PnContext context, const PnPictureView* picture, PnBc6hEffort effort, uint32_t isSigned,
                      uint64_t blockBytes, uint8_t* outBlocks)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        const ProbeView view = readPicture(picture);
        require(effort >= 0 && effort <= PN_BC6H_EFFORT_HIGH, "effort must be 0 or one of PN_BC6H_EFFORT_*");
        require(isSigned <= 1, "isSigned must be 0 or 1");
        const Bc6hTask task{.picture = view,
                            .effort = effort == 0 ? shared::kBc6hHigh : std::uint32_t(effort),
                            .isSigned = isSigned != 0,
                            .blocks = reinterpret_cast<std::byte*>(outBlocks)};
        const std::uint64_t needed = std::uint64_t{bc6h::kBlockBytes} * task.columns() * task.rows();
        require(blockBytes >= needed, "blockBytes must be at least ", needed, ", found ", blockBytes);
        require(outBlocks != nullptr, "outBlocks is null");
        encodeBc6h(*context, task);
    });
}

PnResult pnDecodeBc6h(uint32_t isSigned, uint64_t blockCount, const uint8_t* blocks, uint16_t* outHalves)
{
    return guarded([&] {
        require(isSigned <= 1, "isSigned must be 0 or 1");
        require(blockCount == 0 || blocks != nullptr, "blocks is null");
        require(blockCount == 0 || outHalves != nullptr, "outHalves is null");
        const auto* bytes = reinterpret_cast<const std::byte*>(blocks);
        for (std::uint64_t i = 0; i < blockCount; ++i)
            bc6h::decode(bytes + bc6h::kBlockBytes * i, isSigned != 0, outHalves + 64 * i);
    });
}
