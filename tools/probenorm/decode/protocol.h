// Messages between a decoder's process and the tool: fixed structs over a socket that keeps messages apart. File
// and texels go through two memory files. The tool takes a reply for hostile and checks every number of it.
#pragma once

#include "image/files/error.h"
#include "image/formats/container.h"
#include "image/formats/ktx.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pn::decode {

// Descriptors that a decoder finds open.
inline constexpr int kSocket = 3;
inline constexpr int kInput = 4;  // the file, from byte 0
inline constexpr int kOutput = 5; // the texels, from byte 0

// The hidden first argument of a decoder's process; the second is --max-bytes.
inline constexpr std::string_view kDecoderMode = "--decoder-process";

inline constexpr std::size_t kMostText = 1024;

struct Text
{
    std::uint32_t size;
    char bytes[kMostText];
};

// One that is read whole or not at all.
struct LongText
{
    std::uint32_t size;
    char bytes[image::kMostNote];
};

// The first message of a decoder. Without a reason, it has given up all rights that decoding does not need.
struct Hello
{
    std::uint32_t version;
    std::uint32_t isOfSystem; // the reason holds for every decoder
    Text reason;              // why there is no sandbox
};
inline constexpr std::uint32_t kProtocolVersion = 5;

struct Request
{
    std::uint64_t fileBytes;
    std::uint64_t maxBytes;
    std::uint64_t roomBytes; // decoded texels that there is room for now
    std::uint32_t mip;
    Text path;  // its end, which may have to say what kind of file this is
    Text layer; // as asked for
};

struct Reply
{
    std::uint32_t error; // an image::ErrorKind, or 0
    std::uint32_t isCubemap;
    std::uint32_t mipCount;
    std::uint32_t format;
    std::uint32_t width;
    std::uint32_t height;
    std::uint64_t claimedBytes; // of a file that there is no room for; else 0
    Text message;               // of the error
    Text warnings;              // one per line
    LongText note;
};

// Cuts off the front of what is too long: the end of a path has its extension.
Text makeText(std::string_view text);

// At most kMostText bytes, whatever the size claims, up to the first NUL.
std::string textOf(const Text& text);

// Everything of a container but its texels.
Reply makeReply(const image::Container& container);

// The container that a reply describes, with memory for its texels. Throws the error of a failed one, and
// InvalidInput for one that no reader makes. Nothing else reads a reply, so nothing else has to distrust it.
image::Container readReply(const Reply& reply, const Request& request);

} // namespace pn::decode
