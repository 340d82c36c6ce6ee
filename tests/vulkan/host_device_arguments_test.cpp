// What a host may get wrong: a result and a message that says what, and nothing recorded.
#include "host_device.h"

#include "support/prefilter_probe.h"

#include <functional>

namespace pn {
namespace {

using namespace testing;

class HostDeviceArguments : public testing::HostDeviceTest
{
protected:
    void SetUp() override
    {
        testing::HostDeviceTest::SetUp();
        if (!m_host)
            return;
        m_image = makeImage(testing::makeProbe(true, 16, 16, PN_FORMAT_RGBA16F), testing::kCopied | testing::kSampled);
    }

    void TearDown() override
    {
        m_image.reset();
        testing::HostDeviceTest::TearDown();
    }

    static void expectError(PnResult result, PnResult expected, const char* words)
    {
        EXPECT_EQ(result, expected) << pnGetLastErrorMessage();
        EXPECT_NE(std::string(pnGetLastErrorMessage()).find(words), std::string::npos) << pnGetLastErrorMessage();
    }

    void expectContextError(const std::function<void(PnVulkanDevice&)>& spoil, PnResult expected, const char* words)
    {
        PnVulkanDevice device = m_host->desc();
        spoil(device);
        auto context = reinterpret_cast<PnContext>(this); // a failing call must reset it
        expectError(pnCreateVulkanContext(&device, nullptr, &context), expected, words);
        EXPECT_EQ(context, nullptr);
    }

    void expectJobError(const std::function<void(PnVulkanJobDesc&)>& spoil, PnResult expected, const char* words)
    {
        PnVulkanJobDesc desc = jobDesc(*m_image);
        spoil(desc);
        auto job = reinterpret_cast<PnVulkanJob>(this);
        expectError(pnCreateVulkanJob(m_context, &desc, &job), expected, words);
        EXPECT_EQ(job, nullptr);
    }

    void expectRecordError(const TestJob& job, const char* words,
                           const std::function<void(PnVulkanRecordInfo&, PnVulkanImage&)>& spoil)
    {
        PnVulkanImage source = m_image->subresource(0, 0);
        PnVulkanRecordInfo info{};
        info.structSize = sizeof(info);
        info.commandBuffer = m_commands;
        info.source = &source;
        spoil(info, source);
        expectError(pnRecordVulkanJob(job.get(), &info), PN_ERROR_INVALID_ARGUMENT, words);
    }

    const testing::PrefilterRequest m_prefilter{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.5f}};
    std::unique_ptr<HostImage> m_image;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
};

TEST_F(HostDeviceArguments, ADeviceMustBeWhole)
{
    constexpr PnResult kInvalid = PN_ERROR_INVALID_ARGUMENT;
    expectContextError([](auto& d) { d.structSize = 3; }, kInvalid, "device.structSize");
    expectContextError([](auto& d) { d.instance = VK_NULL_HANDLE; }, kInvalid, "device.instance");
    expectContextError([](auto& d) { d.physicalDevice = VK_NULL_HANDLE; }, kInvalid, "device.physicalDevice");
    expectContextError([](auto& d) { d.device = VK_NULL_HANDLE; }, kInvalid, "device.device");
    expectContextError([](auto& d) { d.getInstanceProcAddr = nullptr; }, kInvalid, "device.getInstanceProcAddr");
    expectContextError([](auto& d) { d.queueFamilyIndex = 77; }, kInvalid, "device.queueFamilyIndex");
    expectContextError([](auto& d) { d.flags = 2; }, kInvalid, "device.flags");
    expectContextError([](auto& d) { d.apiVersion = VK_API_VERSION_1_0; }, PN_ERROR_UNSUPPORTED_DEVICE,
                       "device.apiVersion");
    expectContextError(
        [](auto& d) { d.getInstanceProcAddr = [](VkInstance, const char*) { return PFN_vkVoidFunction{}; }; },
        PN_ERROR_UNSUPPORTED_DEVICE, "lacks vk");
    PnContext context = nullptr;
    expectError(pnCreateVulkanContext(nullptr, nullptr, &context), kInvalid, "device is null");
    const PnVulkanDevice device = m_host->desc();
    expectError(pnCreateVulkanContext(&device, nullptr, nullptr), kInvalid, "outContext is null");
}

TEST_F(HostDeviceArguments, AJobMustBePossible)
{
    constexpr PnResult kInvalid = PN_ERROR_INVALID_ARGUMENT;
    expectJobError([](auto& d) { d.structSize = 7; }, kInvalid, "desc.structSize");
    expectJobError([](auto& d) { d.faceSize = 0; }, kInvalid, "desc.faceSize");
    expectJobError([](auto& d) { d.faceSize = 16385; }, kInvalid, "desc.faceSize");
    expectJobError([](auto& d) { d.reserved = 1; }, kInvalid, "desc.reserved");
    expectJobError([](auto& d) { d.mipCount = 2; }, kInvalid, "desc.mipCount");
    PnNormalization normalization{};
    normalization.structSize = sizeof(normalization);
    expectJobError(
        [&](auto& d) {
            d.normalization = &normalization;
            d.mipCount = 6;
        },
        kInvalid, "desc.mipCount");
    PnNormalization unsupported = normalization;
    unsupported.preset = PN_PRESET_HDRP;
    expectJobError([&](auto& d) { d.normalization = &unsupported; }, PN_ERROR_UNSUPPORTED, "normal");
    expectJobError([](auto& d) { d.reserved2 = 1; }, kInvalid, "desc.reserved");
    expectJobError(
        [&](auto& d) {
            d.normalization = &normalization;
            d.targetUsage = VK_IMAGE_USAGE_SAMPLED_BIT;
        },
        PN_ERROR_UNSUPPORTED_FORMAT, "desc.targetUsage");
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.bands = 6;
    expectJobError([&](auto& d) { d.options = &options; }, kInvalid, "options.bands");

    PnVulkanJob job = nullptr;
    const PnVulkanJobDesc desc = jobDesc(*m_image);
    expectError(pnCreateVulkanJob(nullptr, &desc, &job), kInvalid, "context is null");
    expectError(pnCreateVulkanJob(m_context, nullptr, &job), kInvalid, "desc is null");
    expectError(pnCreateVulkanJob(m_context, &desc, nullptr), kInvalid, "outJob is null");
    expectError(pnCreateVulkanJob(m_cpu.get(), &desc, &job), kInvalid, "pnCreateVulkanContext");
}

TEST_F(HostDeviceArguments, AFormatThatNoRouteCoversIsRefused)
{
    constexpr PnResult kFormat = PN_ERROR_UNSUPPORTED_FORMAT;
    for (const VkFormat format : {VK_FORMAT_UNDEFINED, VK_FORMAT_R8G8B8A8_UINT, VkFormat(0x7ffffffe)})
        expectJobError([format](auto& d) { d.format = format; }, kFormat, "desc.format");
    expectJobError([](auto& d) { d.usage = VK_IMAGE_USAGE_STORAGE_BIT; }, kFormat, "TRANSFER_SRC or SAMPLED");
    expectJobError(
        [](auto& d) {
            d.format = VK_FORMAT_B8G8R8A8_UNORM;
            d.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
        },
        kFormat, "needs SAMPLED");
}

TEST_F(HostDeviceArguments, ARecordingMustBePossible)
{
    const TestJob job(m_context, jobDesc(*m_image));
    PnNormalization normalization{};
    normalization.structSize = sizeof(normalization);
    PnVulkanJobDesc dividing = jobDesc(*m_image);
    dividing.normalization = &normalization;
    const TestJob dividingJob(m_context, dividing);

    m_commands = m_host->begin();
    expectRecordError(job, "info.structSize", [](auto& i, auto&) { i.structSize = 9; });
    expectRecordError(job, "info.reserved", [](auto& i, auto&) { i.reserved = 9; });
    expectRecordError(job, "info.commandBuffer is null", [](auto& i, auto&) { i.commandBuffer = VK_NULL_HANDLE; });
    expectRecordError(job, "source is null", [](auto& i, auto&) { i.source = nullptr; });
    expectRecordError(job, "info.bufferOffset", [](auto& i, auto&) { i.bufferOffset = 2; });
    expectRecordError(job, "source.structSize", [](auto&, auto& s) { s.structSize = 1; });
    expectRecordError(job, "source.image is null", [](auto&, auto& s) { s.image = VK_NULL_HANDLE; });
    expectRecordError(job, "source.layout", [](auto&, auto& s) { s.layout = VK_IMAGE_LAYOUT_UNDEFINED; });
    expectRecordError(job, "source.mip", [](auto&, auto& s) { s.mip = 15; });
    expectRecordError(job, "source.firstLayer", [](auto&, auto& s) { s.firstLayer = 1u << 31; });
    expectRecordError(job, "info.target", [](auto& i, auto& s) { i.target = &s; });
    expectRecordError(dividingJob, "target is null", [](auto&, auto&) {});
    expectRecordError(dividingJob, "target must not be", [](auto& i, auto& s) { i.target = &s; });
    expectError(pnRecordVulkanJob(job.get(), nullptr), PN_ERROR_INVALID_ARGUMENT, "info is null");
    PnVulkanRecordInfo info{};
    info.structSize = sizeof(info);
    expectError(pnRecordVulkanJob(nullptr, &info), PN_ERROR_INVALID_ARGUMENT, "job is null");
    m_host->end(m_commands); // nothing was recorded: it is as good as new
    m_host->submitAndWait(m_commands);
}

TEST_F(HostDeviceArguments, PrefilteringMustBePossible)
{
    const PnPrefilter values = testing::toPrefilter(m_prefilter);
    const auto expectNoJob = [&](PnResult expected, const char* words, auto&& spoil) {
        PnPrefilter spoilt = values;
        const auto spoilBoth = [&](PnVulkanJobDesc& desc) {
            desc.prefilter = &spoilt;
            spoil(desc, spoilt);
        };
        expectJobError(spoilBoth, expected, words);
    };
    constexpr PnResult kInvalid = PN_ERROR_INVALID_ARGUMENT, kFormat = PN_ERROR_UNSUPPORTED_FORMAT;
    const PnNormalization normalization{};
    expectNoJob(PN_ERROR_UNSUPPORTED, "desc.faceSize", [](auto& d, auto&) { d.faceSize = 1025; });
    expectNoJob(kFormat, "desc.format", [](auto& d, auto&) { d.format = VK_FORMAT_R8G8B8A8_UINT; });
    expectNoJob(kInvalid, "desc.normalization", [&](auto& d, auto&) { d.normalization = &normalization; });
    expectNoJob(kInvalid, "prefilter.mipCount", [](auto&, auto& v) { v.mipCount = 0; });
    expectNoJob(kInvalid, "prefilter.baseSize", [](auto&, auto& v) { v.baseSize = 17; });

    PnVulkanJobDesc desc = jobDesc(*m_image);
    const TestJob projection(m_context, desc);
    desc.prefilter = &values;
    const TestJob job(m_context, desc);
    m_commands = m_host->begin();
    expectRecordError(projection, "info.firstMip", [](auto& i, auto&) { i.faceCount = 1; });
    expectRecordError(job, "source is null", [](auto& i, auto&) { i.source = nullptr; });
    expectRecordError(job, "source.layout", [](auto&, auto& s) { s.layout = VK_IMAGE_LAYOUT_UNDEFINED; });
    expectRecordError(job, "info.buffer", [&](auto& i, auto&) { i.buffer = reinterpret_cast<VkBuffer>(this); });
    expectRecordError(job, "info.firstMip", [](auto& i, auto&) { i.firstMip = 2; });
    expectRecordError(job, "info.firstMip", [](auto& i, auto&) { i.mipCount = 3; });
    expectRecordError(job, "info.firstFace", [](auto& i, auto&) { i.firstFace = i.faceCount = 4; });
    expectRecordError(job, "target must not be", [](auto& i, auto& s) { i.target = &s; });
    PnVulkanImage target = m_image->subresource(1, 0);
    target.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    expectRecordError(job, "target.finalLayout", [&](auto& i, auto&) { i.target = &target; });
    m_host->end(m_commands); // nothing was recorded: it is as good as new
    m_host->submitAndWait(m_commands);
}

// A struct as a newer header might have it: eight bytes more, which a request may or may not be in.
template <typename Struct>
struct Grown
{
    Struct known{};
    std::uint64_t tail = 0;

    explicit Grown(const Struct& from) : known(from) { known.structSize = sizeof(*this); }
    Struct* get() { return &known; }
};

TEST_F(HostDeviceArguments, StructsMayGrow)
{
    Grown<PnVulkanDevice> device(m_host->desc());
    PnContext context = nullptr;
    EXPECT_EQ(pnCreateVulkanContext(device.get(), nullptr, &context), PN_SUCCESS) << pnGetLastErrorMessage();
    Grown<PnVulkanJobDesc> desc(jobDesc(*m_image));
    PnVulkanJob job = nullptr;
    EXPECT_EQ(pnCreateVulkanJob(context, desc.get(), &job), PN_SUCCESS) << pnGetLastErrorMessage();
    Grown<PnVulkanImage> source(m_image->subresource(0, 0));
    Grown<PnVulkanRecordInfo> info({});
    info.known.source = source.get();
    m_host->run([&](VkCommandBuffer commands) {
        info.known.commandBuffer = commands;
        EXPECT_EQ(pnRecordVulkanJob(job, info.get()), PN_SUCCESS) << pnGetLastErrorMessage();
    });
    Grown<PnVulkanJobInfo> jobInfo({});
    jobInfo.tail = 7;
    EXPECT_EQ(pnGetVulkanJobInfo(job, jobInfo.get()), PN_SUCCESS) << pnGetLastErrorMessage();
    EXPECT_EQ(jobInfo.known.structSize, sizeof(jobInfo));
    EXPECT_EQ(jobInfo.tail, 7u) << "only what is known is written";

    device.tail = desc.tail = source.tail = info.tail = 1;
    PnContext other = nullptr;
    PnVulkanJob otherJob = nullptr;
    expectError(pnCreateVulkanContext(device.get(), nullptr, &other), PN_ERROR_INVALID_ARGUMENT, "does not know");
    expectError(pnCreateVulkanJob(context, desc.get(), &otherJob), PN_ERROR_INVALID_ARGUMENT, "does not know");
    expectError(pnRecordVulkanJob(job, info.get()), PN_ERROR_INVALID_ARGUMENT, "info sets a field");
    info.tail = 0;
    expectError(pnRecordVulkanJob(job, info.get()), PN_ERROR_INVALID_ARGUMENT, "source sets a field");
    pnDestroyVulkanJob(job);
    pnDestroyContext(context);
}

TEST_F(HostDeviceArguments, AResultNeedsAPlace)
{
    const TestJob job(m_context, jobDesc(*m_image));
    run(job, m_image->subresource(0, 0));
    PnSh sh{};
    PnProjectInfo info{};
    expectError(pnGetVulkanJobResult(nullptr, &sh, nullptr), PN_ERROR_INVALID_ARGUMENT, "job is null");
    expectError(pnGetVulkanJobResult(job.get(), nullptr, nullptr), PN_ERROR_INVALID_ARGUMENT, "outSh is null");
    expectError(pnGetVulkanJobResult(job.get(), &sh, &info), PN_ERROR_INVALID_ARGUMENT, "outInfo.structSize");
    expectError(pnGetVulkanJobInfo(nullptr, nullptr), PN_ERROR_INVALID_ARGUMENT, "job is null");
    expectError(pnGetVulkanJobInfo(job.get(), nullptr), PN_ERROR_INVALID_ARGUMENT, "outInfo is null");
    EXPECT_EQ(pnGetVulkanJobResult(job.get(), &sh, nullptr), PN_SUCCESS) << pnGetLastErrorMessage();
    pnDestroyVulkanJob(nullptr);
}

TEST_F(HostDeviceArguments, HostMemoryIsForOtherContexts)
{
    const testing::TestProbe probe = testing::makeWildProbe(true, 4, 4, PN_FORMAT_RGBA16F, 1);
    const PnEnvironmentView view = probe.view();
    PnSh sh{};
    expectError(pnProjectEnvironment(m_context, &view, nullptr, &sh, nullptr), PN_ERROR_UNSUPPORTED, "host device");
    auto mips = testing::makeMips(4, 1, PN_FORMAT_RGBA16F, [&](std::uint32_t, std::uint32_t) { return probe; });
    const auto targets = mips.targets();
    expectError(normalizeOne(m_context, 1, &view, nullptr, nullptr, nullptr, targets.data(), &sh, nullptr, nullptr),
                PN_ERROR_UNSUPPORTED, "host device");
}

} // namespace
} // namespace pn
