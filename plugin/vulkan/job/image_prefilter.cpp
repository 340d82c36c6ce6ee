#include "vulkan/job/image_prefilter.h"

#include "core/error.h"

namespace pn::vulkan {

constexpr std::uint32_t kTargetsInFlight = 4; // docs/vulkan.md, section 5

ImagePrefilter::ImagePrefilter(std::shared_ptr<HostDevice> hostDevice, const ImageJobDesc& desc,
                               std::vector<PrefilterMip> mips)
    : m_hostDevice(std::move(hostDevice)),
      m_format(chooseImageFormat(desc.image, desc.usage,
                                 [this](VkFormat format) { return m_hostDevice->formatProperties(format); })),
      m_mips(std::move(mips)), m_targets(m_mips.size(), CubemapTarget{.format = normalizedFormat(m_format.texels)}),
      m_task{{Shape::cubemap(desc.faceSize), m_format.texels, 0, {}}, m_mips, m_targets},
      m_key(prefilterTestKey(m_format.texels, m_targets.front().format)),
      m_bytesBefore(m_hostDevice->device().bufferBytes()), m_passes(m_hostDevice->device(), m_hostDevice->tables()),
      m_team(std::in_place, m_hostDevice->threadCount()),
      m_job({m_hostDevice->device(), m_hostDevice->prefilterKernels(), m_passes, true}, {&m_task, 1},
            desc.settings.policy, 0, *m_team, NullMonitor()),
      m_step(m_job.steps().front()), m_buffers(m_hostDevice->device(), m_hostDevice->prefilterKernels().layout(),
                                               m_job.largestSizes(), StepBuffers::HostAccess::None),
      m_source(m_hostDevice->device(), m_hostDevice->imageKernels(), desc.image, m_format, 1, m_buffers.texels()),
      m_target(m_hostDevice->device(), m_hostDevice->imageKernels(), m_targets.front().format, desc.targetUsage,
               mipCount(), kTargetsInFlight, m_buffers.results()),
      m_mark(m_hostDevice->device())
{
    m_team.reset();
    m_job.makeSets(m_step, m_buffers);
    if (!m_hostDevice->tests().result(m_key))
        m_test = std::make_unique<RecordedTest<PrefilterKernelTest>>(m_hostDevice->device(),
                                                                     m_hostDevice->prefilterKernels(), m_format.texels,
                                                                     m_targets.front().format, desc.settings.policy, 1);
    m_scratchBytes = m_hostDevice->device().bufferBytes() - m_bytesBefore;
}

void ImagePrefilter::record(VkCommandBuffer commands, const std::optional<ImageUse>& source,
                            const std::optional<ImageUse>& target, const CubemapPart& part)
{
    if (source)
        m_source.open(source->layers); // these are the only calls here that can fail, so they come first
    if (target)
        m_target.open(target->layers, part);
    if (source)
        recordSource(commands, *source);
    if (target)
        recordTarget(commands, *target, part);
}

// Tables and the test go with each source until a recording of one has run: those before may never be submitted.
void ImagePrefilter::recordSource(VkCommandBuffer commands, const ImageUse& source)
{
    Device& device = m_hostDevice->device();
    const bool isFirst = !hasRun();
    if (isFirst)
        m_job.recordTables(commands, m_step);
    if (isFirst && m_test)
        m_test->record(commands);
    m_job.recordClear(commands, m_step, m_buffers);
    imageBarrier(device, commands, source.layers, source.before, m_source.state());
    m_source.recordLoad(commands, m_step, m_buffers.texels());
    m_job.recordLight(commands, m_step, m_buffers);
    imageBarrier(device, commands, source.layers, m_source.state(), source.after);
    if (isFirst)
        m_mark.record(commands);
    m_hasLight = true;
}

void ImagePrefilter::recordTarget(VkCommandBuffer commands, const ImageUse& target, const CubemapPart& part)
{
    Device& device = m_hostDevice->device();
    std::vector<StepChunk> mips;
    for (std::uint32_t mip = part.firstMip; mip < part.firstMip + part.mipCount; ++mip)
    {
        StepChunk& chunk = mips.emplace_back(m_step.chunks[1 + mip]);
        chunk.results += chunk.resultBytes / 6 * part.firstFace;
        chunk.chunk.firstFace = part.firstFace;
        chunk.chunk.faceCount = part.faceCount;
    }
    m_job.recordMips(commands, m_step, mips, m_buffers);
    imageBarrier(device, commands, target.layers, target.before, m_target.state());
    m_target.recordStore(commands, mips);
    imageBarrier(device, commands, target.layers, m_target.state(), target.after);
}

bool ImagePrefilter::hasRun()
{
    if (!m_hasRun && m_mark.isSet())
    {
        m_hasRun = true;
        if (m_test)
            m_hostDevice->setTestResult(m_key, m_test->passes());
    }
    return m_hasRun;
}

bool ImagePrefilter::isReproducible()
{
    if (!hasRun())
        throw Error(PN_ERROR_NOT_READY, "the device has not run a recording that reads a source");
    return m_format.keepsBits && m_hostDevice->tests().result(m_key).value_or(false);
}

} // namespace pn::vulkan
