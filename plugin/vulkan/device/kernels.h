#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pn::vulkan {

// One kernel variant as the build embedded it; see shaders/kernels.cmake.
struct Kernel
{
    std::string_view name;
    std::span<const std::uint32_t> words;
};

std::span<const Kernel> kernels();

const Kernel& kernel(std::string_view name); // must be one of kernels()

// The same module, which declares that 32-bit floats are rounded to nearest even (SPV_KHR_float_controls; docs/math.md,
// section 5). It must have one entry point and no such declaration.
std::vector<std::uint32_t> withRoundingToNearest(std::span<const std::uint32_t> words);

} // namespace pn::vulkan
