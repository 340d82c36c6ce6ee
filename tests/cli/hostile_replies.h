// What a decoder that somebody has taken over may answer: shapes that no file has, sizes that wrap, texts that are
// none.
#pragma once

#include "decode/protocol.h"

#include <string>
#include <vector>

namespace pn::test {

struct HostileReply
{
    std::string name;
    std::string file; // that makes probenorm_faulty's decoder answer so (faulty_main.cpp)
    int exit = 0;
    std::string reason; // a part of the line on stderr
};

// What a decoder answers to a file of this kind, after it has written so many texels.
inline constexpr std::string_view kReplyMagic = "\x89PNG\r\n\x1A\nreply";

// More than a hundred. What the tool takes for a picture, because it could be one, comes last.
std::vector<HostileReply> hostileReplies();

} // namespace pn::test
