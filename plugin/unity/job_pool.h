#pragma once

#include "unity/unity_interface.h"

#include "probenorm/probenorm_vulkan.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pn::unity {

struct JobDeleter
{
    void operator()(PnVulkanJob job) const { pnDestroyVulkanJob(job); }
};
using VulkanJob = std::unique_ptr<PnVulkanJob_T, JobDeleter>;

// What two jobs must have in common to use the same memory one after the other.
struct JobKind
{
    std::uint32_t faceSize = 0;
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkImageUsageFlags usage = 0;
    std::uint32_t mipCount = 0; // of the normalized image; 0: none
    PnProjectOptions options{};
    PnNormalization normalization{};

    bool operator==(const JobKind& other) const;
};

// Finished jobs, kept for the next jobs of their kind. So a script that asks for the same work in every frame
// allocates memory and tables once. Jobs that are not used for some frames are freed.
class JobPool
{
public:
    VulkanJob take(const JobKind& kind); // null when there is none
    void give(const JobKind& kind, VulkanJob job, std::uint64_t frame);
    void trim(std::uint64_t frame);

private:
    struct Idle
    {
        JobKind kind;
        VulkanJob job;
        std::uint64_t bytes = 0;
        std::uint64_t since = 0; // frame
    };

    std::vector<Idle> m_idle; // the oldest first
    std::uint64_t m_bytes = 0;
};

} // namespace pn::unity
