#pragma once

#include "unity/unity_interface.h"

#include "probenorm/probenorm_unity.h"

#include <deque>
#include <mutex>
#include <string>

namespace pn::unity {

// What the plugin has to say: kept for scripts to take, and what is wrong goes to the engine's log as well.
class MessageLog
{
public:
    explicit MessageLog(const UnityLog* engineLog) : m_engineLog(engineLog) {} // null: the engine has no log

    void add(PnLogLevel level, PnUnityJob job, const std::string& text);
    PnUnityMessage take(); // number 0 when there is none

private:
    const UnityLog* m_engineLog;
    std::mutex m_mutex;
    std::deque<PnUnityMessage> m_messages;
    std::uint64_t m_count = 0;
};

} // namespace pn::unity
