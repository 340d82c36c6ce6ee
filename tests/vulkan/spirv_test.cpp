// No hidden freedom: software drivers round every operation correctly, so no comparison of bits would notice a
// contracted multiply-add or a device's own division. The shipped words are read instead, after optimization.
#include "spirv_module.h"

#include "shared/sh_project.h"
#include "vulkan/device/kernels.h"
#include "vulkan/passes/sh_project.h"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace pn {
namespace {

using namespace testing;
using vulkan::Kernel;
using vulkan::kernels;
using vulkan::withRoundingToNearest;

constexpr std::uint32_t kLeastSharedBytes = 16384; // what every Vulkan device has

// Float arithmetic that IEEE 754 rounds in one way only, so long as it is not contracted.
bool isExactlyRounded(spv::Op op)
{
    return op == spv::OpFAdd || op == spv::OpFSub || op == spv::OpFMul || op == spv::OpVectorTimesScalar;
}

// What Vulkan lets a device do to a few units in the last place, or with a rounding of its own.
bool isForbidden(spv::Op op)
{
    switch (op)
    {
    case spv::OpFDiv:
    case spv::OpFRem:
    case spv::OpFMod:
    case spv::OpDot:
    case spv::OpOuterProduct:
    case spv::OpMatrixTimesScalar:
    case spv::OpMatrixTimesVector:
    case spv::OpVectorTimesMatrix:
    case spv::OpMatrixTimesMatrix:
    case spv::OpFConvert:
    case spv::OpQuantizeToF16:
    case spv::OpGroupNonUniformFAdd:
    case spv::OpGroupNonUniformFMul:
    case spv::OpAtomicFAddEXT: return true;
    default: return false;
    }
}

// Extended instructions that work on integers, or are exact: a half is a float32.
bool isExactExtension(std::uint32_t instruction)
{
    switch (instruction)
    {
    case GLSLstd450FindUMsb:
    case GLSLstd450FindSMsb:
    case GLSLstd450FindILsb:
    case GLSLstd450UMin:
    case GLSLstd450UMax:
    case GLSLstd450SMin:
    case GLSLstd450SMax:
    case GLSLstd450SAbs:
    case GLSLstd450SSign:
    case GLSLstd450UClamp:
    case GLSLstd450SClamp:
    case GLSLstd450UnpackHalf2x16: return true;
    default: return false;
    }
}

// With and without the declaration that it rounds to nearest.
template <typename Check>
void forEachModule(Check&& check)
{
    ASSERT_FALSE(kernels().empty());
    for (const Kernel& kernel : kernels())
        for (const bool rounds : {false, true})
        {
            SCOPED_TRACE(std::string(kernel.name) + (rounds ? ", rounding" : ""));
            const auto rounding = rounds ? withRoundingToNearest(kernel.words) : std::vector<std::uint32_t>{};
            check(kernel.name, rounds, SpirvModule(rounds ? std::span(std::as_const(rounding)) : kernel.words));
        }
}

TEST(Spirv, NoFloatOperationMayBeContracted)
{
    forEachModule([](std::string_view name, bool, const SpirvModule& module) {
        for (const Instruction& instruction : module.instructions())
            if (isExactlyRounded(instruction.op))
            {
                EXPECT_TRUE(module.hasDecoration(instruction.operands[1], spv::DecorationNoContraction))
                    << "opcode " << instruction.op << ", result %" << instruction.operands[1];
            }
        if (name.starts_with("image_store") || name == "bc6h_encode") // integers alone
            EXPECT_EQ(module.count(spv::OpFAdd), 0u);
        else
            EXPECT_GT(module.count(spv::OpFAdd), 0u) << "a kernel that adds nothing proves nothing";
    });
}

TEST(Spirv, NoOperationHasARoundingOfTheDevicesOwn)
{
    forEachModule([](std::string_view, bool, const SpirvModule& module) {
        for (const Instruction& instruction : module.instructions())
        {
            EXPECT_FALSE(isForbidden(instruction.op)) << "opcode " << instruction.op;
            if (instruction.op == spv::OpExtInst)
            {
                EXPECT_TRUE(isExactExtension(instruction.operands[3]))
                    << "GLSL.std.450 instruction " << instruction.operands[3];
            }
        }
    });
}

TEST(Spirv, OnlyTheRoundingModulesNeedFloatControls)
{
    forEachModule([](std::string_view, bool rounds, const SpirvModule& module) {
        EXPECT_EQ(module.roundingWidths(), rounds ? std::set<std::uint32_t>{32} : std::set<std::uint32_t>{});
        EXPECT_EQ(module.hasCapability(spv::CapabilityRoundingModeRTE), rounds);
        for (const spv::Capability capability :
             {spv::CapabilityRoundingModeRTZ, spv::CapabilityDenormPreserve, spv::CapabilityDenormFlushToZero,
              spv::CapabilitySignedZeroInfNanPreserve})
            EXPECT_FALSE(module.hasCapability(capability)) << capability;
    });
}

// A device has no more than Vulkan 1.1 promises: no 16-bit, 64-bit or float-atomic features.
TEST(Spirv, OnlyTheSubgroupVariantsNeedMoreThanTheLeastDevice)
{
    forEachModule([](std::string_view name, bool, const SpirvModule& module) {
        const bool isSubgroup = name.ends_with("_subgroup");
        for (const Instruction& instruction : module.instructions())
        {
            if (instruction.op != spv::OpCapability)
                continue;
            const auto capability = spv::Capability(instruction.operands[0]);
            const bool isShuffle =
                capability == spv::CapabilityGroupNonUniform || capability == spv::CapabilityGroupNonUniformShuffle;
            EXPECT_TRUE(capability == spv::CapabilityShader || capability == spv::CapabilityRoundingModeRTE ||
                        (isSubgroup && isShuffle))
                << "capability " << capability;
        }
    });
}

TEST(Spirv, SharedMemoryFitsTheLeastDevice)
{
    forEachModule([](std::string_view name, bool, const SpirvModule& module) {
        EXPECT_LE(module.sharedBytes(), kLeastSharedBytes);
        if (name.starts_with("sh_project"))
        {
            EXPECT_GT(module.sharedBytes(), 0u); // else the measure sees nothing
        }
    });
}

// As many probes as a workgroup holds, and a scratch as large as the host may ask for beside them.
TEST(Spirv, SharedMemoryOfWholeProbesFitsTheLeastDevice)
{
    constexpr std::uint32_t kMostProbes = vulkan::kMaxWholeLanes / vulkan::kMinWholeLanes;
    constexpr std::uint32_t kMostBands = vulkan::kMaxWholeBands;
    for (const Kernel& kernel : kernels())
        if (kernel.name.starts_with("sh_project"))
        {
            const SpirvModule module(kernel.words);
            const std::uint32_t plain = module.sharedBytes({{shared::kSpecScratchFloats, 1}});
            const std::uint32_t finish = vulkan::finishFloats(kMostProbes, kMostBands);
            ASSERT_LT(finish, shared::kMaxScratchFloats) << kernel.name;
            const std::map<std::uint32_t, std::uint32_t> whole = {
                {shared::kSpecScratchFloats, shared::kMaxScratchFloats - finish},
                {shared::kSpecBands, kMostBands},
                {shared::kSpecProbes, kMostProbes}};
            EXPECT_LE(module.sharedBytes(whole), kLeastSharedBytes) << kernel.name;
            const std::uint32_t moments = kMostProbes * 6 * 3 * kMostBands * kMostBands;
            EXPECT_GE(module.sharedBytes(whole), plain + 4 * moments) << kernel.name; // else the measure sees nothing
        }
}

} // namespace
} // namespace pn
