#pragma once

#include "unity/unity_interface.h"

#include "api/message_ring.h"
#include "probenorm/probenorm_unity.h"

#include <string>

namespace pn::unity {

// The plugin's messages: kept for scripts to take; errors and warnings go to the engine's log as well.
class MessageLog
{
public:
    explicit MessageLog(const UnityLog* engineLog) : m_engineLog(engineLog) {} // null: the engine has no log

    void add(PnLogLevel level, PnUnityJob job, const std::string& text)
    {
        PnUnityMessage message{};
        message.level = level;
        message.job = job;
        m_ring.add(message, text.c_str());
        // Called without the ring's lock, because the engine passes messages to scripts, and these may call the plugin.
        if (m_engineLog != nullptr && level <= PN_LOG_WARNING)
            m_engineLog->log(level == PN_LOG_ERROR ? kLogTypeError : kLogTypeWarning, ("ProbeNorm: " + text).c_str(),
                             "", 0);
    }
    PnUnityMessage take() { return m_ring.take(); } // number 0 when there is none

private:
    const UnityLog* m_engineLog;
    api::MessageRing<PnUnityMessage> m_ring;
};

} // namespace pn::unity
