#include "fuzz_reader.h"
#include "image/formats/dds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = std::as_bytes(std::span(data, size));
    fuzzContainer([&](std::uint32_t mip) { return pn::image::readDds(file, mip, kFuzzLimits); });
    return 0;
}
