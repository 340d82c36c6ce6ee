// What a normalized reflection costs in a fragment shader, preset by preset, and that docs/normalization.md says so.
#include "../vulkan/spirv_module.h"

#include "probenorm/probenorm.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace pn {
namespace {

constexpr std::uint32_t kProbenorm[] = {
#include "reflection_cost_0.spv.inc"
};
constexpr std::uint32_t kBlackops[] = {
#include "reflection_cost_1.spv.inc"
};
constexpr std::uint32_t kUnreal[] = {
#include "reflection_cost_2.spv.inc"
};
constexpr std::uint32_t kHdrp[] = {
#include "reflection_cost_3.spv.inc"
};
constexpr std::uint32_t kHdrpCorrected[] = {
#include "reflection_cost_4.spv.inc"
};
constexpr std::uint32_t kSource2[] = {
#include "reflection_cost_5.spv.inc"
};
constexpr std::uint32_t kEevee[] = {
#include "reflection_cost_6.spv.inc"
};
constexpr std::uint32_t kClassic[] = {
#include "reflection_cost_7.spv.inc"
};
constexpr std::uint32_t kGodot[] = {
#include "reflection_cost_8.spv.inc"
};
constexpr std::uint32_t kRend2[] = {
#include "reflection_cost_9.spv.inc"
};
constexpr std::uint32_t kCommunityShaders[] = {
#include "reflection_cost_10.spv.inc"
};
constexpr std::uint32_t kNone[] = {
#include "reflection_cost_11.spv.inc"
};

using Words = std::span<const std::uint32_t>;

constexpr std::array<Words, PN_PRESET_COUNT> kShaders = {kProbenorm,     kBlackops, kUnreal,          kHdrp,
                                                         kHdrpCorrected, kSource2,  kEevee,           kClassic,
                                                         kGodot,         kRend2,    kCommunityShaders};

// Instructions within functions that do something.
int countOf(Words words)
{
    int count = 0;
    bool isInFunction = false;
    const testing::SpirvModule module(words);
    for (const testing::Instruction& instruction : module.instructions())
    {
        const bool isFrame =
            instruction.op == spv::OpFunction || instruction.op == spv::OpFunctionEnd || instruction.op == spv::OpLabel;
        isInFunction = instruction.op == spv::OpFunction || (isInFunction && instruction.op != spv::OpFunctionEnd);
        count += isInFunction && !isFrame ? 1 : 0;
    }
    return count;
}

int costOf(PnPreset preset)
{
    return countOf(kShaders[std::size_t(preset)]) - countOf(kNone);
}

// The numbers of the page's row, by the names of the row that heads it.
std::string documentedRows()
{
    std::string names = "| preset |", counts = "| instructions |";
    const std::array<PnPreset, PN_PRESET_COUNT> order = {
        PN_PRESET_PROBENORM, PN_PRESET_CLASSIC,        PN_PRESET_BLACKOPS,         PN_PRESET_UNREAL,
        PN_PRESET_HDRP,      PN_PRESET_HDRP_CORRECTED, PN_PRESET_SOURCE2,          PN_PRESET_EEVEE,
        PN_PRESET_GODOT,     PN_PRESET_REND2,          PN_PRESET_COMMUNITY_SHADERS};
    for (const PnPreset preset : order)
    {
        names += std::string(" `") + pnGetPresetName(preset) + "` |";
        counts += " " + std::to_string(costOf(preset)) + " |";
    }
    std::string rule = "|---|";
    for (int i = 0; i < PN_PRESET_COUNT; ++i)
        rule += "---|";
    return names + "\n" + rule + "\n" + counts + "\n";
}

TEST(ReflectionCost, OursIsAtMostTwiceThatOfClassicAndAFifth)
{
    EXPECT_LE(costOf(PN_PRESET_PROBENORM), 2.2 * costOf(PN_PRESET_CLASSIC));
}

TEST(ReflectionCost, IsWhatThePageSays)
{
    std::ifstream file(PN_NORMALIZATION_PAGE);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    std::printf("%s", documentedRows().c_str());
    EXPECT_NE(page.find(documentedRows()), std::string::npos) << "the table above belongs into docs/normalization.md";
}

} // namespace
} // namespace pn
