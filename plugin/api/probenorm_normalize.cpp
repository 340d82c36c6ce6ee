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

PnResult pnFindPreset(const char* name, PnNormalization* outNormalization)
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

PnResult pnEvaluateFactor(const PnNormalization* normalization, const PnSh* probe, const PnSh* local, uint32_t count,
                          const float* reflections, const float* normals, const float* roughness, float* outFactors)
{
    return guarded([&] {
        const PnNormalization values = readNormalization(normalization);
        const Surfaces surfaces{count, reflections, normals, roughness};
        surfaces.check(presetOf(values));
        require(count == 0 || outFactors != nullptr, "outFactors is null");
        evaluateFactors(FactorFormula(values, readFiniteSh(probe, "probe"), readFiniteSh(local, "local")), surfaces,
                        outFactors);
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
PnResult pnNormalizeCubemap(PnContext context, uint32_t mipCount, const PnCubemapView* mips,
                            const PnNormalization* normalization, const PnSh* light, const PnProjectOptions* options,
                            const PnCubemapTarget* targets, PnSh* outSh, PnProjectInfo* outProjectInfo,
                            PnNormalizeInfo* outInfo)
{
    return guarded([&] {
        normalizeCubemap(context, {mipCount, mips, normalization, light, options, targets},
                         {outSh, outProjectInfo, outInfo});
    });
}

PnResult pnPackLuminance(const PnCubemapView* cubemap, uint64_t halfCount, uint16_t* outHalves)
{
    return guarded([&] {
        const ProbeView view = readViews(cubemap, 1).front();
        require(outHalves != nullptr, "outHalves is null");
        require(halfCount >= view.shape.texelCount(), "halfCount must be at least ", view.shape.texelCount(),
                ", found ", halfCount);
        const std::uint32_t faceSize = view.shape.width;
        for (std::uint32_t face = 0; face < 6; ++face)
            packLuminance(view.face(face), faceSize, outHalves + std::size_t{face} * faceSize * faceSize);
    });
}

PnResult pnGetMipRoughness(PnMipLaw law, uint32_t baseSize, uint32_t mipCount, float* outRoughness)
{
    return guarded([&] {
        const std::vector<float> roughness = readMipRoughness(law, baseSize, mipCount);
        require(outRoughness != nullptr, "outRoughness is null");
        std::copy(roughness.begin(), roughness.end(), outRoughness);
    });
}

PnResult pnMakeDfgTable(PnDfg kind, uint32_t size, uint64_t floatCount, float* outRgb)
{
    return pnMakeDfgRows(kind, size, 0, size, floatCount, outRgb);
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

PnResult pnPrefilterCubemap(PnContext context, const PnCubemapView* cubemap, const PnPrefilter* prefilter,
                            const PnProjectOptions* options, const PnCubemapTarget* targets, PnPrefilterInfo* outInfo)
{
    return guarded([&] { prefilterCubemap(context, cubemap, prefilter, options, targets, outInfo); });
}

PnResult pnEncodeBc6h(PnContext context, const PnEquirectView* map, PnBc6hEffort effort, uint32_t isSigned,
                      uint64_t blockBytes, uint8_t* outBlocks)
{
    return guarded([&] {
        require(context != nullptr, "context is null");
        const ProbeView view = readViews(map, 1).front();
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
