// Each allocation of each call of the C ABI fails in turn, alone or with all that follow: the call returns
// PN_ERROR_OUT_OF_MEMORY with a message, its outputs stay as they were, and the next call has the same bits.
#include "support/one.h"
#include "support/testing.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocationsLeft = -1; // up to the one that fails; below 0 none does
std::atomic<bool> allAfter = false;
std::atomic<int> failures = 0;

bool failsNow()
{
    long left = allocationsLeft.load();
    while (left > 0 && !allocationsLeft.compare_exchange_weak(left, left - 1))
    {
    }
    const bool isFirst = left == 1;
    const bool fails = isFirst || (left == 0 && allAfter); // 0: the one that failed has been
    failures += fails ? 1 : 0;
    return fails;
}

void* allocate(std::size_t size)
{
    if (!failsNow())
        if (void* memory = std::malloc(size != 0 ? size : 1))
            return memory;
    throw std::bad_alloc();
}

} // namespace

#include "support/replaced_new.h"

namespace pn {
namespace {

struct Outputs
{
    PnSh shs[3]{};
    PnLights lights{};
    std::array<std::byte, 6 * 8 * 8 * 8> texels{};
};

class LackOfMemory : public ::testing::Test
{
protected:
    void SetUp() override { ASSERT_EQ(create(&m_context), PN_SUCCESS); }
    void TearDown() override { pnDestroyContext(m_context); }

    static PnResult create(PnContext* context)
    {
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.backend = PN_BACKEND_CPU;
        desc.threadCount = 2;
        return pnCreateContext(&desc, context);
    }

    // Tries every allocation of the call. It gets outputs that it must leave alone when it fails.
    template <typename Call>
    void sweep(Call&& call)
    {
        Outputs expected;
        ASSERT_EQ(call(expected), PN_SUCCESS) << pnGetLastErrorMessage();
        for (const bool isSticky : {false, true})
            for (long at = 1, failed = 1; failed != 0; ++at)
            {
                SCOPED_TRACE("allocation " + std::to_string(at) + (isSticky ? " and all after" : ""));
                Outputs outputs;
                failures = 0;
                allAfter = isSticky;
                allocationsLeft = at;
                const PnResult result = call(outputs);
                allocationsLeft = -1;
                failed = failures;
                const bool hasMessage = pnGetLastErrorMessage()[0] != '\0';
                const Outputs none;
                const bool mayGoOn = failed == 0 || !isSticky; // std::stable_sort can do without memory
                EXPECT_TRUE(result == PN_ERROR_OUT_OF_MEMORY ? failed != 0 : result == PN_SUCCESS && mayGoOn) << result;
                EXPECT_EQ(hasMessage, result != PN_SUCCESS);
                EXPECT_EQ(std::memcmp(&outputs.shs, result == PN_SUCCESS ? &expected.shs : &none.shs, sizeof(none.shs)),
                          0);
                m_tried += failed != 0;
            }
        Outputs again;
        ASSERT_EQ(call(again), PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(std::memcmp(&again.shs, &expected.shs, sizeof(again.shs)), 0);
        EXPECT_EQ(again.texels, expected.texels);
        RecordProperty("tried", m_tried);
        EXPECT_GT(m_tried, 0);
    }

    PnContext m_context = nullptr;
    testing::TestProbe m_cubemap = testing::makeWildProbe(true, 8, 8, PN_FORMAT_RGBA16F, 1);
    testing::TestProbe m_map = testing::makeWildProbe(false, 32, 16, PN_FORMAT_RGBA16F, 2);
    int m_tried = 0;
};

} // namespace

TEST_F(LackOfMemory, OfMakingAContext)
{
    sweep([](Outputs&) {
        PnContext context = nullptr;
        const PnResult result = create(&context);
        EXPECT_EQ(context == nullptr, result != PN_SUCCESS);
        pnDestroyContext(context);
        return result;
    });
}

TEST_F(LackOfMemory, OfProjecting)
{
    const PnEnvironmentView view = m_cubemap.view();
    sweep([&](Outputs& out) { return pnProjectEnvironment(m_context, &view, nullptr, out.shs, nullptr); });
    const PnEnvironmentView map = m_map.view();
    sweep([&](Outputs& out) { return pnProjectEnvironment(m_context, &map, nullptr, out.shs, nullptr); });
}

TEST_F(LackOfMemory, OfProjectingMany)
{
    const PnEnvironmentView views[] = {m_cubemap.view(), m_cubemap.view(), m_cubemap.view()};
    // What is finished before an error is valid, so the results of a failed call are not looked at.
    sweep([&](Outputs& out) {
        const PnResult result = pnProjectEnvironments(m_context, 3, views, nullptr, out.shs, nullptr, nullptr);
        if (result != PN_SUCCESS)
            std::memset(&out.shs, 0, sizeof(out.shs));
        return result;
    });
}

PnCubemapTarget targetIn(Outputs& out)
{
    PnCubemapTarget target{};
    target.structSize = sizeof(target);
    target.format = PN_FORMAT_RGBA16F;
    target.faceBytes = out.texels.size() / 6;
    for (std::size_t face = 0; face < 6; ++face)
        target.faces[face] = out.texels.data() + face * target.faceBytes;
    return target;
}

TEST_F(LackOfMemory, OfPrefiltering)
{
    const PnEnvironmentView view = m_cubemap.view();
    const float roughness = 0.7f;
    PnPrefilter prefilter{};
    prefilter.structSize = sizeof(prefilter);
    prefilter.effort = PN_EFFORT_REALTIME;
    prefilter.mipCount = 1;
    prefilter.roughness = &roughness;
    sweep([&](Outputs& out) {
        PnContext fresh = nullptr; // which keeps no tables yet
        PnResult result = create(&fresh);
        const PnCubemapTarget target = targetIn(out);
        if (result == PN_SUCCESS)
            result = prefilterOne(fresh, &view, &prefilter, nullptr, &target, nullptr);
        pnDestroyContext(fresh);
        return result;
    });
}

TEST_F(LackOfMemory, OfNormalizing)
{
    const PnEnvironmentView view = m_cubemap.view();
    sweep([&](Outputs& out) {
        const PnCubemapTarget target = targetIn(out);
        return normalizeOne(m_context, 1, &view, nullptr, nullptr, nullptr, &target, out.shs, nullptr, nullptr);
    });
}

TEST_F(LackOfMemory, OfTakingLightsOut)
{
    const PnEnvironmentView map = m_map.view();
    sweep([&](Outputs& out) {
        out.lights.structSize = sizeof(out.lights);
        return extractOne(m_context, &map, nullptr, nullptr, &out.lights, out.shs, 0, nullptr);
    });
}

TEST_F(LackOfMemory, OfListingDevices)
{
    sweep([](Outputs&) {
        std::uint32_t count = 0;
        return pnEnumerateDevices(0, nullptr, &count);
    });
}

} // namespace pn
