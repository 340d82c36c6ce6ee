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
          m_commands(m_lab.device(), m_lab.device().computeQueue())
    {
    }

    lab::LabDevice& device() { return m_lab; }

    // The validation layer had nothing to say.
    void expectSilence() const
    {
        EXPECT_TRUE(m_messages.empty()) << m_messages.size() << " messages, the first: " << m_messages.front();
    }

    vulkan::BufferRange elements() const { return {m_elements.handle(), 0, VK_WHOLE_SIZE}; }

    void setElements(std::span<const std::uint32_t> words)
    {
        std::memcpy(m_elements.mapped(), words.data(), words.size_bytes());
        m_elements.flush();
    }

    std::unique_ptr<lab::Reduction> prepare(const lab::Rung& rung, lab::Operator op, std::uint32_t groupSize,
                                            std::uint32_t maxCount)
    {
        auto reduction = std::make_unique<lab::Reduction>(m_lab, rung, op, groupSize, maxCount);
        reduction->bind(elements());
        run([&](VkCommandBuffer commands) { reduction->recordClear(commands); });
        return reduction;
    }

    std::uint64_t reduce(lab::Reduction& reduction, std::uint32_t count)
    {
        run([&](VkCommandBuffer commands) {
            reduction.recordReduce(commands, count);
            reduction.recordReadback(commands);
        });
        return reduction.result();
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
    vulkan::Buffer m_elements;
    vulkan::Commands m_commands;
};

} // namespace pn::testing
