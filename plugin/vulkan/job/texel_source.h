// Where a step's texels come from, and where its normalized texels go.
#pragma once

#include "vulkan/device/memory.h"
#include "vulkan/job/plan.h"

namespace pn::vulkan {

class TexelSource
{
public:
    virtual ~TexelSource() = default;

    // Puts the step's texels where its chunks say, after the kernels that read that memory before; those that follow
    // wait for it.
    virtual void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) = 0;
};

class TexelTarget
{
public:
    virtual ~TexelTarget() = default;

    // Takes the step's results, which a kernel has written.
    virtual void recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results) = 0;
};

} // namespace pn::vulkan
