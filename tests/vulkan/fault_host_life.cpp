#include "fault_lives.h"

#include "support/host_image.h"

namespace pn::fault {
namespace {

using testing::HostImage;
using testing::VulkanHost;

// Records the job, submits it if that went well, and takes the result.
void run(PnVulkanJob job, VulkanHost& host, const HostImage& image, Ending& ending)
{
    const PnVulkanImage source = image.subresource(0, 0);
    PnVulkanRecordInfo info{};
    info.structSize = sizeof(info);
    info.source = &source;
    info.commandBuffer = host.begin();
    const bool isRecorded = ending.isGood(pnRecordVulkanJob(job, &info));
    host.end(info.commandBuffer);
    if (isRecorded)
        host.submitAndWait(info.commandBuffer);
    Output<PnSh> sh;
    Output<PnProjectInfo> projectInfo;
    const PnResult result = pnGetVulkanJobResult(job, sh.get(), projectInfo.get());
    sh.check(result, ending);
    projectInfo.check(result, ending);
    if (ending.isGood(result))
        ending.add(sh.get(), sizeof(PnSh));
}

} // namespace

Ending onHostDevice()
{
    Ending ending;
    VulkanHost host;
    HostImage image(host,
                    {16, VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
    image.upload(0, 0, testing::makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 1).texels);
    const PnVulkanDevice device = host.desc();
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    PnContext context = nullptr;
    if (!ending.isGood(pnCreateVulkanContext(&device, &desc, &context)))
        return ending;
    PnVulkanJobDesc jobDesc{};
    jobDesc.structSize = sizeof(jobDesc);
    jobDesc.faceSize = image.desc().faceSize;
    jobDesc.format = image.desc().format;
    jobDesc.usage = image.desc().usage;
    PnVulkanJob job = nullptr;
    if (ending.isGood(pnCreateVulkanJob(context, &jobDesc, &job)))
        run(job, host, image, ending);
    pnDestroyVulkanJob(job);
    pnDestroyContext(context);
    return ending;
}

} // namespace pn::fault
