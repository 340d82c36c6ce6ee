// What of the lab needs no device: the reference of reductions, and what the compiled kernels say.
#include "lab/algorithms/device.h"
#include "lab/algorithms/operators.h"

#include "vulkan/spirv_module.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace pn::lab {
namespace {

using testing::Instruction;
using testing::SpirvModule;

TEST(Reference, CountsWordsThatRepeat)
{
    const std::vector<std::uint32_t> words = {1, 2, 4};
    EXPECT_EQ(referenceResult(Operator::SumUint, words, 8).word, 17u);
    EXPECT_EQ(referenceResult(Operator::SumUint, words, 2).word, 3u);
    EXPECT_EQ(relativeError(Operator::SumUint, 17, {.word = 17}), 0.0);
    EXPECT_NEAR(relativeError(Operator::SumUint, 18, {.word = 17}), 1.0 / 17.0, 1e-15);

    // Two pairs: 2^32 - 1 and 1 - 2^32, so the sum of three is 2^32 - 1.
    const std::vector<std::uint32_t> pairs = {0xffffffffu, 0, 1, 0xffffffffu};
    EXPECT_EQ(referenceResult(Operator::SumUint64, pairs, 3).word, 0xffffffffu);
    EXPECT_GT(relativeError(Operator::SumUint64, (1ull << 63) + 1, {.word = 1ull << 63}), 0.0);
}

// Its bits would be the device's own otherwise.
TEST(LabModules, ButterflyIsNeverContracted)
{
    std::size_t checked = 0;
    for (const vulkan::Kernel& kernel : labKernels())
    {
        const SpirvModule module(kernel.words);
        for (const Instruction& instruction : module.instructions())
            if (kernel.name == std::string_view("butterfly") &&
                (instruction.op == spv::OpFAdd || instruction.op == spv::OpFMul))
            {
                EXPECT_TRUE(module.hasDecoration(instruction.operands[1], spv::DecorationNoContraction)) << kernel.name;
                ++checked;
            }
    }
    EXPECT_GT(checked, 0u);
}

} // namespace
} // namespace pn::lab
