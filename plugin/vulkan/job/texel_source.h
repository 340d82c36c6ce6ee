// The interfaces for loading the texels of a step and for storing its normalized texels.
#pragma once

#include "vulkan/device/memory.h"
#include "vulkan/job/plan.h"

namespace pn::vulkan {

class TexelSource
{
public:
    virtual ~TexelSource() = default;

    // Records the load of the step's texels to where its chunks expect them. Its barriers wait for earlier kernels
    // that read the same memory, and make later kernels wait for the load.
    virtual void recordLoad(VkCommandBuffer commands, const Step& step, const Buffer& texels) = 0;
};

class TexelTarget
{
public:
    virtual ~TexelTarget() = default;

    // Records the store of the step's results, which a kernel has written.
    virtual void recordStore(VkCommandBuffer commands, const Step& step, const Buffer& results) = 0;
};

} // namespace pn::vulkan
