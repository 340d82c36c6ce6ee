#pragma once

#include "image/files/error.h"
#include "image/formats/container.h"

#include <cstdlib>
#include <new>

// Low, so that a claim which slips through the checks shows as out of memory long before libFuzzer's own limit.
inline constexpr pn::image::Limits kFuzzLimits{std::uint64_t{1} << 24};

inline void require(bool condition)
{
    if (!condition)
        std::abort();
}

// What must hold for anything a reader accepts. Reads every byte, for sanitizers that watch where bytes come from.
inline void checkImage(const pn::image::Image& image)
{
    require(image.width > 0 && image.height > 0);
    require(image.texels.size() == image.rowBytes() * image.height);
    require(image.texels.size() <= kFuzzLimits.maxBytes);
    unsigned sum = 0;
    for (const std::byte byte : image.texels.span())
        sum += std::to_integer<unsigned>(byte);
    volatile unsigned sink = sum;
    static_cast<void>(sink);
}

// Reads a container's first and last mip. Refusing is fine, if it is with an Error.
template <typename Read>
void fuzzContainer(Read&& read)
{
    try
    {
        const pn::image::Container first = read(0);
        checkImage(first.image);
        require(first.mipCount >= 1);
        checkImage(read(first.mipCount - 1).image);
    }
    catch (const pn::image::Error&)
    {
    }
}

// Reads a picture. Refusing is fine, if it is with an Error.
template <typename Read>
void fuzzPicture(std::span<const std::byte> file, Read&& read)
{
    try
    {
        checkImage(read(file, kFuzzLimits));
    }
    catch (const pn::image::Error&)
    {
    }
}
