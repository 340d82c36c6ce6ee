// probenorm, but PNG files that say so crash their decoder, or tell it what to answer.
#include "commands/program.h"
#include "hostile_replies.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>
#include <string_view>

namespace {

using namespace pn;

std::string_view textOf(std::span<const std::byte> file)
{
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

// A count of bytes of texels, and a message.
void answer(std::string_view file)
{
    file.remove_prefix(test::kReplyMagic.size());
    std::uint32_t texelBytes = 0;
    std::memcpy(&texelBytes, file.data(), sizeof(texelBytes));
    file.remove_prefix(sizeof(texelBytes));
    const std::string texels(texelBytes, '\x40');
    static_cast<void>(pwrite(decode::kOutput, texels.data(), texels.size(), 0));
    send(decode::kSocket, file.data(), file.size(), MSG_NOSIGNAL);
}

// This decoder is taken over, for this file and all others.
[[noreturn]] void obey(std::string_view file)
{
    answer(file);
    decode::Request request{};
    while (recv(decode::kSocket, &request, sizeof(request), 0) == static_cast<ssize_t>(sizeof(request)))
    {
        const void* bytes = mmap(nullptr, request.fileBytes, PROT_READ, MAP_SHARED, decode::kInput, 0);
        answer({static_cast<const char*>(bytes), request.fileBytes});
    }
    _exit(0);
}

image::Container decodeFaulty(std::span<const std::byte> file, const std::string& path, const image::Choice& choice,
                              const image::Limits& limits)
{
    const std::string_view text = textOf(file);
    if (text.starts_with("\x89PNG\r\n\x1A\ncrash"))
        std::raise(SIGSEGV);
    if (text.starts_with(test::kReplyMagic))
        obey(text);
    return image::decodeFile(file, path, choice, limits);
}

} // namespace

int main(int argc, char** argv)
{
    return pn::cli::runProgram(argc, argv, decodeFaulty);
}
