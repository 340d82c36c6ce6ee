#include "bake/probe_queue.h"

#include <gtest/gtest.h>

using namespace pn::cli;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

class ProbeQueueTest : public ::testing::Test
{
protected:
    void add(std::size_t index, std::uint64_t bytes)
    {
        auto work = std::make_unique<ProbeWork>(m_probe, index);
        work->reservedBytes = bytes;
        m_queue.add(std::move(work));
    }

    std::vector<std::size_t> takeBatch(Takes takes, std::uint64_t bytes)
    {
        std::vector<std::size_t> indices;
        for (ProbeQueue::Work& work : m_queue.takeBatch(takes, bytes))
        {
            indices.push_back(work->index);
            m_taken.push_back(std::move(work));
        }
        return indices;
    }

    using Indices = std::vector<std::size_t>;

    Probe m_probe;
    ProbeQueue m_queue;
    std::vector<ProbeQueue::Work> m_taken;
};

} // namespace

TEST_F(ProbeQueueTest, GivesBatchesByBytesAndOneProbeAtLeast)
{
    for (std::size_t index = 0; index < 4; ++index)
        add(index, 2 * kMiB);
    EXPECT_EQ(m_queue.bytes(), 8 * kMiB);
    EXPECT_EQ(takeBatch(Takes::All, 5 * kMiB), (Indices{0, 1}));
    EXPECT_EQ(takeBatch(Takes::All, 1), Indices{2});
    EXPECT_EQ(m_queue.bytes(), 2 * kMiB);
    EXPECT_EQ(takeBatch(Takes::All, 5 * kMiB), Indices{3});
    EXPECT_EQ(takeBatch(Takes::All, 5 * kMiB), Indices{});
    EXPECT_EQ(m_queue.bytes(), 0u);
}

TEST_F(ProbeQueueTest, KeepsSmallProbesForThoseWhoTakeThemSingly)
{
    add(0, kMiB);
    add(1, 65 * kMiB);
    add(2, 64 * kMiB);
    EXPECT_TRUE(m_queue.has(Takes::Large));
    EXPECT_EQ(takeBatch(Takes::Large, 256 * kMiB), Indices{1});
    EXPECT_FALSE(m_queue.has(Takes::Large));
    EXPECT_TRUE(m_queue.has(Takes::All));
    EXPECT_EQ(m_queue.takeSmall()->index, 2u) << "it was loaded last";
    EXPECT_EQ(m_queue.takeSmall()->index, 0u);
    EXPECT_FALSE(m_queue.hasSmall());
    EXPECT_EQ(m_queue.bytes(), 0u);
}

TEST_F(ProbeQueueTest, WhatIsGivenBackIsTakenNext)
{
    add(0, kMiB);
    add(1, kMiB);
    EXPECT_EQ(takeBatch(Takes::All, kMiB), Indices{0});
    m_queue.giveBack(std::move(m_taken.back()));
    EXPECT_EQ(m_queue.bytes(), 2 * kMiB);
    EXPECT_EQ(takeBatch(Takes::All, kMiB), Indices{0});
}
