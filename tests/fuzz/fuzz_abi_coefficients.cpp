// The calls that take coefficients, names and formulas.
#include "fuzz_abi.h"

#include "support/one.h"

#include <string>

namespace pn::fuzz {
namespace {

void rotate(FuzzInput& input)
{
    constexpr float kQuarterTurn[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    const PnSh sh = takeSh(input);
    float matrix[9];
    for (std::size_t i = 0; i < 9; ++i)
        matrix[i] = kQuarterTurn[i];
    if (input.oneIn(2))
        for (float& element : matrix)
            element = input.real();
    PnSh turned = sh;
    checked(pnRotateSh(&turned, matrix, &turned)); // in place
}

void window(FuzzInput& input)
{
    const PnSh sh = takeSh(input);
    PnSh out{};
    const PnWindow kind = input.choice(5);
    checked(pnWindowSh(&sh, kind, input.real(), &out));
}

void dering(FuzzInput& input)
{
    const PnSh sh = takeSh(input);
    SizedStruct info(PnDeringInfo{}, input);
    const float floor = input.real();
    ShOutput out;
    out.check(checked(pnDeringSh(&sh, floor, out.get(), info.orNull(input))));
}

void minimum(FuzzInput& input)
{
    const PnSh sh = takeSh(input);
    float values[4] = {};
    if (checked(pnFindIrradianceMinimum(&sh, values)) == PN_SUCCESS)
        for (const float value : values)
            require(!std::isnan(value));
}

void evaluate(FuzzInput& input)
{
    const PnSh sh = takeSh(input);
    const std::uint32_t count = input.below(9);
    ExactMemory directions = takeFloats(input, 3 * count), out(sizeof(float) * 3 * count);
    const auto call = input.oneIn(2) ? pnEvaluateRadiance : pnEvaluateIrradiance;
    checked(call(&sh, count, directions.as<float>(), out.as<float>()));
}

void evaluateFactor(FuzzInput& input)
{
    SizedStruct normalization(takeNormalization(input), input);
    const PnSh probe = takeSh(input), local = takeSh(input);
    const std::uint32_t count = input.below(5);
    ExactMemory reflections = takeFloats(input, 3 * count), normals = takeFloats(input, 3 * count),
                roughness = takeFloats(input, count), out(sizeof(float) * 3 * count);
    const bool hasNormals = !input.oneIn(3), hasRoughness = !input.oneIn(3);
    checked(factorsOf(normalization.orNull(input), &probe, &local, count, reflections.as<float>(),
                      hasNormals ? normals.as<float>() : nullptr, hasRoughness ? roughness.as<float>() : nullptr,
                      out.as<float>()));
}

void evaluateReflection(FuzzInput& input)
{
    SizedStruct normalization(takeNormalization(input), input);
    const PnSh probe = takeSh(input), local = takeSh(input);
    const std::uint32_t count = input.below(5);
    std::vector<ExactMemory> arrays;
    for (const std::uint32_t floats : {3u, 3u, 3u, 1u, 1u, 3u, 3u})
        arrays.push_back(takeFloats(input, floats * count));
    ExactMemory out(sizeof(float) * 3 * count);
    const auto array = [&](std::size_t i) { return input.oneIn(8) ? nullptr : arrays[i].as<float>(); };
    PnSurfaces surfaces{};
    surfaces.count = count;
    surfaces.radiance = array(0);
    surfaces.reflections = array(1);
    surfaces.normals = array(2);
    surfaces.roughness = array(3);
    surfaces.metallic = array(4);
    surfaces.probe = input.oneIn(4) ? nullptr : &probe;
    surfaces.local = input.oneIn(2) ? nullptr : &local;
    surfaces.localAlongNormals = surfaces.local == nullptr ? array(5) : nullptr;
    surfaces.localAlongReflections = surfaces.local == nullptr ? array(6) : nullptr;
    surfaces.isDivided = input.oneIn(4) ? input.below(3) : 0;
    surfaces.isFactor = input.oneIn(4) ? input.below(3) : 0;
    surfaces.lookups = input.oneIn(8) ? nullptr : array(2);
    surfaces.probeLuminances = surfaces.probe == nullptr || input.oneIn(32) ? array(3) : nullptr;
    SizedStruct sized(surfaces, input);
    checked(pnEvaluateReflection(normalization.orNull(input), sized.get(), out.as<float>()));
}

void convertTo(FuzzInput& input)
{
    const PnSh sh = takeSh(input);
    const PnConvention convention = input.choice(PN_CONVENTION_COUNT);
    const PnAxes axes = input.choice(PN_AXES_COUNT);
    const std::uint32_t count = pnGetConventionFloatCount(convention, sh.bands);
    require(count <= 75);
    const std::uint32_t claimed = input.oneIn(16) ? input.below(120) : count;
    ExactMemory floats(sizeof(float) * claimed);
    checked(pnConvertToConvention(&sh, convention, axes, claimed, floats.as<float>()));
}

void convertFrom(FuzzInput& input)
{
    const PnConvention convention = input.choice(PN_CONVENTION_COUNT);
    const PnAxes axes = input.choice(PN_AXES_COUNT);
    const std::uint32_t bands = input.below(8);
    const std::uint32_t claimed = input.oneIn(16) ? input.below(120) : pnGetConventionFloatCount(convention, bands);
    ExactMemory floats = takeFloats(input, claimed);
    PnSh sh{};
    checked(pnConvertFromConvention(convention, axes, bands, claimed, floats.as<float>(), &sh));
}

void names(FuzzInput& input)
{
    const std::int32_t number = input.take<std::int32_t>();
    pnGetPresetName(number);
    pnGetConventionName(number);
    pnGetAxesName(number);
    require(pnGetFormatBytes(number) <= 16 && pnGetResultName(number) != nullptr);
    SizedStruct info(PnPresetInfo{}, input);
    checked(pnGetPresetInfo(input.choice(PN_PRESET_COUNT), info.get()));
    SizedStruct normalization(PnNormalization{}, input);
    std::string name(input.below(40), '\0');
    input.fill(std::as_writable_bytes(std::span(name)));
    checked(pnGetPreset(name.c_str(), normalization.get()));
}

constexpr Call kCalls[] = {rotate,    window,      dering, minimum, evaluate, evaluateFactor, evaluateReflection,
                           convertTo, convertFrom, names};

} // namespace

std::span<const Call> coefficientCalls()
{
    return kCalls;
}

} // namespace pn::fuzz

// The first byte chooses the call, the others are its arguments.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pn::fuzz;
    FuzzInput input(data, size);
    const std::span<const Call> texels = texelCalls(), coefficients = coefficientCalls();
    const std::size_t index = input.below(static_cast<std::uint32_t>(texels.size() + coefficients.size()));
    (index < texels.size() ? texels[index] : coefficients[index - texels.size()])(input);
    return 0;
}
