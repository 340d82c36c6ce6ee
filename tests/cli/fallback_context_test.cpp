// A device that fails in the middle of a batch: the rest is done by the CPU, and the user is told.
#include "run/device.h"

#include <gtest/gtest.h>

#include <string>
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
    // Runs five items, of which the device finishes some and ends with a result.
    PnResult run(std::uint32_t byDevice, PnResult result, PnResult ofCpu = PN_SUCCESS)
    {
        const auto items = [&](PnContext context, std::uint32_t first, std::uint32_t* completed) {
            const bool isDevice = context == m_devicePointer;
            m_firsts.push_back(first);
            *completed = isDevice ? byDevice : ofCpu == PN_SUCCESS ? 5 - first : 1;
            return isDevice ? result : ofCpu;
        };
        testing::internal::CaptureStderr();
        const PnResult found = m_fallback.run(5, items, &m_completed);
        m_message = testing::internal::GetCapturedStderr();
        return found;
    }

    probenorm::Context m_device = cpuContext();
    PnContext m_devicePointer = m_device.get();
    Console m_console;
    int m_opened = 0;
    FallbackContext m_fallback{std::move(m_device),
                               [this] {
                                   ++m_opened;
                                   return cpuContext();
                               },
                               m_console};
    std::vector<std::uint32_t> m_firsts;
    std::uint32_t m_completed = 0;
    std::string m_message;
};

} // namespace

TEST_P(DeviceLoss, HandsTheRestToTheCpuSaysSoAndStaysThere)
{
    EXPECT_EQ(run(2, GetParam()), PN_SUCCESS);
    EXPECT_EQ(m_completed, 5u);
    EXPECT_EQ(m_firsts, (std::vector<std::uint32_t>{0, 2}));
    EXPECT_NE(m_message.find(pnGetResultName(GetParam())), std::string::npos) << m_message;
    EXPECT_NE(m_message.find("CPU"), std::string::npos) << m_message;
    EXPECT_EQ(run(2, GetParam()), PN_SUCCESS);
    EXPECT_EQ(m_firsts, (std::vector<std::uint32_t>{0, 2, 0}));
    EXPECT_EQ(m_opened, 1);
    EXPECT_NE(m_fallback.context(), m_devicePointer);
}

TEST_P(DeviceLoss, SecondFailureIsReturned)
{
    EXPECT_EQ(run(1, GetParam(), GetParam()), GetParam());
    EXPECT_EQ(m_completed, 2u);
}

TEST_P(DeviceLoss, OtherErrorsAreReturnedAtOnce)
{
    EXPECT_EQ(run(3, PN_ERROR_BAD_TEXEL), PN_ERROR_BAD_TEXEL);
    EXPECT_EQ(m_completed, 3u);
    EXPECT_EQ(m_opened, 0);
}

INSTANTIATE_TEST_SUITE_P(Results, DeviceLoss, testing::Values(PN_ERROR_DEVICE_LOST, PN_ERROR_TIMEOUT));
