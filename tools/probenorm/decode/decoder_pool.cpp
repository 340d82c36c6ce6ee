#include "decode/decoder_pool.h"

#include "decode/sandbox.h"

#include "image/picture_file.h"

#include <stdexcept>
#include <utility>

namespace pn::decode {

DecoderPool::DecoderPool(image::DecodeFile decode, CheckCancelled checkCancelled, const DecoderLimits& limits)
    : m_decode(std::move(decode)), m_checkCancelled(std::move(checkCancelled)), m_limits(limits),
      m_whyNoSandbox(decode::whyNoSandbox())
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
    try
    {
        return std::make_unique<DecoderProcess>(limits);
    }
    catch (const std::runtime_error& error)
    {
        const std::lock_guard lock(m_mutex);
        m_whyNoSandbox = error.what();
        return nullptr;
    }
}

void DecoderPool::giveBack(std::unique_ptr<DecoderProcess> decoder, std::uint64_t maxBytes)
{
    const std::lock_guard lock(m_mutex);
    if (decoder->isUsable() && m_maxBytes == maxBytes)
        m_idle.push_back(std::move(decoder));
}

image::Container DecoderPool::decode(std::span<const std::byte> file, const std::string& path,
                                     const image::Choice& choice, const image::Limits& limits)
{
    if (!image::isDecodedByLibrary(file, path))
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
