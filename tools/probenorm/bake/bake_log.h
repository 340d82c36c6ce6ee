#pragma once

#include "support/json.h"

#include <mutex>
#include <string>

namespace pn::cli {

// bake.log.jsonl: one JSON object a line for everything that differs between runs. Safe to call from any thread.
class BakeLog
{
public:
    explicit BakeLog(const std::string& path);
    ~BakeLog();
    BakeLog(const BakeLog&) = delete;
    BakeLog& operator=(const BakeLog&) = delete;

    // {"time": "2026-01-31T12:00:00Z", "event": event, ...}
    void add(const char* event, const Json& fields);

private:
    std::mutex m_mutex;
    int m_file = -1;
};

// This machine's name.
std::string hostName();

} // namespace pn::cli
