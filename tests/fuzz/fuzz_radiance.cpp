#include "fuzz_reader.h"
#include "image/radiance.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        checkImage(pn::image::readRadiance(std::as_bytes(std::span(data, size)), kFuzzLimits));
    }
    catch (const pn::image::Error&)
    {
    }
    return 0;
}
