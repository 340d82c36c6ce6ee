// What the lab's compiled kernels say, read without a device.
#include "lab/device.h"

#include "shared/lab_contributions.h"
#include "shared/lab_reduce.h"
#include "spirv/module.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace pn::lab {
namespace {

using testing::Instruction;
using testing::SpirvModule;

TEST(LabModules, PushConstantsLieAsInCpp)
{
    const std::vector<std::uint32_t> reduce = {
        offsetof(shared::LabReduceParams, count), offsetof(shared::LabReduceParams, groupCount),
        offsetof(shared::LabReduceParams, elementStride), offsetof(shared::LabReduceParams, partialStride)};
    const std::vector<std::uint32_t> contributions = {offsetof(shared::LabContributionsParams, faceSize),
                                                      offsetof(shared::LabContributionsParams, vectorStride)};
    ASSERT_FALSE(labKernels().empty());
    for (const vulkan::Kernel& kernel : labKernels())
    {
        const auto& expected = kernel.name == "sh_contributions" ? contributions : reduce;
        EXPECT_EQ(SpirvModule(kernel.words).pushConstantOffsets(), expected) << kernel.name;
    }
}

TEST(LabModules, EveryRungHasItsKernel)
{
    for (const Rung& rung : rungs())
        EXPECT_EQ(labKernel(rung.name).name, rung.name);
}

// Its bits would be the device's own otherwise.
TEST(LabModules, TheButterflyIsNeverContracted)
{
    const vulkan::Kernel& kernel = labKernel("butterfly");
    for (const auto words : {kernel.words, kernel.roundingWords})
    {
        const SpirvModule module(words);
        std::size_t checked = 0;
        for (const Instruction& instruction : module.instructions())
            if (instruction.op == spv::OpFAdd || instruction.op == spv::OpFMul)
            {
                EXPECT_TRUE(module.hasDecoration(instruction.operands[1], spv::DecorationNoContraction));
                ++checked;
            }
        EXPECT_GT(checked, 0u);
    }
}

} // namespace
} // namespace pn::lab
