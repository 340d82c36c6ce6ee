#include "run/decoders.h"

#include "decode/decoder_pool.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

decode::DecoderPool* decoders = nullptr; // set before there are threads

} // namespace

void setDecoders(decode::DecoderPool* pool)
{
    decoders = pool;
}

image::DecodeFile inputDecoder()
{
    if (decoders == nullptr)
        return image::decodeFile;
    return [](std::span<const std::byte> file, const std::string& path, const image::Choice& choice,
              const image::Limits& limits) { return decoders->decode(file, path, choice, limits); };
}

std::string decodingText()
{
    if (decoders == nullptr)
        return "in this process";
    if (decoders->sandboxedFiles() != 0)
        return "in a sandbox";
    const std::string why = decoders->whyNoSandbox();
    return why.empty() ? "in this process, by our own reader" : fmt::format("in this process; no sandbox: {}", why);
}

} // namespace pn::cli
