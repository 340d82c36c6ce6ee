#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <span>

namespace pn::api {

// Copies a text into a field of the C ABI. A text that is too long is cut, but never inside a UTF-8 character.
void copyText(std::span<char> field, const char* text) noexcept;

// The last messages of a context or of the engine plugin, for hosts that poll. Any thread may add and take messages.
// Message is a struct of the C ABI with a number and a text.
template <typename Message>
class MessageRing
{
public:
    static constexpr std::uint64_t kCapacity = 64; // the headers promise this number

    // Numbers the message, gives it the text and adds it. If the ring is full, the oldest message is lost.
    void add(const Message& message, const char* text) noexcept
    {
        const std::scoped_lock lock(m_mutex);
        Message& entry = m_messages[m_added % kCapacity];
        entry = message;
        entry.number = ++m_added;
        copyText(entry.text, text);
        m_taken = std::max(m_taken, m_added - std::min(m_added, kCapacity));
    }

    // Takes the oldest message; all fields are zero if there is none.
    Message take() noexcept
    {
        const std::scoped_lock lock(m_mutex);
        return m_taken != m_added ? m_messages[m_taken++ % kCapacity] : Message{};
    }

private:
    std::mutex m_mutex;
    std::array<Message, kCapacity> m_messages{};
    std::uint64_t m_added = 0; // the number of the newest message
    std::uint64_t m_taken = 0; // the number of the last message that was taken or lost
};

} // namespace pn::api
