#include "unity/message_log.h"

namespace pn::unity {

void MessageLog::add(PnLogLevel level, PnUnityJob job, const std::string& text)
{
    PnUnityMessage message{};
    message.level = level;
    message.job = job;
    m_ring.add(message, text.c_str());
    // Called without the ring's lock, because the engine passes messages to scripts, and these may call the plugin.
    if (m_engineLog != nullptr && level <= PN_LOG_WARNING)
        m_engineLog->log(level == PN_LOG_ERROR ? kLogTypeError : kLogTypeWarning, ("ProbeNorm: " + text).c_str(), "",
                         0);
}

} // namespace pn::unity
