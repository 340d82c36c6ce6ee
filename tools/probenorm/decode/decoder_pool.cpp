#include "decode/decoder_pool.h"

#include "decode/sandbox.h"

#include "image/formats/file_kinds.h"

#include <thread>
#include <utility>

namespace pn::decode {

DecoderPool::DecoderPool(image::DecodeFile decode, CheckCancelled checkCancelled, Warn warn,
                         const DecoderLimits& limits)
    : m_decode(std::move(decode)), m_checkCancelled(std::move(checkCancelled)), m_warn(std::move(warn)),
      m_limits(limits), m_whyNoSandbox(decode::whyNoSandbox())
{
}

DecoderPool::~DecoderPool() = default;

std::string DecoderPool::whyNoSandbox()
{
    const std::lock_guard lock(m_mutex);
    return m_whyNoSandbox;
}

// Null where there is no sandbox.
std::unique_ptr<DecoderProcess> DecoderPool::take(std::uint64_t maxBytes)
{
    DecoderLimits limits = m_limits;
    limits.maxBytes = maxBytes;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_whyNoSandbox.empty())
            return nullptr;
        if (m_maxBytes != maxBytes)
            m_idle.clear(); // their memory is limited for other files
        m_maxBytes = maxBytes;
        if (!m_idle.empty())
        {
            std::unique_ptr<DecoderProcess> decoder = std::move(m_idle.back());
            m_idle.pop_back();
            return decoder;
        }
    }
    return start(limits);
}

// Null where there is no sandbox.
std::unique_ptr<DecoderProcess> DecoderPool::start(const DecoderLimits& limits)
{
    for (;;)
    {
        m_checkCancelled();
        try
        {
            auto decoder = std::make_unique<DecoderProcess>(limits, m_checkCancelled);
            const std::lock_guard lock(m_mutex);
            m_failsSince.reset();
            return decoder;
        }
        catch (const NoSandbox& error)
        {
            giveUpSandbox(error.what());
            return nullptr;
        }
        catch (const std::runtime_error& error)
        {
            requirePatience(error.what());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

// Throws when no decoder has started for too long, whichever file it was for: each of many files must not wait anew.
void DecoderPool::requirePatience(const char* reason)
{
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(m_mutex);
    m_failsSince = m_failsSince.value_or(now);
    if (now - *m_failsSince > m_limits.startPatience)
        throw image::Error(image::ErrorKind::OutOfMemory, std::string("no decoder can start: ") + reason);
}

void DecoderPool::giveUpSandbox(const char* reason)
{
    const std::lock_guard lock(m_mutex);
    if (!m_whyNoSandbox.empty())
        return; // another thread has found out
    m_whyNoSandbox = reason;
    m_warn("this system has no sandbox (" + m_whyNoSandbox +
           "): files are decoded in this process, with all its rights");
}

void DecoderPool::giveBack(std::unique_ptr<DecoderProcess> decoder, std::uint64_t maxBytes)
{
    decoder->shrink();
    const std::lock_guard lock(m_mutex);
    if (decoder->isUsable() && m_maxBytes == maxBytes)
        m_idle.push_back(std::move(decoder));
}

image::Container DecoderPool::decode(std::span<const std::byte> file, const std::string& path,
                                     const image::Choice& choice, const image::Limits& limits)
{
    if (!image::isDecodedByLibrary(file))
        return m_decode(file, path, choice, limits);
    std::unique_ptr<DecoderProcess> decoder = take(limits.maxBytes);
    if (decoder == nullptr)
        return m_decode(file, path, choice, limits);
    try
    {
        image::Container container = decoder->decode(file, path, choice, limits, m_checkCancelled);
        giveBack(std::move(decoder), limits.maxBytes);
        ++m_sandboxedFiles;
        return container;
    }
    catch (...)
    {
        giveBack(std::move(decoder), limits.maxBytes);
        throw;
    }
}

} // namespace pn::decode
