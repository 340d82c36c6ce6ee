#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pn::vulkan {

// One kernel variant as the build embedded it; see shaders/kernels.cmake.
struct Kernel
{
    std::string_view name;
    std::span<const std::uint32_t> words;
    std::span<const std::uint32_t> roundingWords; // the same kernel, which declares rounding to nearest even
};

std::span<const Kernel> kernels();

const Kernel& kernel(std::string_view name); // must be one of kernels()

} // namespace pn::vulkan
