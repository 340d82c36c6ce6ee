#include "unity/message_log.h"

#include <cstdio>

namespace pn::unity {
namespace {

constexpr std::size_t kKeptMessages = 64; // as the header says

} // namespace

void MessageLog::add(PnLogLevel level, PnUnityJob job, const std::string& text)
{
    PnUnityMessage message{};
    message.structSize = sizeof(message);
    message.level = level;
    message.job = job;
    std::snprintf(message.text, sizeof(message.text), "%s", text.c_str());
    {
        const std::lock_guard lock(m_mutex);
        message.number = ++m_count;
        if (m_messages.size() == kKeptMessages)
            m_messages.pop_front();
        m_messages.push_back(message);
    }
    // Outside the lock: the engine hands messages on to scripts, which may well call us.
    if (m_engineLog != nullptr && level <= PN_LOG_WARNING)
        m_engineLog->log(level == PN_LOG_ERROR ? kLogTypeError : kLogTypeWarning, ("ProbeNorm: " + text).c_str(), "",
                         0);
}

PnUnityMessage MessageLog::take()
{
    const std::lock_guard lock(m_mutex);
    PnUnityMessage message{};
    if (!m_messages.empty())
    {
        message = m_messages.front();
        m_messages.pop_front();
    }
    return message;
}

} // namespace pn::unity
