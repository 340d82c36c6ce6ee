// A device that fails in the middle of a batch: the rest is done by the CPU, and the user is told.
#include "run/device.h"

#include <gtest/gtest.h>

#include <vector>

using namespace pn::cli;

namespace {

probenorm::Context cpuContext()
{
    Console console;
    DeviceOptions options;
    options.device = "cpu";
    options.threads = 1;
    return openContext(options, console);
}

// A context on a "device" that is really a CPU context, so that no device is needed to lose one.
class DeviceLoss : public testing::TestWithParam<PnResult>
{
protected:
    DeviceLoss() : m_device(cpuContext()), m_devicePointer(m_device.get()) {}

    FallbackContext makeTestContext()
    {
        return FallbackContext(
            std::move(m_device),
            [this] {
                ++m_opened;
                return cpuContext();
            },
            m_console);
    }

    probenorm::Context m_device;
    PnContext m_devicePointer;
    Console m_console;
    int m_opened = 0;
};

} // namespace

TEST_P(DeviceLoss, HandsTheRestToTheCpuAndSaysSo)
{
    FallbackContext fallback = makeTestContext();
    std::vector<int> runs(5, 0);
    std::vector<std::uint32_t> firsts;
    const auto items = [&](PnContext context, std::uint32_t first, std::uint32_t* completed) -> PnResult {
        firsts.push_back(first);
        const bool isDevice = context == m_devicePointer;
        *completed = isDevice ? 2 : 5 - first;
        for (std::uint32_t i = first; i < first + *completed; ++i)
            ++runs[i];
        return isDevice ? GetParam() : PN_SUCCESS;
    };
    std::uint32_t completed = 0;
    testing::internal::CaptureStderr();
    EXPECT_EQ(fallback.run(5, items, &completed), PN_SUCCESS);
    const std::string message = testing::internal::GetCapturedStderr();

    EXPECT_EQ(completed, 5u);
    EXPECT_EQ(firsts, (std::vector<std::uint32_t>{0, 2}));
    EXPECT_EQ(runs, std::vector<int>(5, 1));
    EXPECT_EQ(m_opened, 1);
    EXPECT_NE(message.find(pnGetResultName(GetParam())), std::string::npos) << message;
    EXPECT_NE(message.find("CPU"), std::string::npos) << message;
}

TEST_P(DeviceLoss, StaysOnTheCpuAfterwards)
{
    FallbackContext fallback = makeTestContext();
    const auto items = [&](PnContext context, std::uint32_t first, std::uint32_t* completed) -> PnResult {
        const bool isDevice = context == m_devicePointer;
        *completed = isDevice ? 0 : 1 - first;
        return isDevice ? GetParam() : PN_SUCCESS;
    };
    std::uint32_t completed = 0;
    testing::internal::CaptureStderr();
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(fallback.run(1, items, &completed), PN_SUCCESS);
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(m_opened, 1);
    EXPECT_NE(fallback.context(), m_devicePointer);
}

INSTANTIATE_TEST_SUITE_P(Results, DeviceLoss, testing::Values(PN_ERROR_DEVICE_LOST, PN_ERROR_TIMEOUT));

TEST_P(DeviceLoss, SecondFailureIsReturned)
{
    FallbackContext fallback = makeTestContext();
    const auto items = [](PnContext, std::uint32_t, std::uint32_t* completed) -> PnResult {
        *completed = 1;
        return GetParam();
    };
    std::uint32_t completed = 0;
    testing::internal::CaptureStderr();
    EXPECT_EQ(fallback.run(5, items, &completed), GetParam());
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(completed, 2u);
}

TEST(FallbackContext, OtherErrorsAreReturnedAtOnce)
{
    Console console;
    int opened = 0;
    FallbackContext fallback(
        cpuContext(),
        [&opened] {
            ++opened;
            return cpuContext();
        },
        console);
    const auto items = [](PnContext, std::uint32_t, std::uint32_t* completed) -> PnResult {
        *completed = 3;
        return PN_ERROR_BAD_TEXEL;
    };
    std::uint32_t completed = 0;
    EXPECT_EQ(fallback.run(5, items, &completed), PN_ERROR_BAD_TEXEL);
    EXPECT_EQ(completed, 3u);
    EXPECT_EQ(opened, 0);
}
