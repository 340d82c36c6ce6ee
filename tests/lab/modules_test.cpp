// What the lab's compiled kernels say, read without a device.
#include "lab/algorithms/device.h"

#include "lab/shaders/lab_compact.h"
#include "lab/shaders/lab_histogram.h"
#include "lab/shaders/lab_reduce.h"
#include "lab/shaders/lab_scan.h"
#include "lab/shaders/lab_segmented.h"
#include "lab/shaders/lab_transpose.h"
#include "vulkan/spirv_module.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace pn::lab {
namespace {

using testing::Instruction;
using testing::SpirvModule;

// The offsets of a kernel's push constants, by the first word of its name; those of reduction have no word in common.
std::vector<std::uint32_t> expectedOffsets(std::string_view kernel)
{
    const std::map<std::string_view, std::vector<std::uint32_t>> byFamily = {
        {"scan",
         {offsetof(shared::LabScanParams, count), offsetof(shared::LabScanParams, tileCount),
          offsetof(shared::LabScanParams, chunkTiles)}},
        {"histogram", {offsetof(shared::LabHistogramParams, count), offsetof(shared::LabHistogramParams, firstBin)}},
        {"compact",
         {offsetof(shared::LabCompactParams, count), offsetof(shared::LabCompactParams, tileCount),
          offsetof(shared::LabCompactParams, threshold), offsetof(shared::LabCompactParams, chunkElements)}},
        {"segmented",
         {offsetof(shared::LabSegmentedParams, count), offsetof(shared::LabSegmentedParams, tileCount),
          offsetof(shared::LabSegmentedParams, segmentCount), offsetof(shared::LabSegmentedParams, headsFirst)}},
        {"transpose", {offsetof(shared::LabTransposeParams, rows), offsetof(shared::LabTransposeParams, columns)}}};
    const auto found = byFamily.find(kernel.substr(0, kernel.find('_')));
    if (found != byFamily.end())
        return found->second;
    return {offsetof(shared::LabReduceParams, count), offsetof(shared::LabReduceParams, groupCount),
            offsetof(shared::LabReduceParams, elementStride), offsetof(shared::LabReduceParams, partialStride)};
}

TEST(LabModules, PushConstantsLieAsInCpp)
{
    ASSERT_FALSE(labKernels().empty());
    for (const vulkan::Kernel& kernel : labKernels())
        EXPECT_EQ(SpirvModule(kernel.words).pushConstantOffsets(), expectedOffsets(kernel.name)) << kernel.name;
}

TEST(LabModules, EveryRungHasItsKernel)
{
    for (const Rung& rung : rungsOf(Algorithm::Reduce))
        for (const std::string suffix : {"", "_pairs"})
            EXPECT_EQ(labKernel(std::string(rung.name) + suffix).name, std::string(rung.name) + suffix);
}

bool promisesBits(std::string_view kernel)
{
    return kernel == "butterfly" || kernel.starts_with("scan_") || kernel.starts_with("histogram_") ||
           kernel.starts_with("segmented_");
}

// Their bits would be the device's own otherwise.
TEST(LabModules, KernelsThatPromiseBitsAreNeverContracted)
{
    std::size_t checked = 0;
    for (const vulkan::Kernel& kernel : labKernels())
    {
        const SpirvModule module(kernel.words);
        for (const Instruction& instruction : module.instructions())
            if (promisesBits(kernel.name) && (instruction.op == spv::OpFAdd || instruction.op == spv::OpFMul))
            {
                EXPECT_TRUE(module.hasDecoration(instruction.operands[1], spv::DecorationNoContraction)) << kernel.name;
                ++checked;
            }
    }
    EXPECT_GT(checked, 0u);
}

} // namespace
} // namespace pn::lab
