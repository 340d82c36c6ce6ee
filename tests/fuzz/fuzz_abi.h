// Calls of the C ABI with arguments made of a fuzzer's bytes. Pointers and sizes are honest, as the header asks; all
// other values are anything.
#pragma once

#include "fuzz_input.h"

#include "probenorm/probenorm.h"

#include <cmath>

namespace pn::fuzz {

// Every result is one that the CPU can have, and comes with a message where it is an error.
inline PnResult checked(PnResult result)
{
    const bool hasMessage = pnGetLastErrorMessage()[0] != '\0';
    require((result == PN_SUCCESS) != hasMessage);
    require(result != PN_ERROR_UNKNOWN && result != PN_ERROR_DEVICE_LOST && result != PN_ERROR_TIMEOUT &&
            result != PN_ERROR_NOT_READY && result != PN_ERROR_OUT_OF_MEMORY);
    return result;
}

inline void checkFinite(std::span<const float> values)
{
    for (const float value : values)
        require(std::isfinite(value));
}

inline void checkFinite(const PnSh& sh)
{
    checkFinite(std::span(&sh.rgb[0][0], 75));
}

// Coefficients that an error must leave as they are.
class ShOutput
{
public:
    ShOutput() { std::memset(&m_sh, kPattern, sizeof(m_sh)); }

    PnSh* get() { return &m_sh; }

    void check(PnResult result) const
    {
        if (result == PN_SUCCESS)
            return checkFinite(m_sh);
        const auto* bytes = reinterpret_cast<const unsigned char*>(&m_sh);
        require(std::all_of(bytes, bytes + sizeof(m_sh), [](unsigned char byte) { return byte == kPattern; }));
    }

private:
    static constexpr unsigned char kPattern = 0xee;
    PnSh m_sh;
};

// On the CPU, one thread.
inline PnContext sharedContext()
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

inline PnSh takeSh(FuzzInput& input)
{
    PnSh sh{};
    sh.bands = input.oneIn(16) ? input.take<std::uint32_t>() : input.below(7);
    const bool isRaw = input.oneIn(4);
    for (float& value : std::span(&sh.rgb[0][0], 75))
        value = isRaw ? input.take<float>() : static_cast<float>(input.take<std::int8_t>()) / 16.0f;
    return sh;
}

inline PnProjectOptions takeOptions(FuzzInput& input)
{
    PnProjectOptions options{};
    options.bands = input.below(7);
    options.negative = input.choice(2);
    options.badTexels = input.choice(2);
    options.maxRadiance = input.oneIn(2) ? input.real() : 0.0f;
    options.reserved = input.oneIn(32) ? 1 : 0;
    return options;
}

inline PnNormalization takeNormalization(FuzzInput& input)
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
    normalization.version = input.oneIn(4) ? input.below(5) : 0;
    normalization.mapping = input.oneIn(4) ? input.choice(6) : 0;
    return normalization;
}

inline ExactMemory takeFloats(FuzzInput& input, std::size_t count)
{
    ExactMemory memory(count * sizeof(float));
    const bool isRaw = input.oneIn(2);
    for (float& value : std::span(memory.as<float>(), count))
        value = isRaw ? input.take<float>() : input.real();
    return memory;
}

// Six faces, or one map, in memory of their own.
class Faces
{
public:
    Faces(FuzzInput& input, std::size_t faceCount, std::size_t bytes)
    {
        for (std::size_t face = 0; face < faceCount; ++face)
            input.fill(m_faces.emplace_back(bytes).span());
    }

    void* at(std::size_t face) { return m_faces[face].as<void>(); }

private:
    std::vector<ExactMemory> m_faces;
};

using Call = void (*)(FuzzInput& input);
std::span<const Call> texelCalls();
std::span<const Call> coefficientCalls();

} // namespace pn::fuzz
