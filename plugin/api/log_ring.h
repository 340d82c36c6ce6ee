#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>
#include <mutex>

namespace pn::api {

// The last messages of a context, for hosts that poll. Any thread may add and take.
class LogRing
{
public:
    static constexpr std::uint64_t kCapacity = 64;

    // The oldest message gives way to a new one where nobody takes them. Text that is too long is cut.
    void add(PnLogLevel level, const char* text) noexcept;

    // The oldest message that nobody took; its number is 0 when there is none. structSize is left alone.
    void take(PnLogMessage& outMessage) noexcept;

private:
    struct Entry
    {
        PnLogLevel level;
        char text[sizeof(PnLogMessage::text)];
    };

    std::mutex m_mutex;
    std::array<Entry, kCapacity> m_entries;
    std::uint64_t m_added = 0; // the number of the newest message
    std::uint64_t m_taken = 0; // of the last one that was taken or gave way
};

} // namespace pn::api
