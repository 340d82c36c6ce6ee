// The readers of files. PN_READER names the one that this program fuzzes. OpenEXR is fuzzed elsewhere; here it is
// about what we let through to it.
#include "fuzz_input.h"
#include "image/files/error.h"
#include "image/formats/container.h"
#include "image/formats/dds.h"
#include "image/formats/env.h"
#include "image/formats/exr.h"
#include "image/formats/ktx.h"
#include "image/formats/png_jpeg.h"
#include "image/formats/radiance.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace {

using namespace pn::image;
using pn::fuzz::require;

// Low, so that a claim which slips through the checks shows as out of memory long before libFuzzer's own limit.
constexpr Limits kLimits{std::uint64_t{1} << 24};

using Bytes = std::span<const std::byte>;

// What must hold for anything a reader accepts. Reads every byte, for sanitizers that watch where bytes come from.
void checkImage(const Image& image)
{
    require(image.width > 0 && image.height > 0);
    require(image.texels.size() == image.rowBytes() * image.height);
    require(image.texels.size() <= kLimits.maxBytes);
    unsigned sum = 0;
    for (const std::byte byte : image.texels.span())
        sum += std::to_integer<unsigned>(byte);
    volatile unsigned sink = sum;
    static_cast<void>(sink);
}

template <auto kRead>
void readPicture(Bytes file)
{
    checkImage(kRead(file, kLimits));
}

// Reads the first and the last mip.
template <auto kRead>
void readContainer(Bytes file)
{
    const Container first = kRead(file, 0, kLimits);
    checkImage(first.image);
    require(first.mipCount >= 1);
    checkImage(kRead(file, first.mipCount - 1, kLimits).image);
}

struct Reader
{
    std::string_view name;
    void (*read)(Bytes file);
};

constexpr std::array kReaders = {
    Reader{"radiance", readPicture<readRadiance>},
    Reader{"exr", [](Bytes file) { checkImage(readExr(file, {}, kLimits).image); }},
    Reader{"png", readPicture<readPng>},
    Reader{"jpeg", readPicture<readJpeg>},
    Reader{"dds", readContainer<readDds>},
    Reader{"ktx1", readContainer<readKtx1>},
    Reader{"ktx2", readContainer<readKtx2>},
    Reader{"env", readContainer<readEnv>},
};
constexpr const Reader* kReader =
    std::find_if(kReaders.begin(), kReaders.end(), [](const Reader& reader) { return reader.name == PN_READER; });
static_assert(kReader != kReaders.end());

} // namespace

// Refusing a file is fine, if it is with an Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        kReader->read(std::as_bytes(std::span(data, size)));
    }
    catch (const Error&)
    {
    }
    return 0;
}
