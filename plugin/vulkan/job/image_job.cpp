#include "vulkan/job/image_job.h"

#include "core/error.h"

namespace pn::vulkan {
namespace {

PlanProbe makeProbe(const ImageJobDesc& desc, PnFormat texels, std::span<const shared::DenominatorParams> lobes)
{
    return {.shape = Shape::cubemap(desc.faceSize),
            .format = texels,
            .mipCount = desc.mipCount,
            .isNormalized = !lobes.empty(),
            .lobes = lobes.data(),
            .lobeCount = std::uint32_t(lobes.size())};
}

// All steps share the memory of the largest step, but each step has its own descriptor sets.
StepSizes scratchSizes(const Job& job)
{
    StepSizes sizes = job.largestSizes();
    sizes.setCount = 0;
    for (const Step& step : job.steps())
        sizes.setCount += step.setCount();
    return sizes;
}

} // namespace

ImageJob::ImageJob(std::shared_ptr<HostDevice> hostDevice, const ImageJobDesc& desc)
    : m_hostDevice(std::move(hostDevice)), m_lobes(desc.lobes),
      m_format(chooseImageFormat(desc.image, desc.usage,
                                 [this](VkFormat format) { return m_hostDevice->formatProperties(format); })),
      m_probe(makeProbe(desc, m_format.texels, m_lobes)), m_settings(desc.settings),
      m_keys(testKeys(m_hostDevice->projectKernels(), m_probe, m_settings)),
      m_bytesBefore(m_hostDevice->device().bufferBytes()),
      m_passes(m_hostDevice->device(), m_hostDevice->projectKernels()),
      m_job({m_hostDevice->device(), m_hostDevice->projectKernels(), m_hostDevice->normalizeKernels(), m_passes},
            {{m_probe}, m_settings, m_hostDevice->chunkBytes()}),
      m_buffers(m_hostDevice->device(), m_hostDevice->projectKernels().layout(), scratchSizes(m_job),
                StepBuffers::HostAccess::None),
      m_source(m_hostDevice->device(), m_hostDevice->imageKernels(), desc.image, m_format, desc.mipCount,
               m_buffers.texels()),
      m_mark(m_hostDevice->device()), m_timer(m_hostDevice->device(), 1)
{
    for (const Step& step : m_job.steps())
        m_prepared.push_back(m_job.prepare(step));
    if (!m_lobes.empty())
        m_target.emplace(m_hostDevice->device(), m_hostDevice->imageKernels(), normalizedFormat(m_format.texels),
                         desc.targetUsage, desc.mipCount, 1, m_buffers.results());
    makeTests();
    m_scratchBytes = m_hostDevice->device().bufferBytes() - m_bytesBefore;
}

void ImageJob::makeTests()
{
    for (const TestKey& key : m_keys)
        if (!m_hostDevice->tests().result(key))
            m_tests.push_back(
                std::make_unique<RecordedTest<KernelTest>>(m_hostDevice->device(), m_hostDevice->projectKernels(),
                                                           m_hostDevice->normalizeKernels(), key, m_probe, m_settings));
}

void ImageJob::record(const ImageRecording& recording)
{
    m_source.open(recording.source.layers); // these are the only calls here that can fail, so they come first
    if (recording.target)
        m_target->open(recording.target->layers, {.mipCount = m_probe.mipCount});
    m_mark.clear();
    m_timer.reset(recording.commands, 0);
    m_areTestsRecorded = !m_tests.empty() && !isVerified();
    for (std::size_t i = 0; m_areTestsRecorded && i < m_tests.size(); ++i)
        m_tests[i]->record(recording.commands);
    m_timer.begin(recording.commands, 0);
    recordSteps(recording);
    m_mark.record(recording.commands);
    m_timer.end(recording.commands, 0);
}

void ImageJob::recordSteps(const ImageRecording& recording)
{
    Device& device = m_hostDevice->device();
    const VkCommandBuffer commands = recording.commands;
    const ImageUse& from = recording.source;
    imageBarrier(device, commands, from.layers, from.before, m_source.state());
    if (recording.target)
    {
        const ImageUse& to = *recording.target;
        imageBarrier(device, commands, to.layers, to.before, m_target->state());
        recordImages(commands, true);
        imageBarrier(device, commands, to.layers, m_target->state(), to.after);
    }
    else
        recordImages(commands, false);
    imageBarrier(device, commands, from.layers, m_source.state(), from.after);
    if (recording.buffer != VK_NULL_HANDLE)
        recordBuffer(recording);
}

void ImageJob::recordImages(VkCommandBuffer commands, bool isStored)
{
    std::uint32_t firstSet = 0;
    for (const PreparedStep& prepared : m_prepared)
    {
        m_source.recordLoad(commands, *prepared.step, m_buffers.texels());
        m_job.recordPasses(commands, prepared, m_buffers,
                           {.firstSet = firstSet, .tablesAreThere = m_areTablesThere, .beforePart = {}});
        if (isStored)
            m_target->recordStore(commands, prepared.step->chunks);
        firstSet += prepared.step->setCount();
    }
}

void ImageJob::recordBuffer(const ImageRecording& recording)
{
    Device& device = m_hostDevice->device();
    const Buffer& coefficients = m_prepared.back().groups.front().project->pass.coefficients();
    barrier(device, recording.commands, recording.bufferAccess, kTransferWrite);
    const std::uint64_t bytes = std::uint64_t{3 * sizeof(float)} * momentCount(recording.bufferBands);
    const VkBufferCopy copy{0, recording.bufferOffset, bytes};
    device.fn().vkCmdCopyBuffer(recording.commands, coefficients.handle(), recording.buffer, 1, &copy);
    barrier(device, recording.commands, kTransferWrite, recording.bufferAccess);
}

// Whether all of the job's kernels have been tested.
bool ImageJob::isVerified()
{
    return std::all_of(m_keys.begin(), m_keys.end(),
                       [this](const TestKey& key) { return m_hostDevice->tests().result(key).has_value(); });
}

ImageJobResult ImageJob::result()
{
    if (!m_mark.isSet())
        throw Error(PN_ERROR_NOT_READY, "the device has not run the job's last recording");
    for (std::size_t i = 0; m_areTestsRecorded && i < m_tests.size(); ++i)
        m_hostDevice->setTestResult(m_tests[i]->key(), m_tests[i]->passes());
    m_areTestsRecorded = false;
    m_areTablesThere = true;
    ImageJobResult result;
    result.isReproducible = m_format.keepsBits && std::all_of(m_keys.begin(), m_keys.end(), [this](const TestKey& key) {
                                return m_hostDevice->tests().result(key).value_or(false);
                            });
    m_job.readReport(m_prepared.back(), m_buffers,
                     [&](std::uint32_t, const ProbeResult& projection, const std::vector<std::uint32_t>&) {
                         result.projection = projection;
                     });
    result.gpuNanoseconds = m_timer.nanoseconds(0).value_or(0);
    return result;
}

} // namespace pn::vulkan
