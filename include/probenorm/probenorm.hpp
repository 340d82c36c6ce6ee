// ProbeNorm for C++20: a thin layer over probenorm.h, header only. Contexts destroy themselves, failures are
// exceptions, and structs know their size. Structs and enumerations are those of probenorm.h, whose comments hold here
// too.
//
//     probenorm::Context context;                                        // a GPU that passes its self-test, or the CPU
//     const PnEnvironmentView probe = probenorm::cubemapView(64, PN_FORMAT_RGBA16F, texels);
//     const PnSh sh = context.project(probe).sh;
//     const std::vector<float> unity = probenorm::toConvention(sh, PN_CONVENTION_UNITY);
//
// Each function calls the C function of the same name and throws probenorm::Exception where that fails.
#if __cplusplus <= 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG > 201703L)
#error "probenorm.hpp needs C++20 (-std=c++20, /std:c++20); probenorm.h is for C and for older C++"
#elif !defined(PROBENORM_HPP)
#define PROBENORM_HPP

#include "probenorm/probenorm.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace probenorm {

// ---- Errors and structs --------------------------------------------------------------

// A failed call: its result, and pnGetLastErrorMessage() as what().
class Exception : public std::runtime_error
{
public:
    Exception(PnResult result, const std::string& message) : std::runtime_error(message), m_result(result) {}

    PnResult result() const noexcept { return m_result; }
    const char* resultName() const noexcept { return pnGetResultName(m_result); }

private:
    PnResult m_result;
};

// Throws unless the result is PN_SUCCESS. To be called right after the C function.
inline void throwIfFailed(PnResult result)
{
    if (result != PN_SUCCESS)
        throw Exception(result, pnGetLastErrorMessage());
}

// A versioned struct with all defaults and its structSize set, such as sized<PnProjectOptions>().
template <typename Struct>
Struct sized()
{
    Struct data{};
    data.structSize = sizeof(Struct);
    return data;
}

namespace detail {

inline std::uint32_t count(std::size_t size)
{
    if (size > 0xffffffffu)
        throw Exception(PN_ERROR_INVALID_ARGUMENT, "more than 2^32 - 1 elements");
    return static_cast<std::uint32_t>(size);
}

// How many elements of `floats` numbers each a span holds.
inline std::uint32_t elements(std::size_t size, std::size_t floats, const char* name)
{
    if (size % floats != 0)
        throw Exception(PN_ERROR_INVALID_ARGUMENT,
                        std::string(name) + " must hold a multiple of " + std::to_string(floats) + " floats");
    return count(size / floats);
}

inline void requireSize(std::size_t size, std::size_t expected, const char* name)
{
    if (size != expected)
        throw Exception(PN_ERROR_INVALID_ARGUMENT,
                        std::string(name) + " must hold " + std::to_string(expected) + ", not " + std::to_string(size));
}

} // namespace detail

// ---- Texels --------------------------------------------------------------------------

inline std::uint32_t formatBytes(PnFormat format)
{
    return pnGetFormatBytes(format);
}

// A cubemap whose six faces +X -X +Y -Y +Z -Z lie one after the other in memory, without padding. texels must outlive
// the view.
template <typename Texels>
PnEnvironmentView cubemapView(std::uint32_t faceSize, PnFormat format, const Texels& texels)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(texels));
    auto view = sized<PnEnvironmentView>();
    view.kind = PN_ENVIRONMENT_CUBEMAP;
    view.format = format;
    view.width = faceSize;
    view.height = faceSize;
    view.faceBytes = bytes.size() / 6;
    for (std::size_t face = 0; face < 6; ++face)
        view.faces[face] = bytes.data() + face * view.faceBytes;
    return view;
}

// An equirectangular map without padding. texels must outlive the view.
template <typename Texels>
PnEnvironmentView equirectView(std::uint32_t width, std::uint32_t height, PnFormat format, const Texels& texels)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(texels));
    auto view = sized<PnEnvironmentView>();
    view.kind = PN_ENVIRONMENT_EQUIRECT;
    view.format = format;
    view.width = width;
    view.height = height;
    view.faceBytes = bytes.size();
    view.faces[0] = bytes.data();
    return view;
}

inline std::uint64_t texelCount(const PnEnvironmentView& view)
{
    return (view.kind == PN_ENVIRONMENT_CUBEMAP ? std::uint64_t{6} : std::uint64_t{1}) * view.width * view.height;
}

// A picture without padding. texels must outlive the view.
template <typename Texels>
PnPictureView pictureView(std::uint32_t width, std::uint32_t height, PnFormat format, const Texels& texels)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(texels));
    auto view = sized<PnPictureView>();
    view.width = width;
    view.height = height;
    view.format = format;
    view.texels = bytes.data();
    view.texelBytes = bytes.size();
    return view;
}

// Where a normalized cubemap is written: six faces one after the other, without padding.
template <typename Texels>
PnCubemapTarget cubemapTarget(PnFormat format, Texels& texels)
{
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(texels));
    auto target = sized<PnCubemapTarget>();
    target.format = format;
    target.faceBytes = bytes.size() / 6;
    for (std::size_t face = 0; face < 6; ++face)
        target.faces[face] = bytes.data() + face * target.faceBytes;
    return target;
}

// ---- Contexts ------------------------------------------------------------------------

struct Projection
{
    PnSh sh{};
    PnProjectInfo info{};
};

struct NormalizeInputs
{
    PnNormalization normalization = sized<PnNormalization>();
    std::optional<PnSh> light; // none: the projection of the first mip
    PnProjectOptions options = sized<PnProjectOptions>();
};

struct Normalized
{
    PnSh light{}; // that the texels were divided by
    PnProjectInfo projectInfo = sized<PnProjectInfo>();
    PnNormalizeInfo info = sized<PnNormalizeInfo>();
};

// Lights taken out of an environment, and what is left.
struct ExtractedLights
{
    PnLights lights = sized<PnLights>();
    PnSh residual{};                   // coefficients of the environment without the lights
    std::vector<float> residualTexels; // r g b 1 per texel
};

// The CPU or one Vulkan device. Movable; one thread at a time uses it.
class Context
{
public:
    // deviceIndex is read with PN_BACKEND_VULKAN only.
    explicit Context(PnBackend backend = PN_BACKEND_AUTO, std::uint32_t deviceIndex = 0)
    {
        auto desc = sized<PnContextDesc>();
        desc.backend = backend;
        desc.deviceIndex = deviceIndex;
        create(desc);
    }

    explicit Context(const PnContextDesc& desc) { create(desc); }

    // Takes over a context, such as that of pnCreateVulkanContext.
    explicit Context(PnContext context) : m_context(context) {}

    PnContext get() const noexcept { return m_context.get(); }

    PnContextInfo info() const
    {
        auto info = sized<PnContextInfo>();
        throwIfFailed(pnGetContextInfo(get(), &info));
        return info;
    }

    // The oldest message that nobody took; needs PN_CONTEXT_KEEP_LOG.
    std::optional<PnLogMessage> takeLogMessage()
    {
        auto message = sized<PnLogMessage>();
        throwIfFailed(pnTakeLogMessage(get(), &message));
        return message.number != 0 ? std::optional(message) : std::nullopt;
    }

    Projection project(const PnEnvironmentView& environment,
                       const PnProjectOptions& options = sized<PnProjectOptions>())
    {
        Projection result{.sh = {}, .info = sized<PnProjectInfo>()};
        throwIfFailed(pnProjectEnvironment(get(), &environment, &options, &result.sh, &result.info));
        return result;
    }

    // Many environments into the caller's arrays: shs has one element per view, infos one per view or none. The first
    // *completed results are valid also when this throws.
    void project(std::span<const PnEnvironmentView> environments, const PnProjectOptions& options, std::span<PnSh> shs,
                 std::span<PnProjectInfo> infos = {}, std::uint32_t* completed = nullptr)
    {
        detail::requireSize(shs.size(), environments.size(), "shs");
        if (!infos.empty())
        {
            detail::requireSize(infos.size(), environments.size(), "infos");
            infos.front().structSize = sizeof(PnProjectInfo);
        }
        throwIfFailed(pnProjectEnvironments(get(), detail::count(environments.size()), environments.data(), &options,
                                            shs.data(), infos.empty() ? nullptr : infos.data(), completed));
    }

    // Divides the mips of one cubemap by the probe's own light; one target per mip.
    Normalized normalize(std::span<const PnEnvironmentView> mips, std::span<const PnCubemapTarget> targets,
                         const NormalizeInputs& inputs = {})
    {
        detail::requireSize(targets.size(), mips.size(), "targets");
        auto item = sized<PnNormalizeItem>();
        item.mipCount = detail::count(mips.size());
        item.mips = mips.data();
        item.targets = targets.data();
        item.light = inputs.light ? &*inputs.light : nullptr;
        Normalized result;
        throwIfFailed(pnNormalizeCubemaps(get(), 1, &item, &inputs.normalization, &inputs.options, &result.light,
                                          &result.projectInfo, &result.info, nullptr));
        return result;
    }

    // Many cubemaps into the caller's arrays, which have one element per item or none. The first *completed results and
    // targets are valid even if this throws. inputs.light is not read: each item names its own light.
    void normalize(std::span<const PnNormalizeItem> items, const NormalizeInputs& inputs, std::span<PnSh> shs = {},
                   std::span<PnNormalizeInfo> infos = {}, std::uint32_t* completed = nullptr)
    {
        if (!shs.empty())
            detail::requireSize(shs.size(), items.size(), "shs");
        if (!infos.empty())
        {
            detail::requireSize(infos.size(), items.size(), "infos");
            infos.front().structSize = sizeof(PnNormalizeInfo);
        }
        throwIfFailed(pnNormalizeCubemaps(get(), detail::count(items.size()), items.data(), &inputs.normalization,
                                          &inputs.options, shs.empty() ? nullptr : shs.data(), nullptr,
                                          infos.empty() ? nullptr : infos.data(), completed));
    }

    // Makes the mips of a cubemap for surfaces of rising roughness; one target per mip.
    PnPrefilterInfo prefilter(const PnEnvironmentView& cubemap, const PnPrefilter& prefilter,
                              std::span<const PnCubemapTarget> targets,
                              const PnProjectOptions& options = sized<PnProjectOptions>())
    {
        detail::requireSize(targets.size(), prefilter.mipCount, "targets");
        auto item = sized<PnPrefilterItem>();
        item.cubemap = &cubemap;
        item.targets = targets.data();
        auto info = sized<PnPrefilterInfo>();
        throwIfFailed(pnPrefilterCubemaps(get(), 1, &item, &prefilter, &options, &info, nullptr));
        return info;
    }

    // Many cubemaps; infos has one element per item or none. The first *completed results are valid even if this
    // throws.
    void prefilter(std::span<const PnPrefilterItem> items, const PnPrefilter& prefilter,
                   const PnProjectOptions& options = sized<PnProjectOptions>(), std::span<PnPrefilterInfo> infos = {},
                   std::uint32_t* completed = nullptr)
    {
        if (!infos.empty())
        {
            detail::requireSize(infos.size(), items.size(), "infos");
            infos.front().structSize = sizeof(PnPrefilterInfo);
        }
        throwIfFailed(pnPrefilterCubemaps(get(), detail::count(items.size()), items.data(), &prefilter, &options,
                                          infos.empty() ? nullptr : infos.data(), completed));
    }

    // Small bright lights, the strongest first.
    ExtractedLights extractLights(const PnEnvironmentView& environment,
                                  const PnProjectOptions& options = sized<PnProjectOptions>(),
                                  const PnLightOptions& lightOptions = sized<PnLightOptions>())
    {
        ExtractedLights result;
        result.residualTexels.resize(4 * texelCount(environment));
        auto item = sized<PnLightItem>();
        item.environment = &environment;
        item.residualFloats = result.residualTexels.size();
        item.residual = result.residualTexels.data();
        throwIfFailed(
            pnExtractLights(get(), 1, &item, &options, &lightOptions, &result.lights, &result.residual, nullptr));
        return result;
    }

    // Many environments into the caller's arrays: lights has one element per item, residuals one per item or none. The
    // first *completed results are valid even if this throws.
    void extractLights(std::span<const PnLightItem> items, std::span<PnLights> lights, std::span<PnSh> residuals = {},
                       const PnProjectOptions& options = sized<PnProjectOptions>(),
                       const PnLightOptions& lightOptions = sized<PnLightOptions>(), std::uint32_t* completed = nullptr)
    {
        detail::requireSize(lights.size(), items.size(), "lights");
        if (!residuals.empty())
            detail::requireSize(residuals.size(), items.size(), "residuals");
        if (!lights.empty())
            lights.front().structSize = sizeof(PnLights);
        throwIfFailed(pnExtractLights(get(), detail::count(items.size()), items.data(), &options, &lightOptions,
                                      lights.data(), residuals.empty() ? nullptr : residuals.data(), completed));
    }

    // What may be wrong with an environment and its mips; the gravest finding comes first.
    std::vector<PnFinding> check(std::span<const PnEnvironmentView> mips)
    {
        std::vector<PnFinding> findings(kMostFindings, sized<PnFinding>());
        std::uint32_t count = 0;
        throwIfFailed(
            pnCheckEnvironment(get(), detail::count(mips.size()), mips.data(), kMostFindings, findings.data(), &count));
        findings.resize(count);
        return findings;
    }

    std::vector<PnFinding> check(const PnEnvironmentView& environment) { return check({&environment, 1}); }

    // Fixes what check() finds: r g b 1 per texel into outTexels.
    PnFixInfo fix(const PnEnvironmentView& environment, std::uint32_t fixes, std::span<float> outTexels)
    {
        auto info = sized<PnFixInfo>();
        throwIfFailed(pnFixEnvironment(get(), &environment, fixes, outTexels.size(), outTexels.data(), &info));
        return info;
    }

private:
    static constexpr std::uint32_t kMostFindings = 64; // there are no more

    struct Destroy
    {
        void operator()(PnContext context) const { pnDestroyContext(context); }
    };

    void create(const PnContextDesc& desc)
    {
        PnContext context = nullptr;
        throwIfFailed(pnCreateContext(&desc, &context));
        m_context.reset(context);
    }

    std::unique_ptr<PnContext_T, Destroy> m_context;
};

// All Vulkan devices of this machine; none where there is no Vulkan.
inline std::vector<PnDeviceInfo> enumerateDevices()
{
    std::uint32_t count = 0;
    throwIfFailed(pnEnumerateDevices(0, nullptr, &count));
    std::vector<PnDeviceInfo> devices(count, sized<PnDeviceInfo>());
    if (count != 0)
        throwIfFailed(pnEnumerateDevices(detail::count(devices.size()), devices.data(), &count));
    if (count < devices.size()) // one went away in between
        devices.resize(count);
    return devices;
}

// ---- Coefficients --------------------------------------------------------------------

// Along unit directions x y z, one after the other; r g b of each.
inline std::vector<float> evaluateRadiance(const PnSh& sh, std::span<const float> directions)
{
    std::vector<float> rgb(directions.size());
    throwIfFailed(
        pnEvaluateRadiance(&sh, detail::elements(directions.size(), 3, "directions"), directions.data(), rgb.data()));
    return rgb;
}

// The same for irradiance / pi.
inline std::vector<float> evaluateIrradiance(const PnSh& sh, std::span<const float> directions)
{
    std::vector<float> rgb(directions.size());
    throwIfFailed(
        pnEvaluateIrradiance(&sh, detail::elements(directions.size(), 3, "directions"), directions.data(), rgb.data()));
    return rgb;
}

inline PnSh rotate(const PnSh& sh, std::span<const float, 9> matrix)
{
    PnSh result{};
    throwIfFailed(pnRotateSh(&sh, matrix.data(), &result));
    return result;
}

inline PnSh window(const PnSh& sh, PnWindow window, float width)
{
    PnSh result{};
    throwIfFailed(pnWindowSh(&sh, window, width, &result));
    return result;
}

// Minima over the sphere: r, g, b, luminance.
inline std::array<float, 4> findIrradianceMinimum(const PnSh& sh)
{
    std::array<float, 4> minimum{};
    throwIfFailed(pnFindIrradianceMinimum(&sh, minimum.data()));
    return minimum;
}

struct Deringed
{
    PnSh sh{};
    PnDeringInfo info = sized<PnDeringInfo>();
};

inline Deringed dering(const PnSh& sh, float floor = 0.0f)
{
    Deringed result;
    throwIfFailed(pnDeringSh(&sh, floor, &result.sh, &result.info));
    return result;
}

// ---- Conventions ---------------------------------------------------------------------

// Null for an unknown value, as in C.
inline const char* conventionName(PnConvention convention)
{
    return pnGetConventionName(convention);
}

inline const char* axesName(PnAxes axes)
{
    return pnGetAxesName(axes);
}

inline std::uint32_t conventionFloatCount(PnConvention convention, std::uint32_t bands)
{
    return pnGetConventionFloatCount(convention, bands);
}

inline std::vector<float> toConvention(const PnSh& sh, PnConvention convention, PnAxes axes = PN_AXES_KEEP)
{
    std::vector<float> floats(pnGetConventionFloatCount(convention, sh.bands));
    throwIfFailed(pnConvertToConvention(&sh, convention, axes, detail::count(floats.size()), floats.data()));
    return floats;
}

inline PnSh fromConvention(PnConvention convention, std::uint32_t bands, std::span<const float> floats,
                           PnAxes axes = PN_AXES_KEEP)
{
    PnSh sh{};
    throwIfFailed(pnConvertFromConvention(convention, axes, bands, detail::count(floats.size()), floats.data(), &sh));
    return sh;
}

// ---- Normalization -------------------------------------------------------------------

// Null for an unknown value, as in C.
inline const char* findingName(PnFindingKind kind)
{
    return pnGetFindingName(kind);
}

inline const char* presetName(PnPreset preset)
{
    return pnGetPresetName(preset);
}

// All values of a preset, by its name.
inline PnNormalization getPreset(const std::string& name)
{
    auto normalization = sized<PnNormalization>();
    throwIfFailed(pnGetPreset(name.c_str(), &normalization));
    return normalization;
}

// What the preset's formula is and needs.
inline PnPresetInfo presetInfo(PnPreset preset)
{
    auto info = sized<PnPresetInfo>();
    throwIfFailed(pnGetPresetInfo(preset, &info));
    return info;
}

// The normalized reflection r g b per surface, or with isFactor the factor.
inline std::vector<float> evaluateReflection(const PnNormalization& normalization, const PnSurfaces& surfaces)
{
    std::vector<float> radiance(std::size_t{3} * surfaces.count);
    throwIfFailed(pnEvaluateReflection(&normalization, &surfaces, radiance.data()));
    return radiance;
}

// One channel of a divided cubemap: the luminance of each texel of a mip as half float (fp16).
inline std::vector<std::uint16_t> packLuminance(const PnEnvironmentView& cubemap)
{
    std::vector<std::uint16_t> halves(texelCount(cubemap));
    throwIfFailed(pnPackLuminance(&cubemap, halves.size(), halves.data()));
    return halves;
}

// The perceptual roughness of each mip by an engine's mapping. Babylon's alone reads baseSize.
inline std::vector<float> mipRoughness(PnRoughnessMapping mapping, std::uint32_t mipCount, std::uint32_t baseSize = 256)
{
    std::vector<float> roughness(mipCount);
    throwIfFailed(pnGetMipRoughness(mapping, baseSize, mipCount, roughness.data()));
    return roughness;
}

// RGB, row by row, of size^2 texels: row y has roughness (y + 0.5) / size, column x has N.V = (x + 0.5) / size.
inline std::vector<float> makeDfgTable(PnDfg kind, std::uint32_t size = 256)
{
    std::vector<float> rgb(std::size_t{3} * size * size);
    throwIfFailed(pnMakeDfgRows(kind, size, 0, size, rgb.size(), rgb.data()));
    return rgb;
}

// Some rows of a table, which go to rgb; see pnMakeDfgRows.
inline void makeDfgRows(PnDfg kind, std::uint32_t size, std::uint32_t firstRow, std::uint32_t rowCount,
                        std::span<float> rgb)
{
    throwIfFailed(pnMakeDfgRows(kind, size, firstRow, rowCount, rgb.size(), rgb.data()));
}

// Blocks of BC6H of a picture, row by row; see pnEncodeBc6h.
inline std::vector<std::uint8_t> encodeBc6h(Context& context, const PnPictureView& picture, PnBc6hEffort effort = 0,
                                            bool isSigned = false)
{
    std::vector<std::uint8_t> blocks(std::size_t{16} * ((picture.width + 3) / 4) * ((picture.height + 3) / 4));
    throwIfFailed(pnEncodeBc6h(context.get(), &picture, effort, isSigned ? 1 : 0, blocks.size(), blocks.data()));
    return blocks;
}

// 16 texels of four halves per block.
inline std::vector<std::uint16_t> decodeBc6h(const std::vector<std::uint8_t>& blocks, bool isSigned = false)
{
    std::vector<std::uint16_t> halves(blocks.size() / 16 * 64);
    throwIfFailed(pnDecodeBc6h(isSigned ? 1 : 0, blocks.size() / 16, blocks.data(), halves.data()));
    return halves;
}

// ---- Versions ------------------------------------------------------------------------

inline std::uint32_t version()
{
    return pnGetVersion();
}

inline std::uint32_t algorithmVersion()
{
    return pnGetAlgorithmVersion();
}

} // namespace probenorm

#endif // PROBENORM_HPP
