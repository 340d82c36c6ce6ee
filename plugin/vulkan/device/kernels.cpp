#include "vulkan/device/kernels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <initializer_list>

namespace pn::vulkan {
namespace {

#include "kernel_table.inc" // kKernels; the build makes it from shaders/kernels.cmake

// A module in the binary form of the SPIR-V specification (section 2.3): a header, and then capabilities, extensions,
// imports, the memory model, entry points, execution modes and the rest, in this order. An instruction's first word
// holds its number of words and its opcode.
constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOpExtension = 10;
constexpr std::uint32_t kOpEntryPoint = 15;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kOpCapability = 17;
constexpr std::uint32_t kRoundingModeRteCapability = 4467;
constexpr std::uint32_t kRoundingModeRteMode = 4462;

// The first instruction from `at` on that is not skipped.
template <typename Skips>
std::size_t skip(std::span<const std::uint32_t> words, std::size_t at, Skips&& skips)
{
    while (skips(words[at] & 0xffff))
        at += words[at] >> 16;
    return at;
}

void append(std::vector<std::uint32_t>& module, std::initializer_list<std::uint32_t> instruction)
{
    module.insert(module.end(), instruction);
    module[module.size() - instruction.size()] |= std::uint32_t(instruction.size()) << 16;
}

// Letters are bytes from the lowest of a word on, and a zero byte ends them.
std::vector<std::uint32_t> extension(std::string_view name)
{
    std::vector<std::uint32_t> words(1 + name.size() / 4 + 1);
    words[0] = std::uint32_t(words.size()) << 16 | kOpExtension;
    for (std::size_t i = 0; i < name.size(); ++i)
        words[1 + i / 4] |= std::uint32_t(std::uint8_t(name[i])) << (8 * (i % 4));
    return words;
}

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

std::vector<std::uint32_t> withRoundingToNearest(std::span<const std::uint32_t> words)
{
    const std::size_t extensions = skip(words, kHeaderWords, [](std::uint32_t op) { return op == kOpCapability; });
    const std::size_t entry = skip(words, extensions, [](std::uint32_t op) { return op != kOpEntryPoint; });
    const std::size_t modes = entry + (words[entry] >> 16);

    std::vector<std::uint32_t> module(words.begin(), words.begin() + std::ptrdiff_t(extensions));
    append(module, {kOpCapability, kRoundingModeRteCapability});
    const auto floatControls = extension("SPV_KHR_float_controls");
    module.insert(module.end(), floatControls.begin(), floatControls.end());
    module.insert(module.end(), words.begin() + std::ptrdiff_t(extensions), words.begin() + std::ptrdiff_t(modes));
    append(module, {kOpExecutionMode, words[entry + 2], kRoundingModeRteMode, 32});
    module.insert(module.end(), words.begin() + std::ptrdiff_t(modes), words.end());
    return module;
}

} // namespace pn::vulkan
