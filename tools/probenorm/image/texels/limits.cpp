#include "image/texels/limits.h"

#include "image/files/claims.h"
#include "image/files/error.h"

#include <string>

namespace pn::image {

namespace {

void checkEdge(const char* name, std::uint64_t value)
{
    if (value < 1 || value > kMaxAxis)
        throw Error(ErrorKind::InvalidInput, std::string(name) + " must be in 1.." + std::to_string(kMaxAxis) +
                                                 ", found " + std::to_string(value));
}

} // namespace

void checkSize(std::uint64_t width, std::uint64_t height)
{
    checkEdge("width", width);
    checkEdge("height", height);
}

void checkClaim(std::uint64_t byteCount, const Limits& limits)
{
    if (byteCount > limits.maxBytes)
        throw Error(ErrorKind::InvalidInput, "decoded size " + std::to_string(byteCount) +
                                                 " bytes is above the limit of " + std::to_string(limits.maxBytes) +
                                                 " (--max-bytes)");
    askForClaim(byteCount);
}

Image describeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits)
{
    checkSize(width, height);
    checkClaim(width * height * texelBytes(format), limits); // below 2^38 after checkSize
    Image image;
    image.format = format;
    image.width = static_cast<std::uint32_t>(width);
    image.height = static_cast<std::uint32_t>(height);
    return image;
}

Image makeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits)
{
    Image image = describeImage(format, width, height, limits);
    image.texels = Buffer(image.rowBytes() * image.height);
    return image;
}

} // namespace pn::image
