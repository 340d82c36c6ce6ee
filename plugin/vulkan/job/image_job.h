// A job on images of a host. It is recorded into the host's command buffer, and all memory is allocated when the job
// is created.
#pragma once

#include "vulkan/job/host_device.h"
#include "vulkan/job/image_format.h"
#include "vulkan/job/image_rows.h"
#include "vulkan/job/kernel_tests.h"
#include "vulkan/job/run_mark.h"

namespace pn::vulkan {

struct ImageJobDesc
{
    std::uint32_t faceSize = 1;
    VkFormat image = VK_FORMAT_UNDEFINED;
    VkImageUsageFlags usage = 0;
    VkImageUsageFlags targetUsage = 0; // 0: TRANSFER_DST
    ProjectSettings settings;
    std::vector<shared::DenominatorParams> lobes; // empty: nothing is normalized
    std::uint32_t mipCount = 1;
};

struct ImageRecording
{
    VkCommandBuffer commands = VK_NULL_HANDLE;
    ImageUse source;
    std::optional<ImageUse> target;
    VkBuffer buffer = VK_NULL_HANDLE; // receives the coefficients; null: they are not copied
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

class ImageJob
{
public:
    ImageJob(std::shared_ptr<HostDevice> hostDevice, const ImageJobDesc& desc);

    const ImageFormat& format() const { return m_format; }
    std::uint32_t mipCount() const { return m_probe.mipCount; }
    std::uint64_t scratchBytes() const { return m_scratchBytes; }

    void record(const ImageRecording& recording);
    ImageJobResult result(); // throws Error(PN_ERROR_NOT_READY) if the last recording has not run yet

private:
    void prepareSteps();
    void makeTests();
    void recordSteps(const ImageRecording& recording);
    void recordImages(VkCommandBuffer commands, bool isStored);
    void recordBuffer(const ImageRecording& recording);
    bool isVerified();

    std::shared_ptr<HostDevice> m_hostDevice; // declared first: all members below use it
    std::vector<shared::DenominatorParams> m_lobes;
    ImageFormat m_format;
    PlanProbe m_probe;
    ProjectSettings m_settings;
    std::vector<TestKey> m_keys;
    std::uint64_t m_bytesBefore, m_scratchBytes = 0;
    PassCache m_passes;
    Job m_job;
    StepBuffers m_buffers; // all steps use its memory in turn; each has its own descriptor sets
    std::vector<PreparedStep> m_prepared;
    std::vector<std::unique_ptr<RecordedTest<KernelTest>>> m_tests; // of kernels that had no result yet
    bool m_areTestsRecorded = false;                                // whether the last recording includes them
    bool m_areTablesThere = false; // whether a recording that copies the tables to the device has run
    ImageSource m_source;
    std::optional<ImageTarget> m_target; // empty: nothing is normalized
    RunMark m_mark;                      // of the last recording
    Timer m_timer;
};

} // namespace pn::vulkan
