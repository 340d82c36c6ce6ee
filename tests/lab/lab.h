#pragma once

#include "lab/algorithms/reduction.h"

#include "vulkan/device/commands.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pn::testing {

// The first device, watched by the validation layer, with a buffer of elements.
class Lab
{
public:
    explicit Lab(std::uint32_t words)
        : m_instance(std::make_shared<vulkan::Instance>(
              std::getenv("PN_NO_VALIDATION") == nullptr, // for machines without the layer
              [this](PnLogLevel, const char* message) { m_messages.emplace_back(message); })),
          m_lab(m_instance, m_instance->physicalDevices().at(0)),
          m_elements(m_lab.device(), 4ull * words, vulkan::MemoryKind::Shared),
          m_results(m_lab.device(), 8 * lab::reductionWords(lab::Operator::SumUint, words), vulkan::MemoryKind::Shared),
          m_tickets(m_lab.device(), 4, vulkan::MemoryKind::Shared),
          m_commands(m_lab.device(), m_lab.device().computeQueue())
    {
        std::memset(m_tickets.mapped(), 0, m_tickets.size());
        m_tickets.flush();
    }

    lab::LabDevice& device() { return m_lab; }

    // The validation layer had nothing to say.
    void expectSilence() const
    {
        EXPECT_TRUE(m_messages.empty()) << m_messages.size() << " messages, the first: " << m_messages.front();
    }

    void setElements(std::span<const std::uint32_t> words)
    {
        std::memcpy(m_elements.mapped(), words.data(), words.size_bytes());
        m_elements.flush();
    }

    // What the first elements come to. All reductions share one buffer of tickets.
    std::uint64_t reduce(const lab::Rung& rung, lab::Operator op, std::uint32_t groupSize, std::uint32_t count)
    {
        lab::RecordingRunner runner(m_lab, lab::planReduction(rung, op, groupSize, count, m_lab.hasFloatAtomics()));
        const vulkan::Buffer* const buffers[] = {&m_elements, &m_results, &m_tickets};
        for (lab::BufferNumber i = 0; i < 3; ++i)
            runner.bind(i, {buffers[i]->handle(), 0, VK_WHOLE_SIZE});
        run([&](VkCommandBuffer commands) {
            runner.record(commands);
            barrier(m_lab.device(), commands, vulkan::kKernelReadWrite, vulkan::kHostRead);
        });
        m_results.invalidate();
        std::uint64_t result = 0;
        std::memcpy(&result, m_results.mapped(), 4ull * lab::wordsOf(op));
        return result;
    }

    void run(const std::function<void(VkCommandBuffer)>& record)
    {
        constexpr std::chrono::milliseconds kTimeout{120'000};
        record(m_commands.begin());
        m_commands.submit();
        m_commands.wait(kTimeout);
    }

private:
    std::vector<std::string> m_messages;
    std::shared_ptr<vulkan::Instance> m_instance;
    lab::LabDevice m_lab;
    vulkan::Buffer m_elements, m_results, m_tickets;
    vulkan::Commands m_commands;
};

} // namespace pn::testing
