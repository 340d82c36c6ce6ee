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

    void add(PnLogLevel level, PnUnityJob job, const std::string& text);
    PnUnityMessage take() { return m_ring.take(); } // number 0 when there is none

private:
    const UnityLog* m_engineLog;
    api::MessageRing<PnUnityMessage> m_ring;
};

} // namespace pn::unity
