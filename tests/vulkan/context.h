#pragma once

#include "support/testing.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace pn::testing {

// A context of the C API that fails the test when the validation layer has anything to say.
class TestContext
{
public:
    explicit TestContext(PnBackend backend, std::uint32_t flags = 0, std::uint64_t chunkBytes = 0)
    {
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.backend = backend;
        // PN_NO_VALIDATION is for where there is no layer: Wine, and other machines.
        const bool validates = backend == PN_BACKEND_VULKAN && std::getenv("PN_NO_VALIDATION") == nullptr;
        desc.flags = flags | (validates ? PN_CONTEXT_VALIDATION : 0);
        desc.chunkBytes = chunkBytes;
        desc.threadCount = 2;
        desc.log = &TestContext::onLog;
        desc.logUserData = this;
        EXPECT_EQ(pnCreateContext(&desc, &m_context), PN_SUCCESS) << pnGetLastErrorMessage();
    }

    ~TestContext()
    {
        pnDestroyContext(m_context);
        EXPECT_TRUE(m_messages.empty()) << m_messages.size() << " messages, the first: " << m_messages.front();
    }

    TestContext(const TestContext&) = delete;
    TestContext& operator=(const TestContext&) = delete;

    PnContext get() const { return m_context; }

    std::pair<PnSh, PnProjectInfo> project(const TestProbe& probe, std::uint32_t bands,
                                           const PnProjectOptions* base = nullptr) const
    {
        PnProjectOptions options = base != nullptr ? *base : PnProjectOptions{};
        options.structSize = sizeof(options);
        options.bands = bands;
        PnSh sh{};
        PnProjectInfo info{};
        info.structSize = sizeof(info);
        const PnEnvironmentView view = probe.view();
        EXPECT_EQ(pnProjectEnvironment(m_context, &view, &options, &sh, &info), PN_SUCCESS) << pnGetLastErrorMessage();
        return {sh, info};
    }

private:
    static void onLog(void* userData, PnLogLevel level, const char* message)
    {
        if (level <= PN_LOG_WARNING)
            static_cast<TestContext*>(userData)->m_messages.emplace_back(message);
    }

    PnContext m_context = nullptr;
    std::vector<std::string> m_messages;
};

// Says whether the machine has a Vulkan device; where PN_REQUIRE_GPU is set, that it has none is a failure.
inline bool hasDevice()
{
    std::uint32_t count = 0;
    EXPECT_EQ(pnEnumerateDevices(0, nullptr, &count), PN_SUCCESS) << pnGetLastErrorMessage();
    if (count == 0 && std::getenv("PN_REQUIRE_GPU") != nullptr)
        ADD_FAILURE() << "PN_REQUIRE_GPU is set, but there is no Vulkan device";
    return count != 0;
}

// Of the machine's Vulkan device.
class DeviceTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!hasDevice())
            GTEST_SKIP() << "no Vulkan device";
    }
};

inline void expectSameBits(const std::pair<PnSh, PnProjectInfo>& expected, const std::pair<PnSh, PnProjectInfo>& actual)
{
    EXPECT_EQ(std::memcmp(&expected.first, &actual.first, sizeof(PnSh)), 0)
        << "L00 red " << expected.first.rgb[0][0] << " and " << actual.first.rgb[0][0];
    EXPECT_EQ(expected.second.nonFinite, actual.second.nonFinite);
    EXPECT_EQ(expected.second.negative, actual.second.negative);
    EXPECT_EQ(expected.second.clamped, actual.second.clamped);
    EXPECT_EQ(expected.second.badFace, actual.second.badFace);
    EXPECT_EQ(expected.second.badX, actual.second.badX);
    EXPECT_EQ(expected.second.badY, actual.second.badY);
}

} // namespace pn::testing
