// libtiff itself is fuzzed elsewhere; this is about what we let through to it.
#include "fuzz_reader.h"
#include "image/formats/tiff.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzzPicture(std::as_bytes(std::span(data, size)), pn::image::readTiff);
    return 0;
}
