#include "vulkan/image_job.h"

#include "core/error.h"

namespace pn::vulkan {
namespace {

RecordedPlan makePlan(const LentDevice& lent, const ImageJobDesc& desc, PnFormat texels)
{
    RecordedPlan plan;
    plan.shape = Shape::cubemap(desc.faceSize);
    plan.format = texels;
    plan.settings = desc.settings;
    plan.denominators = desc.denominators;
    plan.mipCount = desc.mipCount;
    plan.chunkBytes = lent.chunkBytes();
    return plan;
}

LentDevice::TestKey testKey(LentDevice& lent, const RecordedPlan& plan)
{
    LentDevice::TestKey key;
    key.project = lent.projectKernels().variant(plan.shape, plan.format, plan.settings);
    key.combined = Projection::isCombined(plan.shape);
    if (!plan.denominators.empty())
        key.divide = divideVariant(plan.format, plan.denominators.front().isRgb != 0, plan.settings);
    return key;
}

} // namespace

ImageJob::ImageJob(std::shared_ptr<LentDevice> lent, const ImageJobDesc& desc)
    : m_lent(std::move(lent)),
      m_format(chooseImageFormat(desc.image, desc.usage,
                                 [this](VkFormat format) { return m_lent->formatProperties(format); })),
      m_plan(makePlan(*m_lent, desc, m_format.texels)), m_testKey(testKey(*m_lent, m_plan)),
      m_bytesBefore(m_lent->device().bufferBytes()), m_scratchBytes(0),
      m_job(m_lent->device(), m_lent->projectKernels(), m_lent->divideKernels(), m_plan), m_timer(m_lent->device(), 1)
{
    Device& device = m_lent->device();
    if (!m_lent->verdict(m_testKey))
        makeTests();
    if (m_format.route == PN_VULKAN_ROUTE_FETCH)
        m_fetch = std::make_unique<ImageFetchSource>(device, m_lent->fetchKernels(), desc.image, m_format.texels,
                                                     desc.mipCount, m_job.texels());
    m_scratchBytes = device.bufferBytes() - m_bytesBefore;
}

void ImageJob::makeTests()
{
    const auto add = [this](const RecordedPlan& like, const Shape& shape) {
        m_tests.push_back(std::make_unique<RecordedTest>(m_lent->device(), m_lent->projectKernels(),
                                                         m_lent->divideKernels(), like, shape));
    };
    add(m_plan, m_lent->projectKernels().testShape(m_plan.shape, m_plan.settings.bands));
    if (!m_testKey.combined)
        return;
    RecordedPlan projection = m_plan;
    projection.denominators.clear();
    add(projection, SelfTest::wideShape());
}

void ImageJob::record(const ImageRecording& recording)
{
    if (m_fetch)
        m_fetch->open(recording.source.layers); // the only step that can fail
    m_timer.reset(recording.commands, 0);
    if (needsTests())
        for (const auto& test : m_tests)
            test->record(recording.commands);
    m_timer.begin(recording.commands, 0);
    recordPasses(recording);
    m_timer.end(recording.commands, 0);
}

void ImageJob::recordPasses(const ImageRecording& recording)
{
    Device& device = m_lent->device();
    const VkCommandBuffer commands = recording.commands;
    const ImageUse& source = recording.source;
    const ImageState read = m_fetch ? kFetchedFrom : kCopiedFrom;
    imageBarrier(device, commands, source.layers, source.before, read);
    ImageCopySource copy(device, source.layers, m_format.texels, m_job.texels());
    TexelSource& texels = m_fetch ? static_cast<TexelSource&>(*m_fetch) : copy;
    if (recording.target)
    {
        const ImageUse& use = *recording.target;
        ImageCopyTarget target(device, use.layers, normalizedFormat(m_format.texels));
        imageBarrier(device, commands, use.layers, use.before, kCopiedTo);
        m_job.record(commands, texels, &target);
        imageBarrier(device, commands, use.layers, kCopiedTo, use.after);
    }
    else
        m_job.record(commands, texels, nullptr);
    imageBarrier(device, commands, source.layers, read, source.after);
    if (recording.buffer != VK_NULL_HANDLE)
        recordBuffer(recording);
}

void ImageJob::recordBuffer(const ImageRecording& recording)
{
    Device& device = m_lent->device();
    barrier(device, recording.commands, recording.bufferAccess, kTransferWrite);
    const std::uint64_t bytes = std::uint64_t{3 * sizeof(float)} * momentCount(recording.bufferBands);
    const VkBufferCopy copy{0, recording.bufferOffset, bytes};
    device.fn().vkCmdCopyBuffer(recording.commands, m_job.coefficients().handle(), recording.buffer, 1, &copy);
    barrier(device, recording.commands, kTransferWrite, recording.bufferAccess);
}

// Whether the kernels are known to give the CPU backend's bits.
bool ImageJob::judge()
{
    const auto hasRun = [](const auto& test) { return test->hasRun(); };
    const auto passes = [](const auto& test) { return test->passes(); };
    if (needsTests() && std::all_of(m_tests.begin(), m_tests.end(), hasRun))
        m_lent->note(m_testKey, std::all_of(m_tests.begin(), m_tests.end(), passes));
    return m_lent->verdict(m_testKey).value_or(false);
}

ImageJobResult ImageJob::result()
{
    if (!m_job.hasRun())
        throw Error(PN_ERROR_NOT_READY, "the device has not run the job's last recording");
    ImageJobResult result;
    result.isReproducible = judge() && m_format.keepsBits;
    result.projection = m_job.readResult();
    result.gpuNanoseconds = m_timer.nanoseconds(0);
    return result;
}

} // namespace pn::vulkan
