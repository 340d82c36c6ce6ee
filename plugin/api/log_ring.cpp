#include "api/log_ring.h"

#include <algorithm>
#include <cstring>

namespace pn::api {
namespace {

// The bytes of text that fit in front of the terminator, without cutting a UTF-8 character in two.
std::size_t fittingLength(const char* text, std::size_t capacity)
{
    const char* const terminator = std::find(text, text + capacity, '\0');
    if (terminator != text + capacity)
        return std::size_t(terminator - text);
    std::size_t end = capacity - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
        --end;
    return end;
}

} // namespace

void LogRing::add(PnLogLevel level, const char* text) noexcept
{
    const std::scoped_lock lock(m_mutex);
    Entry& entry = m_entries[m_added % kCapacity];
    entry.level = level;
    const std::size_t length = fittingLength(text, sizeof(entry.text));
    std::memcpy(entry.text, text, length);
    entry.text[length] = '\0';
    ++m_added;
    m_taken = std::max(m_taken, m_added - std::min(m_added, kCapacity));
}

void LogRing::take(PnLogMessage& outMessage) noexcept
{
    const std::scoped_lock lock(m_mutex);
    outMessage.level = PN_LOG_ERROR;
    outMessage.number = 0;
    outMessage.text[0] = '\0';
    if (m_taken == m_added)
        return;
    const Entry& entry = m_entries[m_taken % kCapacity];
    outMessage.level = entry.level;
    outMessage.number = ++m_taken;
    std::memcpy(outMessage.text, entry.text, sizeof(entry.text));
}

} // namespace pn::api
