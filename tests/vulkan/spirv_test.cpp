// No hidden freedom: software drivers round every operation correctly, so no comparison of bits would notice a
// contracted multiply-add or a device's own division. The shipped words are read instead, after optimization.
#include "spirv_module.h"

#include "shared/image_fetch.h"
#include "shared/make_mip.h"
#include "shared/normalize.h"
#include "shared/sh_combine.h"
#include "shared/sh_finalize.h"
#include "shared/sh_project.h"
#include "vulkan/device/kernels.h"
#include "vulkan/passes/sh_project.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace pn {
namespace {

using testing::Instruction;
using testing::SpirvModule;
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
    case GLSLstd450UClamp:
    case GLSLstd450SClamp:
    case GLSLstd450UnpackHalf2x16: return true;
    default: return false;
    }
}

struct Words
{
    std::string_view name;
    bool rounds; // declares rounding to nearest
    std::vector<std::uint32_t> words;
};

std::vector<Words> allWords()
{
    std::vector<Words> result;
    for (const Kernel& kernel : kernels())
    {
        result.push_back({kernel.name, false, {kernel.words.begin(), kernel.words.end()}});
        result.push_back({kernel.name, true, withRoundingToNearest(kernel.words)});
    }
    return result;
}

template <typename Check>
void forEachModule(Check&& check)
{
    for (const Words& words : allWords())
    {
        SCOPED_TRACE(std::string(words.name) + (words.rounds ? ", rounding" : ""));
        check(words, SpirvModule(words.words));
    }
}

TEST(Spirv, EveryKernelIsThere)
{
    ASSERT_FALSE(kernels().empty());
    for (const std::string_view prefix :
         {"sh_project", "sh_combine", "sh_finalize", "denominator", "normalize", "make_mip", "image_fetch"})
        EXPECT_TRUE(std::any_of(kernels().begin(), kernels().end(), [prefix](const Kernel& kernel) {
            return kernel.name.starts_with(prefix);
        })) << prefix;
}

TEST(Spirv, NoFloatOperationMayBeContracted)
{
    forEachModule([](const Words&, const SpirvModule& module) {
        for (const Instruction& instruction : module.instructions())
            if (isExactlyRounded(instruction.op))
            {
                EXPECT_TRUE(module.hasDecoration(instruction.operands[1], spv::DecorationNoContraction))
                    << "opcode " << instruction.op << ", result %" << instruction.operands[1];
            }
        EXPECT_GT(module.count(spv::OpFAdd), 0u) << "a kernel that adds nothing proves nothing";
    });
}

TEST(Spirv, NoOperationHasARoundingOfTheDevicesOwn)
{
    forEachModule([](const Words&, const SpirvModule& module) {
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
    forEachModule([](const Words& words, const SpirvModule& module) {
        EXPECT_EQ(module.roundingWidths(), words.rounds ? std::set<std::uint32_t>{32} : std::set<std::uint32_t>{});
        EXPECT_EQ(module.hasCapability(spv::CapabilityRoundingModeRTE), words.rounds);
        for (const spv::Capability capability :
             {spv::CapabilityRoundingModeRTZ, spv::CapabilityDenormPreserve, spv::CapabilityDenormFlushToZero,
              spv::CapabilitySignedZeroInfNanPreserve})
            EXPECT_FALSE(module.hasCapability(capability)) << capability;
    });
}

// A device has no more than Vulkan 1.1 promises: no 16-bit, 64-bit or float-atomic features.
TEST(Spirv, OnlyTheSubgroupVariantsNeedMoreThanTheLeastDevice)
{
    forEachModule([](const Words& words, const SpirvModule& module) {
        const bool isSubgroup = words.name.ends_with("_subgroup");
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
    forEachModule([](const Words& words, const SpirvModule& module) {
        EXPECT_LE(module.sharedBytes(), kLeastSharedBytes);
        if (words.name.starts_with("sh_project"))
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

// Structs of words only, with no gaps.
template <typename Params>
std::vector<std::uint32_t> consecutive()
{
    std::vector<std::uint32_t> offsets;
    for (std::uint32_t at = 0; at < sizeof(Params); at += 4)
        offsets.push_back(at);
    return offsets;
}

TEST(Spirv, PushConstantsLieAsInCpp)
{
    forEachModule([&](const Words& words, const SpirvModule& module) {
        EXPECT_EQ(module.pushConstantOffsets(),
                  words.name.starts_with("sh_project")    ? consecutive<shared::ShProjectParams>()
                  : words.name.starts_with("sh_combine")  ? consecutive<shared::ShCombineParams>()
                  : words.name.starts_with("sh_finalize") ? consecutive<shared::ShFinalizeParams>()
                  : words.name.starts_with("normalize")   ? consecutive<shared::NormalizeParams>()
                  : words.name.starts_with("make_mip")    ? consecutive<shared::MakeMipParams>()
                  : words.name.starts_with("denominator") ? consecutive<shared::DenominatorParams>()
                                                          : consecutive<shared::ImageFetchParams>());
    });
}

} // namespace
} // namespace pn
