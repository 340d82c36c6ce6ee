// A cubemap that lies on the host's own Vulkan device becomes nine colours, without leaving it: ProbeNorm records into
// the host's command buffer, and the host submits.
#include "host.h"

#include <probenorm/probenorm_vulkan.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t kFaceSize = 64;

void check(PnResult result, const char* call)
{
    if (result != PN_SUCCESS)
        throw std::runtime_error(std::string(call) + ": " + pnGetResultName(result) + ": " + pnGetLastErrorMessage());
}

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

PnContext lend(const Host& host)
{
    PnVulkanDevice device{};
    device.structSize = sizeof(device);
    device.queueFamilyIndex = host.queueFamily;
    device.instance = host.instance;
    device.physicalDevice = host.physicalDevice;
    device.device = host.device;
    device.getInstanceProcAddr = host.getInstanceProcAddr;
    device.apiVersion = Host::kApiVersion;
    PnContext context = nullptr;
    check(pnCreateVulkanContext(&device, nullptr, &context), "pnCreateVulkanContext");
    return context;
}

// Once a cubemap: pipelines and scratch memory. An engine keeps it and records it whenever the cubemap has changed.
PnVulkanJob createJob(PnContext context)
{
    PnVulkanJobDesc desc{};
    desc.structSize = sizeof(desc);
    desc.faceSize = kFaceSize;
    desc.format = Host::kCubeFormat;
    desc.usage = Host::kCubeUsage;
    PnVulkanJob job = nullptr;
    check(pnCreateVulkanJob(context, &desc, &job), "pnCreateVulkanJob");
    return job;
}

void record(PnVulkanJob job, const Host& host, VkCommandBuffer commands)
{
    PnVulkanImage source{};
    source.structSize = sizeof(source);
    source.layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL; // before, and after
    source.stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    source.access = VK_ACCESS_SHADER_READ_BIT;
    source.image = host.cube;
    PnVulkanRecordInfo info{};
    info.structSize = sizeof(info);
    info.commandBuffer = commands;
    info.source = &source;
    check(pnRecordVulkanJob(job, &info), "pnRecordVulkanJob");
}

PnSh projectOnDevice(Host& host)
{
    const PnContext context = lend(host);
    const PnVulkanJob job = createJob(context);
    const VkCommandBuffer commands = host.begin();
    record(job, host, commands);
    host.submitAndWait(commands); // an engine submits with its frame, and asks when that is done

    PnSh sh{};
    PnProjectInfo info{};
    info.structSize = sizeof(info);
    check(pnGetVulkanJobResult(job, &sh, &info), "pnGetVulkanJobResult");
    std::printf("self-test %s, %.3f ms on the device\n", info.isReproducible != 0 ? "passed" : "failed",
                double(info.gpuNanoseconds) * 1e-6);
    pnDestroyVulkanJob(job);
    pnDestroyContext(context);
    return sh;
}

PnSh projectOnCpu(const std::vector<float>& texels)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_CPU;
    PnContext context = nullptr;
    check(pnCreateContext(&desc, &context), "pnCreateContext");
    PnCubemapView cubemap{};
    cubemap.structSize = sizeof(cubemap);
    cubemap.faceSize = kFaceSize;
    cubemap.format = PN_FORMAT_RGBA32F;
    cubemap.faceBytes = texels.size() * sizeof(float) / 6;
    for (std::size_t face = 0; face < 6; ++face)
        cubemap.faces[face] = &texels[face * texels.size() / 6];
    PnSh sh{};
    check(pnProjectCubemap(context, &cubemap, nullptr, &sh, nullptr), "pnProjectCubemap");
    pnDestroyContext(context);
    return sh;
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
