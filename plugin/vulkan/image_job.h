#pragma once

#include "vulkan/image_format.h"
#include "vulkan/lent_device.h"
#include "vulkan/recorded_test.h"

namespace pn::vulkan {

struct ImageJobDesc
{
    std::uint32_t faceSize = 1;
    VkFormat image = VK_FORMAT_UNDEFINED;
    VkImageUsageFlags usage = 0;
    ProjectSettings settings;
    std::vector<shared::DenominatorParams> denominators; // none: nothing is divided
    std::uint32_t mipCount = 1;
};

// An image of the host's, as it comes and as it is to be left.
struct ImageUse
{
    ImageLayers layers;
    ImageState before, after;
};

struct ImageRecording
{
    VkCommandBuffer commands = VK_NULL_HANDLE;
    ImageUse source;
    std::optional<ImageUse> target;
    VkBuffer buffer = VK_NULL_HANDLE; // receives the coefficients; null: none
    VkDeviceSize bufferOffset = 0;
    Access bufferAccess{};
    std::uint32_t bufferBands = 0;
};

struct ImageJobResult
{
    ProbeResult projection;
    bool isReproducible = false;
    std::uint64_t gpuNanoseconds = 0;
};

// A job on an image of the host's, with all its memory.
class ImageJob
{
public:
    ImageJob(std::shared_ptr<LentDevice> lent, const ImageJobDesc& desc);

    const ImageFormat& format() const { return m_format; }
    std::uint32_t mipCount() const { return m_plan.mipCount; }
    std::uint64_t scratchBytes() const { return m_scratchBytes; }

    void record(const ImageRecording& recording);
    ImageJobResult result(); // throws Error(PN_ERROR_NOT_READY) where the last recording has not run

private:
    void makeTests();
    bool needsTests() const { return !m_tests.empty() && !m_lent->verdict(m_testKey); }
    void recordPasses(const ImageRecording& recording);
    void recordBuffer(const ImageRecording& recording);
    bool judge();

    std::shared_ptr<LentDevice> m_lent; // first: all below is on it
    ImageFormat m_format;
    RecordedPlan m_plan;
    LentDevice::TestKey m_testKey;
    std::uint64_t m_bytesBefore, m_scratchBytes;
    RecordedJob m_job;
    std::vector<std::unique_ptr<RecordedTest>> m_tests; // where the kernels had not been tested
    std::unique_ptr<ImageFetchSource> m_fetch;
    Timer m_timer;
};

} // namespace pn::vulkan
