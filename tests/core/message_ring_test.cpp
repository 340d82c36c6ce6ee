#include "api/message_ring.h"
#include "probenorm/probenorm.h"

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

TEST(MessageRing, DropsTheOldestAndShowsIt)
{
    LogRing ring;
    EXPECT_EQ(ring.take().number, 0u);
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

} // namespace
} // namespace pn::api
