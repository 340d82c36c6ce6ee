// Calls of the C ABI with arguments made of a fuzzer's bytes. Pointers and sizes are honest, as the header asks; all
// other values are anything.
#pragma once

#include "fuzz_input.h"

#include "probenorm/probenorm.h"

#include <cmath>
#include <cstdlib>

namespace pn::fuzz {

inline void require(bool condition)
{
    if (!condition)
        std::abort();
}

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

PnContext sharedContext(); // on the CPU, one thread
PnSh takeSh(FuzzInput& input);
PnProjectOptions takeOptions(FuzzInput& input);
PnNormalization takeNormalization(FuzzInput& input);
ExactMemory takeFloats(FuzzInput& input, std::size_t count);

// Six faces, or one map, in memory of their own.
class Faces
{
public:
    Faces(FuzzInput& input, std::size_t faceCount, std::size_t bytes);

    void* at(std::size_t face) { return m_faces[face].as<void>(); }

private:
    std::vector<ExactMemory> m_faces;
};

using Call = void (*)(FuzzInput& input);
std::span<const Call> texelCalls();
std::span<const Call> coefficientCalls();

} // namespace pn::fuzz
