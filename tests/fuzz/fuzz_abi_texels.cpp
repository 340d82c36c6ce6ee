// The calls that take texels, and those that make contexts.
#include "fuzz_abi.h"

#include "support/one.h"

#include <cstddef>
#include <deque>

namespace pn::fuzz {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 16; // of a face; larger claims have less memory than they need

struct Claim
{
    std::uint32_t width, height;
    PnFormat format;
    std::uint32_t rowPitch;

    std::uint64_t bytes() const
    {
        const std::uint64_t row = std::uint64_t{pnGetFormatBytes(format)} * width;
        return rowPitch == 0 ? row * height : std::uint64_t{rowPitch} * (height - (height != 0)) + row;
    }
};

Claim takeClaim(FuzzInput& input, std::uint32_t most)
{
    Claim claim{};
    claim.width = input.oneIn(32) ? input.take<std::uint32_t>() : input.below(most);
    claim.height = input.oneIn(32) ? input.take<std::uint32_t>() : input.below(most);
    claim.format = input.choice(8);
    claim.rowPitch = input.oneIn(4) ? 4 * input.below(256) : 0;
    return claim;
}

// What the caller says is readable: all that there is, or less.
std::uint64_t honestBytes(FuzzInput& input, std::uint64_t bytes)
{
    return input.oneIn(16) ? bytes / 2 : bytes;
}

PnEnvironmentView viewOf(PnEnvironmentKind kind, const Claim& claim, Faces& faces, std::uint64_t bytes)
{
    PnEnvironmentView view{};
    view.structSize = sizeof(view);
    view.kind = kind;
    view.format = claim.format;
    view.width = claim.width;
    view.height = claim.height;
    view.rowPitchBytes = claim.rowPitch;
    for (std::size_t face = 0; face < (kind == PN_ENVIRONMENT_CUBEMAP ? 6u : 1u); ++face)
        view.faces[face] = faces.at(face);
    view.faceBytes = bytes;
    return view;
}

PnEnvironmentView cubemapView(const Claim& claim, Faces& faces, std::uint64_t bytes)
{
    return viewOf(PN_ENVIRONMENT_CUBEMAP, claim, faces, bytes);
}

PnEnvironmentView equirectView(const Claim& claim, Faces& map, std::uint64_t bytes)
{
    return viewOf(PN_ENVIRONMENT_EQUIRECT, claim, map, bytes);
}

PnPictureView pictureView(const Claim& claim, Faces& map, std::uint64_t bytes)
{
    PnPictureView view{};
    view.structSize = sizeof(view);
    view.width = claim.width;
    view.height = claim.height;
    view.format = claim.format;
    view.rowPitchBytes = claim.rowPitch;
    view.texels = map.at(0);
    view.texelBytes = bytes;
    return view;
}

void projectCubemap(FuzzInput& input)
{
    Claim claim = takeClaim(input, 20);
    claim.height = claim.width;
    SizedStruct options(takeOptions(input), input);
    SizedStruct info(PnProjectInfo{}, input);
    const std::uint64_t bytes = std::min(claim.bytes(), kMostBytes);
    Faces faces(input, 6, bytes);
    PnEnvironmentView whole = cubemapView(claim, faces, honestBytes(input, bytes));
    if (input.oneIn(32))
        whole.faces[input.below(6)] = nullptr;
    if (input.oneIn(32))
        whole.kind = input.choice(4);
    if (input.oneIn(32))
        whole.height = input.below(24);
    SizedStruct view(whole, input);
    ShOutput sh;
    sh.check(checked(
        pnProjectEnvironment(sharedContext(), view.get(), options.orNull(input), sh.get(), info.orNull(input))));
}

void projectEquirect(FuzzInput& input)
{
    const Claim claim = takeClaim(input, 40);
    SizedStruct options(takeOptions(input), input);
    const std::uint64_t bytes = std::min(claim.bytes(), kMostBytes);
    Faces map(input, 1, bytes);
    SizedStruct view(equirectView(claim, map, honestBytes(input, bytes)), input);
    ShOutput sh;
    sh.check(checked(pnProjectEnvironment(sharedContext(), view.get(), options.orNull(input), sh.get(), nullptr)));
}

void projectMany(FuzzInput& input)
{
    const std::uint32_t count = input.below(5);
    SizedStruct options(takeOptions(input), input);
    std::deque<Faces> memory;
    PnEnvironmentView views[4]{};
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint32_t size = 1 + input.below(8);
        const Claim claim{size, size, static_cast<PnFormat>(1 + input.below(7)), 0};
        views[i] = cubemapView(claim, memory.emplace_back(input, 6, claim.bytes()), claim.bytes());
        views[i].structSize = input.oneIn(32) ? input.take<std::uint32_t>() : sizeof(views[i]);
    }
    if (count > 0 && views[0].structSize > sizeof(views[0]) && views[0].structSize <= 4096)
        return; // would be a stride beyond the array, which is the caller's lie
    PnSh results[4];
    PnProjectInfo infos[4]{};
    infos[0].structSize = sizeof(infos[0]);
    std::uint32_t completed = 77;
    const PnResult result = checked(pnProjectEnvironments(sharedContext(), count, views, options.orNull(input), results,
                                                          input.oneIn(2) ? infos : nullptr, &completed));
    require(result != PN_SUCCESS || completed == count);
    for (std::uint32_t i = 0; result == PN_SUCCESS && i < count; ++i)
        checkFinite(results[i]);
}

// A chain of mips and its targets, often right.
struct Chain
{
    std::deque<Faces> memory;
    PnEnvironmentView mips[5]{};
    PnCubemapTarget targets[5]{};
    std::uint32_t count;

    explicit Chain(FuzzInput& input) : count(1 + input.below(4))
    {
        const std::uint32_t size = 1 + input.below(12);
        const PnFormat format = static_cast<PnFormat>(1 + input.below(7));
        const PnFormat written = format >= PN_FORMAT_RGBA8 ? PN_FORMAT_RGBA16F : format;
        const PnFormat targetFormat = input.oneIn(8) ? input.choice(8) : written;
        const bool isInPlace = input.oneIn(3);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const std::uint32_t edge = input.oneIn(32) ? input.below(20) : std::max(1u, size >> i);
            const Claim mip{edge, edge, format, 0}, target{edge, edge, targetFormat, takePitch(input)};
            Faces& faces = memory.emplace_back(input, 6, mip.bytes());
            mips[i] = cubemapView(mip, faces, mip.bytes());
            const std::uint64_t bytes = std::min(target.bytes(), kMostBytes);
            const bool fits = isInPlace && bytes <= mip.bytes();
            setTarget(targets[i], target, fits ? faces : memory.emplace_back(input, 6, bytes),
                      honestBytes(input, bytes));
        }
    }

private:
    static std::uint32_t takePitch(FuzzInput& input) { return input.oneIn(8) ? 4 * input.below(64) : 0; }

    static void setTarget(PnCubemapTarget& target, const Claim& claim, Faces& faces, std::uint64_t bytes)
    {
        target.structSize = sizeof(target);
        target.format = claim.format;
        target.rowPitchBytes = claim.rowPitch;
        for (std::size_t face = 0; face < 6; ++face)
            target.faces[face] = faces.at(face);
        target.faceBytes = bytes;
    }
};

void normalizeCubemap(FuzzInput& input)
{
    SizedStruct normalization(takeNormalization(input), input);
    SizedStruct options(takeOptions(input), input);
    SizedStruct info(PnNormalizeInfo{}, input);
    const PnSh light = takeSh(input);
    const bool isGiven = input.oneIn(2);
    Chain chain(input);
    ShOutput sh;
    sh.check(checked(normalizeOne(sharedContext(), chain.count, chain.mips, normalization.orNull(input),
                                  isGiven ? &light : nullptr, options.orNull(input), chain.targets, sh.get(), nullptr,
                                  info.orNull(input))));
}

void normalizeMany(FuzzInput& input)
{
    SizedStruct normalization(takeNormalization(input), input);
    const std::uint32_t count = input.below(3);
    std::deque<Chain> chains;
    std::vector<PnNormalizeItem> items;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const Chain& chain = chains.emplace_back(input);
        items.push_back({sizeof(PnNormalizeItem), chain.count, chain.mips, chain.targets, nullptr, 0, 0});
    }
    PnSh results[2];
    std::uint32_t completed = 77;
    const PnResult result = checked(pnNormalizeCubemaps(sharedContext(), count, items.data(), normalization.get(),
                                                        nullptr, results, nullptr, nullptr, &completed));
    require(result != PN_SUCCESS || completed == count);
}

PnPrefilter takePrefilter(FuzzInput& input)
{
    PnPrefilter prefilter{};
    prefilter.lobe = input.choice(4);
    prefilter.mapping = input.choice(6);
    prefilter.effort = input.choice(3);
    prefilter.baseSize = input.oneIn(4) ? input.below(20) : 0;
    prefilter.mipCount = input.oneIn(16) ? input.take<std::uint32_t>() : input.below(5);
    return prefilter;
}

// Sources of Chain are its mips, so that each of them has a size of its own; targets are mostly those of the first.
void prefilterCubemap(FuzzInput& input)
{
    PnPrefilter whole = takePrefilter(input);
    float roughness[16] = {};
    if (input.oneIn(4) && whole.mipCount <= std::size(roughness))
    {
        for (float& value : roughness)
            value = input.oneIn(8) ? input.take<float>() : static_cast<float>(input.below(17)) / 16.0f;
        whole.roughness = roughness;
    }
    SizedStruct prefilter(whole, input);
    const std::uint32_t claimed = prefilter.get()->structSize, at = offsetof(PnPrefilter, roughness);
    if (claimed > at && claimed < at + sizeof(void*))
        return; // would cut a pointer in two, which is the caller's lie
    SizedStruct options(takeOptions(input), input);
    SizedStruct info(PnPrefilterInfo{}, input);
    Chain chain(input);
    if (whole.mipCount > chain.count)
        return; // there are as many targets as mips
    checked(prefilterOne(sharedContext(), chain.mips, prefilter.orNull(input), options.orNull(input), chain.targets,
                         info.orNull(input)));
}

void prefilterMany(FuzzInput& input)
{
    PnPrefilter whole = takePrefilter(input);
    whole.structSize = sizeof(whole);
    const std::uint32_t count = input.below(4);
    std::deque<Chain> chains;
    std::vector<PnPrefilterItem> items;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const Chain& chain = chains.emplace_back(input);
        if (whole.mipCount > chain.count)
            return;
        items.push_back({sizeof(PnPrefilterItem), 0, chain.mips, chain.targets});
    }
    std::uint32_t completed = 77;
    const PnResult result =
        checked(pnPrefilterCubemaps(sharedContext(), count, items.data(), &whole, nullptr, nullptr, &completed));
    require(result != PN_SUCCESS || completed == count);
}

void mipRoughness(FuzzInput& input)
{
    const std::uint32_t count = input.oneIn(8) ? input.take<std::uint32_t>() : input.below(17);
    ExactMemory roughness(sizeof(float) * std::min(count, 15u));
    const std::uint32_t baseSize = input.oneIn(2) ? input.take<std::uint32_t>() : input.below(20);
    if (checked(pnGetMipRoughness(input.choice(6), baseSize, count, roughness.as<float>())) == PN_SUCCESS)
        for (const float value : std::span(roughness.as<float>(), count))
            require(value >= 0 && value <= 1);
}

void makeDfgTable(FuzzInput& input)
{
    const std::uint32_t size = input.oneIn(16) ? input.take<std::uint32_t>() : input.below(5);
    if (size > 16 && size <= 1024)
        return; // takes long
    const std::size_t all = 3 * std::size_t{size} * size, floats = all - (all > 0 && input.oneIn(8) ? 1 : 0);
    ExactMemory rgb(sizeof(float) * (size <= 16 ? floats : 0));
    if (checked(pnMakeDfgRows(input.choice(3), size, 0, size, floats, rgb.as<float>())) == PN_SUCCESS)
        checkFinite(std::span(rgb.as<float>(), floats));
    const std::uint32_t first = input.below(6), rows = input.below(6);
    if (checked(pnMakeDfgRows(input.choice(3), size, first, rows, floats, rgb.as<float>())) == PN_SUCCESS)
        require(first + rows <= size && rows > 0);
}

void extractLights(FuzzInput& input)
{
    const std::uint32_t size = 1 + input.below(8);
    const Claim claim{size, size, static_cast<PnFormat>(1 + input.below(7)), 0};
    SizedStruct options(takeOptions(input), input);
    SizedStruct lightOptions(PnLightOptions{0, input.below(20), input.real(), input.real()}, input);
    Faces faces(input, 6, claim.bytes());
    const PnEnvironmentView view = cubemapView(claim, faces, claim.bytes());
    const std::size_t floats = std::size_t{6} * size * size * 4 - input.oneIn(8);
    ExactMemory residual(floats * sizeof(float));
    SizedStruct lights(PnLights{}, input);
    ShOutput sh;
    sh.check(checked(extractOne(sharedContext(), &view, options.orNull(input), lightOptions.orNull(input), lights.get(),
                                sh.get(), floats, residual.as<float>())));
}

void encodeBc6h(FuzzInput& input)
{
    const Claim claim = takeClaim(input, 20);
    const std::uint64_t bytes = std::min(claim.bytes(), kMostBytes);
    Faces map(input, 1, bytes);
    SizedStruct view(pictureView(claim, map, honestBytes(input, bytes)), input);
    const PnBc6hEffort effort = input.choice(4);
    const std::uint32_t isSigned = input.below(3);
    ExactMemory blocks(input.oneIn(16) ? 16 : std::size_t{5} * 5 * 16);
    checked(
        pnEncodeBc6h(sharedContext(), view.get(), effort, isSigned, blocks.span().size(), blocks.as<std::uint8_t>()));
}

void decodeBc6h(FuzzInput& input)
{
    const std::uint32_t isSigned = input.below(3), count = input.below(9);
    ExactMemory blocks(std::size_t{16} * count), halves(std::size_t{16} * 4 * sizeof(std::uint16_t) * count);
    input.fill(blocks.span());
    checked(pnDecodeBc6h(isSigned, count, blocks.as<std::uint8_t>(), halves.as<std::uint16_t>()));
}

void checkFindings(PnResult result, std::span<const PnFinding> room, std::uint32_t count)
{
    if (result != PN_SUCCESS)
        return;
    require(count <= 64);
    for (const PnFinding& finding : room.first(std::min<std::size_t>(count, room.size())))
    {
        require(pnGetFindingName(finding.kind) != nullptr && finding.text[0] != '\0');
        require(std::memchr(finding.text, 0, sizeof(finding.text)) != nullptr);
        for (const float value :
             {finding.value, finding.limit, finding.average, finding.irradiance, finding.reflection})
            require(!std::isnan(value));
    }
}

void checkCubemap(FuzzInput& input)
{
    PnFinding findings[64]{};
    findings[0].structSize = sizeof(PnFinding);
    const std::uint32_t capacity = input.below(65);
    Chain chain(input);
    std::uint32_t count = 0;
    const PnResult result = checked(pnCheckEnvironment(sharedContext(), chain.count, chain.mips, capacity,
                                                       capacity > 0 ? findings : nullptr, &count));
    checkFindings(result, std::span(findings).first(capacity), count);
}

void checkEquirect(FuzzInput& input)
{
    PnFinding findings[64]{};
    findings[0].structSize = sizeof(PnFinding);
    const Claim claim = takeClaim(input, 40);
    const std::uint64_t bytes = std::min(claim.bytes(), kMostBytes);
    Faces map(input, 1, bytes);
    SizedStruct view(equirectView(claim, map, honestBytes(input, bytes)), input);
    std::uint32_t count = 0;
    const PnResult result = checked(pnCheckEnvironment(sharedContext(), 1, view.get(), 64, findings, &count));
    checkFindings(result, findings, count);
}

void fixEnvironment(FuzzInput& input)
{
    const bool isCubemap = input.oneIn(2);
    const std::uint32_t fixes = input.oneIn(16) ? input.take<std::uint32_t>() : input.below(64);
    const std::uint32_t size = 1 + input.below(12);
    const Claim claim{isCubemap ? size : 2 * size, size, static_cast<PnFormat>(1 + input.below(7)), 0};
    Faces faces(input, 6, claim.bytes());
    const PnEnvironmentView view =
        isCubemap ? cubemapView(claim, faces, claim.bytes()) : equirectView(claim, faces, claim.bytes());
    const std::size_t floats = std::size_t{isCubemap ? 6u : 2u} * size * size * 4 - input.oneIn(8);
    ExactMemory texels(floats * sizeof(float));
    SizedStruct info(PnFixInfo{}, input);
    checked(pnFixEnvironment(sharedContext(), &view, fixes, floats, texels.as<float>(), info.orNull(input)));
}

void createContext(FuzzInput& input)
{
    PnContextDesc desc{};
    desc.backend = input.oneIn(8) ? 3 + input.choice(3) : PN_BACKEND_CPU; // no loader is asked: it is not fuzzed here
    desc.deviceIndex = input.below(3);
    desc.threadCount = input.below(4);
    desc.timeoutMs = input.take<std::uint32_t>();
    desc.flags = input.oneIn(8) ? input.take<std::uint32_t>() : std::uint32_t{PN_CONTEXT_KEEP_LOG};
    desc.chunkBytes = input.take<std::uint64_t>();
    if (desc.backend == PN_BACKEND_AUTO || desc.backend == PN_BACKEND_VULKAN)
        return;
    SizedStruct sized(desc, input);
    PnContext context = reinterpret_cast<PnContext>(std::uintptr_t{1});
    const PnResult result = checked(pnCreateContext(sized.get(), &context));
    require((result == PN_SUCCESS) == (context != nullptr));
    if (result != PN_SUCCESS)
        return;
    SizedStruct info(PnContextInfo{}, input);
    checked(pnGetContextInfo(context, info.get()));
    SizedStruct message(PnLogMessage{}, input);
    checked(pnTakeLogMessage(context, message.get()));
    pnDestroyContext(context);
}

constexpr Call kCalls[] = {projectCubemap, projectCubemap, projectEquirect,  projectMany,   normalizeCubemap,
                           normalizeMany,  extractLights,  prefilterCubemap, prefilterMany, mipRoughness,
                           makeDfgTable,   createContext,  encodeBc6h,       decodeBc6h,    checkCubemap,
                           checkEquirect,  fixEnvironment};

} // namespace

std::span<const Call> texelCalls()
{
    return kCalls;
}

} // namespace pn::fuzz
