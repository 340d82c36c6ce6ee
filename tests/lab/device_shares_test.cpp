// Work divided among devices of known speeds, on a clock of its own.
#include "lab/bench/device_shares.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pn::bench {
namespace {

struct Device
{
    double speed;    // per second
    double call = 0; // seconds that each call takes besides
    double free = 0; // when it is free again
    bool isDone = false;
    int calls = 0;
};

// Lets whoever is free first take the next piece. Returns when the last one ends.
double divide(DeviceShares& shares, std::vector<Device>& devices, std::uint32_t count)
{
    for (Device& device : devices)
        device = {.speed = device.speed, .call = device.call};
    shares.begin(count);
    std::uint32_t next = 0;
    double end = 0;
    for (;;)
    {
        const auto device = std::min_element(devices.begin(), devices.end(), [](const Device& a, const Device& b) {
            return a.isDone != b.isDone ? b.isDone : a.free < b.free;
        });
        if (device->isDone)
            break;
        const auto index = std::size_t(device - devices.begin());
        const DeviceShares::Piece piece = shares.take(index);
        if (piece.count == 0)
        {
            device->isDone = true;
            continue;
        }
        EXPECT_EQ(piece.first, next);
        next += piece.count;
        const double seconds = device->call + piece.count / device->speed;
        shares.done(index, piece.count, seconds);
        device->free += seconds;
        ++device->calls;
        end = std::max(end, device->free);
    }
    EXPECT_EQ(next, count);
    return end;
}

TEST(DeviceShares, AllEndTogetherAfterFewCalls)
{
    DeviceShares shares(3, 40);
    std::vector<Device> devices{{.speed = 300, .call = 0.02}, {.speed = 100, .call = 0.02}, {.speed = 90}};
    divide(shares, devices, 1400); // their speeds are not known yet
    const double time = divide(shares, devices, 1400);
    EXPECT_LT(time, 1.06 * 1400 / 490);
    for (const Device& device : devices)
        EXPECT_LE(device.calls, 4);
}

TEST(DeviceShares, ASlowDeviceDoesNotKeepTheOthersWaiting)
{
    DeviceShares shares(2, 40);
    std::vector<Device> devices{{.speed = 1000}, {.speed = 10}};
    divide(shares, devices, 1000);
    EXPECT_LE(divide(shares, devices, 1000), 1.0); // what the fast one takes alone
}

// As beside another process. The other device has gone by then, since it would have kept this one waiting.
TEST(DeviceShares, TheLastDeviceTakesAllThatIsLeftHoweverSlowItBecomes)
{
    DeviceShares shares(2, 40);
    constexpr std::uint32_t kCount = 1'000'000;
    shares.begin(kCount);
    std::uint32_t taken = 0;
    const auto take = [&](std::size_t device, double speed) {
        const std::uint32_t count = shares.take(device).count;
        shares.done(device, count, count / speed);
        taken += count;
        return count;
    };
    EXPECT_GT(take(0, 1000.0), 0u);
    EXPECT_GT(take(1, 0.01), 0u);
    EXPECT_EQ(take(1, 0.01), 0u);
    int calls = 0;
    while (take(0, 0.001) > 0)
        ++calls;
    EXPECT_EQ(taken, kCount);
    EXPECT_LE(calls, 8); // as if it had been alone from the start
}

TEST(DeviceShares, OneDeviceTakesAll)
{
    DeviceShares shares(1, 40);
    std::vector<Device> devices{{.speed = 10}};
    for (const std::uint32_t count : {0u, 1u, 39u, 40u, 1000u})
        EXPECT_DOUBLE_EQ(divide(shares, devices, count), count / 10.0);
}

} // namespace
} // namespace pn::bench
