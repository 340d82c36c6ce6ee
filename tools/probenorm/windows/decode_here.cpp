// Windows has no seccomp: files are decoded in the tool's own process, by the place of ../decode's processes.
#include "decode/decoder_main.h"
#include "decode/decoder_process.h"
#include "decode/sandbox.h"

namespace pn::decode {

std::string whyNoSandbox()
{
    return "not on Windows";
}

std::optional<int> runDecoder(int, char**, const image::DecodeFile&)
{
    return std::nullopt;
}

DecoderProcess::DecoderProcess(const DecoderLimits&, const CheckCancelled&)
{
    throw NoSandbox(whyNoSandbox());
}

DecoderProcess::~DecoderProcess() = default;

image::Container DecoderProcess::decode(std::span<const std::byte>, const std::string&, const image::Choice&,
                                        const image::Limits&, const CheckCancelled&)
{
    throw NoSandbox(whyNoSandbox());
}

bool DecoderProcess::isUsable() const
{
    return false;
}

void DecoderProcess::shrink() const {}

} // namespace pn::decode
