#include "api/log_ring.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <string>
#include <thread>

namespace pn::api {
namespace {

PnLogMessage take(LogRing& ring)
{
    PnLogMessage message{};
    ring.take(message);
    return message;
}

TEST(LogRing, GivesMessagesInOrderOnce)
{
    LogRing ring;
    EXPECT_EQ(take(ring).number, 0u);
    ring.add(PN_LOG_WARNING, "first");
    ring.add(PN_LOG_DEBUG, "second");
    const PnLogMessage first = take(ring), second = take(ring);
    EXPECT_EQ(first.number, 1u);
    EXPECT_EQ(first.level, PN_LOG_WARNING);
    EXPECT_STREQ(first.text, "first");
    EXPECT_EQ(second.number, 2u);
    EXPECT_EQ(second.level, PN_LOG_DEBUG);
    EXPECT_STREQ(second.text, "second");
    EXPECT_EQ(take(ring).number, 0u);
}

TEST(LogRing, DropsTheOldestAndShowsIt)
{
    LogRing ring;
    for (std::uint64_t number = 1; number <= LogRing::kCapacity + 3; ++number)
        ring.add(PN_LOG_INFO, std::to_string(number).c_str());
    for (std::uint64_t number = 4; number <= LogRing::kCapacity + 3; ++number)
    {
        const PnLogMessage message = take(ring);
        EXPECT_EQ(message.number, number);
        EXPECT_EQ(message.text, std::to_string(number));
    }
    EXPECT_EQ(take(ring).number, 0u);
}

TEST(LogRing, CutsLongTextBetweenCharacters)
{
    constexpr std::size_t kRoom = sizeof(PnLogMessage::text) - 1;
    LogRing ring;
    ring.add(PN_LOG_INFO, std::string(kRoom, 'a').c_str());
    ring.add(PN_LOG_INFO, std::string(kRoom + 1, 'b').c_str());
    ring.add(PN_LOG_INFO, (std::string(kRoom - 1, 'c') + "\u00e9").c_str()); // two bytes, of which one would fit
    EXPECT_EQ(take(ring).text, std::string(kRoom, 'a'));
    EXPECT_EQ(take(ring).text, std::string(kRoom, 'b'));
    EXPECT_EQ(take(ring).text, std::string(kRoom - 1, 'c'));
}

TEST(LogRing, TakesFromOneThreadWhatAnotherAdds)
{
    constexpr std::uint64_t kMessages = 20000;
    LogRing ring;
    std::atomic<bool> isDone = false;
    std::thread writer([&] {
        for (std::uint64_t number = 1; number <= kMessages; ++number)
            ring.add(PN_LOG_INFO, std::to_string(number).c_str());
        isDone = true;
    });
    std::uint64_t last = 0;
    for (bool wasDone = false; !wasDone || last < kMessages;)
    {
        wasDone = isDone;
        const PnLogMessage message = take(ring);
        if (message.number == 0)
            continue;
        ASSERT_GT(message.number, last);
        ASSERT_EQ(message.text, std::to_string(message.number));
        last = message.number;
    }
    writer.join();
    EXPECT_EQ(last, kMessages);
}

} // namespace
} // namespace pn::api
