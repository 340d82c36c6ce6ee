#include "vulkan/device/kernels.h"

#include <algorithm>
#include <cassert>

namespace pn::vulkan {
namespace {

#include "kernel_table.inc" // kKernels; the build makes it from shaders/kernels.cmake

} // namespace

std::span<const Kernel> kernels()
{
    return kKernels;
}

const Kernel& kernel(std::string_view name)
{
    const auto found =
        std::find_if(std::begin(kKernels), std::end(kKernels), [name](const Kernel& k) { return k.name == name; });
    assert(found != std::end(kKernels));
    return *found;
}

} // namespace pn::vulkan
