// OpenEXR itself is fuzzed elsewhere; this is about what we let through to it.
#include "fuzz_reader.h"
#include "image/formats/exr.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzzPicture(std::as_bytes(std::span(data, size)), [](std::span<const std::byte> file, const auto& limits) {
        return pn::image::readExr(file, {}, limits).image;
    });
    return 0;
}
