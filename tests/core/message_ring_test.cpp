#include "api/message_ring.h"
#include "probenorm/probenorm_unity.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <string>
#include <thread>

namespace pn::api {
namespace {

using LogRing = MessageRing<PnLogMessage>;

void add(LogRing& ring, PnLogLevel level, const std::string& text)
{
    PnLogMessage message{};
    message.level = level;
    ring.add(message, text.c_str());
}

TEST(MessageRing, GivesMessagesInOrderOnce)
{
    LogRing ring;
    EXPECT_EQ(ring.take().number, 0u);
    add(ring, PN_LOG_WARNING, "first");
    add(ring, PN_LOG_DEBUG, "second");
    const PnLogMessage first = ring.take(), second = ring.take();
    EXPECT_EQ(first.number, 1u);
    EXPECT_EQ(first.level, PN_LOG_WARNING);
    EXPECT_STREQ(first.text, "first");
    EXPECT_EQ(second.number, 2u);
    EXPECT_EQ(second.level, PN_LOG_DEBUG);
    EXPECT_STREQ(second.text, "second");
    EXPECT_EQ(ring.take().number, 0u);
}

TEST(MessageRing, DropsTheOldestAndShowsIt)
{
    LogRing ring;
    for (std::uint64_t number = 1; number <= LogRing::kCapacity + 3; ++number)
        add(ring, PN_LOG_INFO, std::to_string(number));
    for (std::uint64_t number = 4; number <= LogRing::kCapacity + 3; ++number)
    {
        const PnLogMessage message = ring.take();
        EXPECT_EQ(message.number, number);
        EXPECT_EQ(message.text, std::to_string(number));
    }
    EXPECT_EQ(ring.take().number, 0u);
}

TEST(MessageRing, CutsLongTextBetweenCharacters)
{
    constexpr std::size_t kRoom = sizeof(PnLogMessage::text) - 1;
    LogRing ring;
    add(ring, PN_LOG_INFO, std::string(kRoom, 'a'));
    add(ring, PN_LOG_INFO, std::string(kRoom + 1, 'b'));
    add(ring, PN_LOG_INFO, std::string(kRoom - 1, 'c') + "\u00e9"); // two bytes, of which one would fit
    EXPECT_EQ(ring.take().text, std::string(kRoom, 'a'));
    EXPECT_EQ(ring.take().text, std::string(kRoom, 'b'));
    EXPECT_EQ(ring.take().text, std::string(kRoom - 1, 'c'));
}

TEST(MessageRing, TakesFromOneThreadWhatAnotherAdds)
{
    constexpr std::uint64_t kMessages = 20000;
    LogRing ring;
    std::atomic<bool> isDone = false;
    std::thread writer([&] {
        for (std::uint64_t number = 1; number <= kMessages; ++number)
            add(ring, PN_LOG_INFO, std::to_string(number));
        isDone = true;
    });
    std::uint64_t last = 0;
    for (bool wasDone = false; !wasDone || last < kMessages;)
    {
        wasDone = isDone;
        const PnLogMessage message = ring.take();
        if (message.number == 0)
            continue;
        ASSERT_GT(message.number, last);
        ASSERT_EQ(message.text, std::to_string(message.number));
        last = message.number;
    }
    writer.join();
    EXPECT_EQ(last, kMessages);
}

TEST(MessageRing, KeepsTheOtherFieldsOfAMessage)
{
    MessageRing<PnUnityMessage> ring;
    PnUnityMessage message{};
    message.level = PN_LOG_ERROR;
    message.job = 7;
    ring.add(message, "text");
    const PnUnityMessage taken = ring.take();
    EXPECT_EQ(taken.job, 7u);
    EXPECT_EQ(taken.level, PN_LOG_ERROR);
    EXPECT_STREQ(taken.text, "text");
    EXPECT_EQ(ring.take().job, 0u);
}

} // namespace
} // namespace pn::api
