// The C++ side of the decoders in C: bytes in, errors out.
#pragma once

#include "image/formats/decoder_result.h"

#include "image/files/error.h"

#include <cstddef>
#include <new>
#include <span>
#include <string>

namespace pn::image {

inline PnDecoderFile decoderFile(std::span<const std::byte> file)
{
    return {reinterpret_cast<const unsigned char*>(file.data()), file.size()};
}

// Throws unless the decoder of this format succeeded.
inline void requireDecoded(const char* format, const PnDecoderResult& result)
{
    if (result.status == PN_DECODER_OK)
        return;
    if (result.status == PN_DECODER_OUT_OF_MEMORY)
        throw std::bad_alloc();
    const ErrorKind kind = result.status == PN_DECODER_UNSUPPORTED ? ErrorKind::Unsupported : ErrorKind::InvalidInput;
    throw Error(kind, std::string(format) + ": " + result.message);
}

} // namespace pn::image
