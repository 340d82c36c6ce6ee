#include "decode/protocol.h"

#include "image/texels/limits.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <sstream>

namespace pn::decode {
namespace {

using image::Error;
using image::ErrorKind;

[[noreturn]] void throwError(const Reply& reply)
{
    std::string message = textOf(reply.message);
    if (message.empty())
        message = "the decoder gave no reason";
    switch (static_cast<ErrorKind>(reply.error))
    {
    case ErrorKind::InvalidInput:
    case ErrorKind::Unsupported: throw Error(static_cast<ErrorKind>(reply.error), message);
    case ErrorKind::OutOfMemory:
        throw Error(ErrorKind::InvalidInput, "needs more memory to decode than --max-bytes leaves room for");
    default: throw Error(ErrorKind::InvalidInput, "the decoder failed in an unknown way");
    }
}

// The rules of checkContainer() for the mip that was asked for and those after it.
void checkShape(const Reply& reply, const Request& request)
{
    const std::uint32_t faces = reply.isCubemap != 0 ? 6 : 1;
    if (image::texelBytes(static_cast<PnFormat>(reply.format)) == 0 || reply.isCubemap > 1 ||
        reply.height % faces != 0 || request.mip >= reply.mipCount)
        throw Error(ErrorKind::InvalidInput, "the decoder gave an impossible answer");
    image::checkContainer({reply.width, reply.height / faces, faces, reply.mipCount - request.mip, {}}, 0);
}

} // namespace

Text makeText(std::string_view text)
{
    Text out{};
    text.remove_prefix(text.size() - std::min(text.size(), kMostText));
    out.size = static_cast<std::uint32_t>(text.size());
    std::memcpy(out.bytes, text.data(), text.size());
    return out;
}

std::string textOf(const Text& text)
{
    return {text.bytes, strnlen(text.bytes, std::min<std::size_t>(text.size, kMostText))};
}

Reply makeReply(const image::Container& container)
{
    // A field that is new in Container stops the compiler here: it has to be carried across, or left out on purpose.
    const auto& [isCubemap, mipCount, picture, harmonics, note] = container;
    const auto& [format, width, height, texels, warnings, stored] = picture;
    static_cast<void>(texels);
    static_cast<void>(harmonics); // DDS and KTX files are read in the tool's process
    static_cast<void>(stored);
    Reply reply{};
    reply.isCubemap = isCubemap ? 1 : 0;
    reply.mipCount = mipCount;
    reply.format = static_cast<std::uint32_t>(format);
    reply.width = width;
    reply.height = height;
    std::string lines;
    for (const std::string& warning : warnings)
        lines += warning + "\n";
    reply.warnings = makeText(lines);
    reply.note.size = note.size() <= sizeof(reply.note.bytes) ? static_cast<std::uint32_t>(note.size()) : 0;
    std::memcpy(reply.note.bytes, note.data(), reply.note.size);
    return reply;
}

image::Container readReply(const Reply& reply, const Request& request)
{
    if (reply.error != 0)
        throwError(reply);
    checkShape(reply, request);
    image::Container container;
    container.isCubemap = reply.isCubemap != 0;
    container.mipCount = reply.mipCount;
    container.image = image::makeImage(static_cast<PnFormat>(reply.format), reply.width, reply.height,
                                       image::Limits{request.maxBytes});
    image::Warnings warnings;
    std::istringstream lines(textOf(reply.warnings));
    for (std::string line; std::getline(lines, line);)
        warnings.add(line);
    container.image.warnings = warnings.texts();
    container.note.assign(reply.note.bytes, std::min<std::size_t>(reply.note.size, sizeof(reply.note.bytes)));
    return container;
}

} // namespace pn::decode
