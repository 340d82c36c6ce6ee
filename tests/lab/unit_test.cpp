// What of the lab needs no device: the CPU's ladder, and what the compiled kernels say.
#include "lab/algorithms/cpu_ladder.h"
#include "lab/algorithms/device.h"

#include "oracle.h"
#include "vulkan/spirv_module.h"

#include <string_view>

namespace pn::lab {
namespace {

using testing::expectPrefixes;
using testing::Instruction;
using testing::kCounts;
using testing::kOperators;
using testing::SpirvModule;

TEST(CpuLadder, EqualsTheOracle)
{
    constexpr std::span kSome = std::span(kCounts).first(std::size(kCounts) - 1); // up to 1 << 20
    for (const Operator op : kOperators)
    {
        const auto words = testing::makeElements(op, kSome.back());
        const auto expected = expectPrefixes(op, words, kSome);
        for (const CpuRung& rung : cpuRungs())
            for (std::size_t i = 0; i < kSome.size(); ++i)
            {
                SCOPED_TRACE(std::string(rung.name) + ", " + operatorNames()[std::size_t(op)] + ", " +
                             std::to_string(kSome[i]));
                testing::expectResult(op, expected[i], kSome[i],
                                      rung.reduce(op, std::span(words).first(kSome[i] * wordsOf(op)), 2));
            }
    }
}

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
