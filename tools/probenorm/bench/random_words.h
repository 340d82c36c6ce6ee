#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <cstring>
#include <random>
#include <span>

namespace pn::bench {

// Ordinary texels of a format, 2^-3 to 2: random, since a processor may be faster on zeros.
inline void fillRandom(std::span<std::byte> texels, PnFormat format)
{
    std::mt19937 random(1);
    for (std::size_t i = 0; i + 4 <= texels.size(); i += 4)
    {
        auto word = std::uint32_t(random());
        if (format == PN_FORMAT_RGBA32F || format == PN_FORMAT_RGB32F)
            word = (word & 0x01ffffffu) + 0x3e000000u;
        else if (format == PN_FORMAT_RGBA16F)
            word = (word & 0x0fff0fffu) + 0x30003000u;
        else if (format == PN_FORMAT_R11G11B10F)
            word = (word & (0x7fu << 22 | 0xffu << 11 | 0xffu)) + (0x180u << 22 | 0x300u << 11 | 0x300u);
        std::memcpy(&texels[i], &word, sizeof(word));
    }
}

} // namespace pn::bench
