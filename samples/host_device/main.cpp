// A cubemap that lies on the host's own Vulkan device becomes nine coefficients without leaving it: ProbeNorm records
// into the host's command buffer, and the host submits.
#include "host.h"

#include <probenorm/probenorm.hpp>
#include <probenorm/probenorm_vulkan.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace {

constexpr std::uint32_t kFaceSize = 64;

using probenorm::sized;
using probenorm::throwIfFailed;

struct DestroyJob
{
    void operator()(PnVulkanJob job) const { pnDestroyVulkanJob(job); }
};
using Job = std::unique_ptr<PnVulkanJob_T, DestroyJob>;

// Blue sky above, brown ground below, with the horizon in the middle of each side face, and a sun straight up.
std::vector<float> paintEnvironment()
{
    constexpr float kSky[4] = {0.3f, 0.5f, 1.0f, 1.0f}, kGround[4] = {0.2f, 0.15f, 0.1f, 1.0f};
    constexpr float kSun[4] = {500.0f, 450.0f, 400.0f, 1.0f};
    std::vector<float> texels;
    for (std::uint32_t face = 0; face < 6; ++face) // +X -X +Y -Y +Z -Z
        for (std::uint32_t y = 0; y < kFaceSize; ++y)
            for (std::uint32_t x = 0; x < kFaceSize; ++x)
            {
                const bool isAbove = face == 2 || (face != 3 && y < kFaceSize / 2);
                const bool isSun = face == 2 && x / 2 == kFaceSize / 4 && y / 2 == kFaceSize / 4;
                const float* color = isSun ? kSun : isAbove ? kSky : kGround;
                texels.insert(texels.end(), color, color + 4);
            }
    return texels;
}

probenorm::Context createContext(const Host& host)
{
    auto device = sized<PnVulkanDevice>();
    device.queueFamilyIndex = host.queueFamily;
    device.instance = *host.instance;
    device.physicalDevice = *host.physicalDevice;
    device.device = *host.device;
    device.getInstanceProcAddr = host.context.getDispatcher()->vkGetInstanceProcAddr;
    device.apiVersion = Host::kApiVersion;
    PnContext context = nullptr;
    throwIfFailed(pnCreateVulkanContext(&device, nullptr, &context));
    return probenorm::Context(context);
}

// Once per cubemap: pipelines and scratch memory. An engine keeps it and records it whenever the cubemap has changed.
Job createJob(const probenorm::Context& context)
{
    auto desc = sized<PnVulkanJobDesc>();
    desc.faceSize = kFaceSize;
    desc.format = VkFormat(Host::kCubeFormat);
    desc.usage = VkImageUsageFlags(Host::kCubeUsage);
    PnVulkanJob job = nullptr;
    throwIfFailed(pnCreateVulkanJob(context.get(), &desc, &job));
    return Job(job);
}

void record(const Job& job, const Host& host, VkCommandBuffer commands)
{
    auto source = sized<PnVulkanImage>();
    source.layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL; // before, and after
    source.stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    source.access = VK_ACCESS_SHADER_READ_BIT;
    source.image = *host.cube;
    auto info = sized<PnVulkanRecordInfo>();
    info.commandBuffer = commands;
    info.source = &source;
    throwIfFailed(pnRecordVulkanJob(job.get(), &info));
}

PnSh projectOnDevice(Host& host)
{
    const probenorm::Context context = createContext(host);
    const Job job = createJob(context);
    const vk::raii::CommandBuffer commands = host.begin();
    record(job, host, *commands);
    host.submitAndWait(commands); // an engine submits with its frame, and asks when that is done

    PnSh sh{};
    auto info = sized<PnProjectInfo>();
    throwIfFailed(pnGetVulkanJobResult(job.get(), &sh, &info));
    std::printf("self-test %s, %.3f ms on the device\n", info.isReproducible != 0 ? "passed" : "failed",
                double(info.gpuNanoseconds) * 1e-6);
    return sh;
}

PnSh projectOnCpu(const std::vector<float>& texels)
{
    probenorm::Context context(PN_BACKEND_CPU);
    return context.project(probenorm::cubemapView(kFaceSize, PN_FORMAT_RGBA32F, texels)).sh;
}

int run()
{
    const std::vector<float> texels = paintEnvironment();
    Host host;
    host.createCube(kFaceSize, texels);
    const PnSh sh = projectOnDevice(host);
    for (std::uint32_t i = 0; i < sh.bands * sh.bands; ++i)
        std::printf("%2u  %9.6f %9.6f %9.6f\n", i, double(sh.rgb[i][0]), double(sh.rgb[i][1]), double(sh.rgb[i][2]));
    const PnSh expected = projectOnCpu(texels);
    const bool isSame = std::memcmp(&sh, &expected, sizeof(sh)) == 0;
    std::printf("the CPU's bits are %s\n", isSame ? "the same" : "others");
    return isSame ? 0 : 1;
}

} // namespace

int main()
try
{
    return run();
}
catch (const std::exception& e)
{
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
