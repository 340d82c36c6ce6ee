// The prefiltering of images of a host, at once or in parts. As of an ImageJob, all memory is allocated at creation.
#pragma once

#include "vulkan/job/image_job.h"

namespace pn::vulkan {

class ImagePrefilter
{
public:
    // It does not read settings.bands, lobes and mipCount of desc.
    ImagePrefilter(std::shared_ptr<HostDevice> hostDevice, const ImageJobDesc& desc, std::vector<PrefilterMip> mips);

    const ImageFormat& format() const { return m_format; }
    std::uint32_t mipCount() const { return std::uint32_t(m_mips.size()); }
    std::uint64_t scratchBytes() const { return m_scratchBytes; }
    bool hasLight() const { return m_hasLight; } // whether a recording reads a source

    // Makes the light of a source, if there is one, and writes a part of the mips of the light that was recorded last
    // into the target, if there is one; target: the part's layers alone. Nothing is recorded if it fails.
    void record(VkCommandBuffer commands, const std::optional<ImageUse>& source, const std::optional<ImageUse>& target,
                const CubemapPart& part);

    bool isReproducible(); // throws Error(PN_ERROR_NOT_READY) if no such recording has run yet

private:
    void recordSource(VkCommandBuffer commands, const ImageUse& source);
    void recordTarget(VkCommandBuffer commands, const ImageUse& target, const CubemapPart& part);
    bool hasRun();

    std::shared_ptr<HostDevice> m_hostDevice; // declared first: all members below use it
    ImageFormat m_format;
    std::vector<PrefilterMip> m_mips;
    std::vector<CubemapTarget> m_targets; // formats alone
    PrefilterTask m_task;
    TestKey m_key;
    std::uint64_t m_bytesBefore, m_scratchBytes = 0;
    PrefilterPasses m_passes;
    std::optional<WorkerTeam> m_team; // that works out the tables
    PrefilterJob m_job;
    const Step& m_step; // the only one
    StepBuffers m_buffers;
    ImageSource m_source;
    ImageTarget m_target;
    std::unique_ptr<RecordedTest<PrefilterKernelTest>> m_test; // null if the kernels had a result
    RunMark m_mark;                                            // of the recordings with tables and the test
    bool m_hasLight = false, m_hasRun = false;
};

} // namespace pn::vulkan
