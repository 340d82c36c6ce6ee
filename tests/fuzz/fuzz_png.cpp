#include "fuzz_reader.h"
#include "image/formats/png.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzzPicture(std::as_bytes(std::span(data, size)), pn::image::readPng);
    return 0;
}
