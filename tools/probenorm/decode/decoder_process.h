#pragma once

#include "decode/protocol.h"

#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace pn::decode {

// What one file may cost a decoder.
struct DecoderLimits
{
    std::uint64_t maxBytes = image::Limits{}.maxBytes; // for the memory of the process
    std::uint32_t processorSeconds = 10;               // and one more for each MiB of the file
    std::uint32_t wallSeconds = 300;                   // waiting included
    std::chrono::milliseconds startPatience{5000};     // while no decoder can start
};

// Throws when the user has cancelled; asked every few milliseconds while a decoder works.
using CheckCancelled = std::function<void()>;

// Thrown where no decoder can have a sandbox: the system has no seccomp.
struct NoSandbox : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

// One decoder: another process of this program, in a sandbox, which decodes one file at a time. After decode() has
// thrown, isUsable() says whether it can go on.
class DecoderProcess
{
public:
    // Throws NoSandbox, or another std::runtime_error where something that may come back is lacking, such as memory.
    DecoderProcess(const DecoderLimits& limits, const CheckCancelled& checkCancelled);
    ~DecoderProcess(); // ends the process, whatever it does
    DecoderProcess(const DecoderProcess&) = delete;
    DecoderProcess& operator=(const DecoderProcess&) = delete;

    image::Container decode(std::span<const std::byte> file, const std::string& path, const image::Choice& choice,
                            const image::Limits& limits, const CheckCancelled& checkCancelled);
    bool isUsable() const;

    // Gives back the memory of large files. That of small ones, which are many, is kept for the next one.
    void shrink() const;

private:
    // A descriptor that closes itself.
    class Descriptor
    {
    public:
        explicit Descriptor(int file = -1) : m_file(file) {}
        ~Descriptor()
        {
            if (m_file >= 0)
                close(m_file);
        }
        Descriptor(Descriptor&& other) noexcept : m_file(std::exchange(other.m_file, -1)) {}
        Descriptor& operator=(Descriptor&& other) noexcept
        {
            std::swap(m_file, other.m_file);
            return *this;
        }
        int get() const { return m_file; }

    private:
        int m_file;
    };

    explicit DecoderProcess(const DecoderLimits& limits); // starts the process

    static Descriptor movedUp(Descriptor file);
    void greet(const CheckCancelled& checkCancelled);
    bool waitForMessage(std::chrono::steady_clock::time_point end, const CheckCancelled& checkCancelled) const;
    Reply ask(Request request, const CheckCancelled& checkCancelled);
    Reply receive(std::size_t fileBytes, const CheckCancelled& checkCancelled);
    std::chrono::nanoseconds processorTime() const;
    [[noreturn]] void throwDeath();
    void readTexels(image::Image& image, const CheckCancelled& checkCancelled) const;

    DecoderLimits m_limits;
    Descriptor m_socket;
    Descriptor m_input;
    Descriptor m_output;
    pid_t m_process = -1;
    bool m_isUsable = true;
};

} // namespace pn::decode
