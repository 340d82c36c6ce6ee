// Devices that are opened at the same time. Each of them is the processor in the end.
#include "run/device_team.h"

#include "support/failure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <map>
#include <thread>

using namespace pn::cli;

namespace {

using Names = std::vector<std::string>;

// Opens devices in an order of its own: none is open before the next in the list is.
class BackwardOpening
{
public:
    explicit BackwardOpening(Names names) : m_names(std::move(names))
    {
        for (const std::string& name : m_names)
            m_isDone[name];
    }

    // With an error of each device in failing. Returns what was thrown, or the number of devices.
    std::string run(const Names& failing = {})
    {
        try
        {
            const auto open = [&](const std::string& name) {
                waitForNext(name);
                m_console.warn("opening " + name);
                struct Done
                {
                    std::promise<void>& promise;
                    ~Done() { promise.set_value(); }
                } const done{m_isDone.at(name)};
                if (std::find(failing.begin(), failing.end(), name) != failing.end())
                    throw Failure(Exit::RunTime, name + " fails");
                return cpu();
            };
            return std::to_string(openTeam(m_names, open, m_console).size());
        }
        catch (const Failure& failure)
        {
            return failure.what();
        }
    }

private:
    void waitForNext(const std::string& name)
    {
        const auto next = std::next(std::find(m_names.begin(), m_names.end(), name));
        if (next == m_names.end())
            return;
        EXPECT_EQ(m_isDone.at(*next).get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready)
            << name << " was opened alone";
    }

    FallbackContext cpu()
    {
        DeviceOptions options;
        options.device = "cpu";
        options.threads = 1;
        return makeFallbackContext(options, m_console);
    }

    Console m_console;
    Names m_names;
    std::map<std::string, std::promise<void>> m_isDone;
};

} // namespace

TEST(DeviceTeam, IsOpenedAtTheSameTimeAndTellsItInOrder)
{
    testing::internal::CaptureStderr();
    EXPECT_EQ(BackwardOpening({"a", "b", "c"}).run(), "3");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "probenorm: warning: opening a\nprobenorm: warning: opening b\n"
                                                      "probenorm: warning: opening c\n");
}

// As if it had been the last one that was opened.
TEST(DeviceTeam, FailsWithItsFirstDeviceThatDoes)
{
    testing::internal::CaptureStderr();
    EXPECT_EQ(BackwardOpening({"a", "b", "c"}).run({"b", "c"}), "b fails");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "probenorm: warning: opening a\nprobenorm: warning: opening b\n");
}

TEST(DeviceTeam, OpensOneDeviceOnTheThreadThatAsks)
{
    Console console;
    std::thread::id thread;
    const auto open = [&](const std::string&) {
        thread = std::this_thread::get_id();
        DeviceOptions options;
        options.device = "cpu";
        return makeFallbackContext(options, console);
    };
    EXPECT_EQ(openTeam({"cpu"}, open, console).size(), 1u);
    EXPECT_EQ(thread, std::this_thread::get_id());
}
