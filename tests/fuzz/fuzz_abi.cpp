// The C ABI: the first byte chooses the call, the others are its arguments.
#include "fuzz_abi.h"

namespace pn::fuzz {

PnContext sharedContext()
{
    static const PnContext context = [] {
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.backend = PN_BACKEND_CPU;
        desc.threadCount = 1;
        PnContext made = nullptr;
        require(pnCreateContext(&desc, &made) == PN_SUCCESS);
        return made;
    }();
    return context;
}

PnSh takeSh(FuzzInput& input)
{
    PnSh sh{};
    sh.bands = input.oneIn(16) ? input.take<std::uint32_t>() : input.below(7);
    const bool isRaw = input.oneIn(4);
    for (float& value : std::span(&sh.rgb[0][0], 75))
        value = isRaw ? input.take<float>() : static_cast<float>(input.take<std::int8_t>()) / 16.0f;
    return sh;
}

PnProjectOptions takeOptions(FuzzInput& input)
{
    PnProjectOptions options{};
    options.bands = input.below(7);
    options.negative = input.choice(2);
    options.badTexels = input.choice(2);
    options.maxRadiance = input.oneIn(2) ? input.real() : 0.0f;
    options.reserved = input.oneIn(32) ? 1 : 0;
    return options;
}

PnNormalization takeNormalization(FuzzInput& input)
{
    PnNormalization normalization{};
    normalization.preset = input.choice(PN_PRESET_COUNT);
    normalization.bands = input.below(5);
    normalization.channels = input.choice(3);
    normalization.lobe = input.choice(3);
    normalization.dering = input.choice(3);
    for (float* value : {&normalization.floor, &normalization.low, &normalization.high, &normalization.fadeBegin,
                         &normalization.fadeEnd, &normalization.weight})
        *value = input.oneIn(4) ? input.real() : 0.0f;
    normalization.version = input.oneIn(4) ? input.below(4) : 0;
    return normalization;
}

ExactMemory takeFloats(FuzzInput& input, std::size_t count)
{
    ExactMemory memory(count * sizeof(float));
    const bool isRaw = input.oneIn(2);
    for (float& value : std::span(memory.as<float>(), count))
        value = isRaw ? input.take<float>() : input.real();
    return memory;
}

Faces::Faces(FuzzInput& input, std::size_t faceCount, std::size_t bytes)
{
    for (std::size_t face = 0; face < faceCount; ++face)
        input.fill(m_faces.emplace_back(bytes).span());
}

} // namespace pn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pn::fuzz;
    FuzzInput input(data, size);
    const std::span<const Call> texels = texelCalls(), coefficients = coefficientCalls();
    const std::size_t index = input.below(static_cast<std::uint32_t>(texels.size() + coefficients.size()));
    (index < texels.size() ? texels[index] : coefficients[index - texels.size()])(input);
    return 0;
}
