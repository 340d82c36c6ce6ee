#include "decode/decoder_main.h"

#include "decode/protocol.h"
#include "decode/sandbox.h"

#include "image/texels/limits.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <exception>
#include <new>

namespace pn::decode {
namespace {

using image::Error;
using image::ErrorKind;

// Thrown where a file claims more than there is room for.
struct NoRoom
{
    std::uint64_t byteCount;
};

// The file that the tool put into the input, for as long as it is decoded.
class MappedInput
{
public:
    explicit MappedInput(std::uint64_t size)
        : m_size(size), m_bytes(mmap(nullptr, size, PROT_READ, MAP_SHARED, kInput, 0))
    {
        if (m_bytes == MAP_FAILED)
            throw std::bad_alloc();
    }
    ~MappedInput() { munmap(m_bytes, m_size); }
    MappedInput(const MappedInput&) = delete;
    MappedInput& operator=(const MappedInput&) = delete;

    std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(m_bytes), m_size}; }

private:
    std::size_t m_size;
    void* m_bytes;
};

template <typename Message>
bool sendMessage(const Message& message)
{
    return send(kSocket, &message, sizeof(message), MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof(message));
}

void writeTexels(std::span<const std::byte> texels)
{
    std::size_t done = 0;
    while (done < texels.size())
    {
        const ssize_t count = pwrite(kOutput, texels.data() + done, texels.size() - done, static_cast<off_t>(done));
        if (count <= 0)
            throw std::bad_alloc(); // the output is memory
        done += static_cast<std::size_t>(count);
    }
}

Reply failed(ErrorKind kind, std::string_view message)
{
    Reply reply{};
    reply.error = static_cast<std::uint32_t>(kind);
    reply.message = makeText(message);
    return reply;
}

Reply answer(const Request& request, const image::DecodeFile& decode)
{
    try
    {
        const MappedInput file(request.fileBytes);
        const image::ClaimScope claims([&](std::uint64_t byteCount) {
            if (byteCount > request.roomBytes)
                throw NoRoom{byteCount};
        });
        const image::Container container = decode(
            file.bytes(), textOf(request.path), {request.mip, textOf(request.layer)}, image::Limits{request.maxBytes});
        writeTexels(container.image.texels.span());
        return makeReply(container);
    }
    catch (const NoRoom& claim)
    {
        Reply reply{};
        reply.claimedBytes = claim.byteCount;
        return reply;
    }
    catch (const Error& error)
    {
        return failed(error.kind(), error.what());
    }
    catch (const std::bad_alloc&)
    {
        return failed(ErrorKind::OutOfMemory, "");
    }
    catch (const std::exception& error)
    {
        return failed(ErrorKind::InvalidInput, error.what());
    }
}

Hello enter(std::uint64_t maxBytes)
{
    try
    {
        return {kProtocolVersion, 1, makeText(enterSandbox(maxBytes))};
    }
    catch (const std::exception& error)
    {
        return {kProtocolVersion, 0, makeText(error.what())};
    }
}

} // namespace

std::optional<int> runDecoder(int argc, char** argv, const image::DecodeFile& decode)
{
    if (argc != 3 || argv[1] != kDecoderMode)
        return std::nullopt;
    const std::string_view text = argv[2];
    std::uint64_t maxBytes = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), maxBytes).ec != std::errc{})
        return 1;
    const Hello hello = enter(maxBytes);
    if (!sendMessage(hello) || hello.reason.size != 0)
        return 1;
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 4 << 20); // a decoder that waits keeps little
#endif
    Request request{};
    while (recv(kSocket, &request, sizeof(request), 0) == static_cast<ssize_t>(sizeof(request)))
        if (!sendMessage(answer(request, decode)))
            return 1;
    return 0;
}

} // namespace pn::decode
