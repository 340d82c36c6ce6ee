#pragma once

#include "probenorm/probenorm.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace pn::testing {

// A cubemap or equirect map with memory of its own, for the C API.
struct TestProbe
{
    bool isCubemap = true;
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    PnFormat format = PN_FORMAT_RGBA32F;
    std::vector<std::byte> texels;

    std::uint32_t faceCount() const { return isCubemap ? 6 : 1; }
    std::size_t faceBytes() const { return std::size_t{width} * height * pnGetFormatBytes(format); }
    std::size_t wordCount() const { return faceBytes() * faceCount() / 4; }

    PnEnvironmentView view() const
    {
        PnEnvironmentView view{};
        view.structSize = sizeof(view);
        view.kind = isCubemap ? PN_ENVIRONMENT_CUBEMAP : PN_ENVIRONMENT_EQUIRECT;
        view.format = format;
        view.width = width;
        view.height = height;
        view.faceBytes = faceBytes();
        for (std::size_t face = 0; face < faceCount(); ++face)
            view.faces[face] = texels.data() + face * faceBytes();
        return view;
    }

    std::string name() const
    {
        return (isCubemap ? "cubemap " : "equirect ") + std::to_string(width) + " x " + std::to_string(height) +
               ", format " + std::to_string(format);
    }
};

inline TestProbe makeProbe(bool isCubemap, std::uint32_t width, std::uint32_t height, PnFormat format)
{
    TestProbe probe{isCubemap, width, height, format, {}};
    probe.texels.resize(probe.faceBytes() * probe.faceCount());
    return probe;
}

template <typename NextWord>
void fillWords(TestProbe& probe, NextWord&& nextWord)
{
    for (std::size_t i = 0; i < probe.wordCount(); ++i)
    {
        const std::uint32_t word = nextWord();
        std::memcpy(probe.texels.data() + i * 4, &word, sizeof(word));
    }
}

// Every kind of value a format can hold, special ones among them: signed, zeros, denormals, NaN, infinities, huge and
// tiny. specialOneIn says how rare a value that needs the policy is.
class WildWords
{
public:
    WildWords(PnFormat format, std::uint32_t seed, std::uint32_t specialOneIn = 64)
        : m_format(format), m_specialOneIn(specialOneIn), m_random(seed)
    {
    }

    std::uint32_t operator()()
    {
        if (m_format == PN_FORMAT_RGBA32F || m_format == PN_FORMAT_RGB32F)
            return floatBits();
        if (m_format == PN_FORMAT_RGBA16F)
        {
            const std::uint32_t low = halfBits();
            return low | halfBits() << 16;
        }
        return std::uint32_t(m_random());
    }

private:
    bool isSpecial() { return m_random() % m_specialOneIn == 0; }

    std::uint32_t floatBits()
    {
        const auto bits = std::uint32_t(m_random());
        if (isSpecial())
            return bits;                           // any float there is
        return (bits & 0x87ffffffu) + 0x3b000000u; // 2^-9 to 2^7, either sign
    }

    std::uint32_t halfBits()
    {
        const auto bits = std::uint32_t(m_random() >> 16) & 0xffffu;
        if (isSpecial())
            return bits;
        return (bits & 0x8fffu) + 0x3000u; // 2^-3 to 2, either sign
    }

    PnFormat m_format;
    std::uint32_t m_specialOneIn;
    std::mt19937 m_random;
};

inline TestProbe makeWildProbe(bool isCubemap, std::uint32_t width, std::uint32_t height, PnFormat format,
                               std::uint32_t seed, std::uint32_t specialOneIn = 64)
{
    TestProbe probe = makeProbe(isCubemap, width, height, format);
    fillWords(probe, WildWords(format, seed, specialOneIn));
    return probe;
}

inline constexpr PnFormat kFormats[] = {PN_FORMAT_RGBA32F,    PN_FORMAT_RGB32F, PN_FORMAT_RGBA16F,   PN_FORMAT_RGB9E5,
                                        PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8,  PN_FORMAT_RGBA8_SRGB};
// Floats, a shared exponent, codes of a byte: for what is done alike in all formats, since each is a kernel of its own.
inline constexpr PnFormat kFormatOfEachKind[] = {PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_RGBA8};

} // namespace pn::testing
