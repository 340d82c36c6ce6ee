// What a normalized reflection costs in a fragment shader, preset by preset and form by form, and that docs/scene.md
// says so.
#include "../vulkan/spirv_module.h"

#include "probenorm/probenorm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace pn {
namespace {

constexpr std::uint32_t kPlain[] = {
#include "reflection_cost_Plain.spv.inc"
};
constexpr std::uint32_t kProbenorm[] = {
#include "reflection_cost_Probenorm.spv.inc"
};
constexpr std::uint32_t kClassic[] = {
#include "reflection_cost_Classic.spv.inc"
};
constexpr std::uint32_t kBlackops[] = {
#include "reflection_cost_Blackops.spv.inc"
};
constexpr std::uint32_t kUnreal[] = {
#include "reflection_cost_Unreal.spv.inc"
};
constexpr std::uint32_t kHdrp[] = {
#include "reflection_cost_Hdrp.spv.inc"
};
constexpr std::uint32_t kHdrpCorrected[] = {
#include "reflection_cost_HdrpCorrected.spv.inc"
};
constexpr std::uint32_t kSource2[] = {
#include "reflection_cost_Source2.spv.inc"
};
constexpr std::uint32_t kEevee[] = {
#include "reflection_cost_Eevee.spv.inc"
};
constexpr std::uint32_t kGodot[] = {
#include "reflection_cost_Godot.spv.inc"
};
constexpr std::uint32_t kRend2[] = {
#include "reflection_cost_Rend2.spv.inc"
};
constexpr std::uint32_t kCommunityShaders[] = {
#include "reflection_cost_CommunityShaders.spv.inc"
};
constexpr std::uint32_t kTwoDirections[] = {
#include "reflection_cost_TwoDirections.spv.inc"
};
constexpr std::uint32_t kNormalAlone[] = {
#include "reflection_cost_NormalAlone.spv.inc"
};
constexpr std::uint32_t kFactor[] = {
#include "reflection_cost_Factor.spv.inc"
};
constexpr std::uint32_t kDivided[] = {
#include "reflection_cost_Divided.spv.inc"
};
constexpr std::uint32_t kOneChannel[] = {
#include "reflection_cost_OneChannel.spv.inc"
};

using Words = std::span<const std::uint32_t>;

struct Form
{
    const char* name;
    Words words;
};

// In the order of the page's table: the presets by their names, then the forms of ours.
constexpr Form kForms[] = {
    {"probenorm", kProbenorm},
    {"classic", kClassic},
    {"blackops", kBlackops},
    {"unreal", kUnreal},
    {"hdrp", kHdrp},
    {"hdrp-corrected", kHdrpCorrected},
    {"source2", kSource2},
    {"eevee", kEevee},
    {"godot", kGodot},
    {"rend2", kRend2},
    {"community-shaders", kCommunityShaders},
    {"probenorm, two directions", kTwoDirections},
    {"probenorm, normal alone", kNormalAlone},
    {"probenorm, factor", kFactor},
    {"probenorm, divided", kDivided},
    {"probenorm, one channel", kOneChannel},
};

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

int costOf(Words words)
{
    return countOf(words) - countOf(kPlain);
}

std::string documentedRows()
{
    std::string rows;
    for (const Form& form : kForms)
    {
        char ratio[16];
        std::snprintf(ratio, sizeof(ratio), "%.2f", double(costOf(form.words)) / costOf(kClassic));
        rows += std::string("| ") + form.name + " | " + std::to_string(costOf(form.words)) + " | " + ratio + " |";
        rows += "\n";
    }
    return rows;
}

TEST(ReflectionCost, EachFormOfOursIsAtMostTwiceThatOfClassicAndAFifth)
{
    for (const Form& form : kForms)
        EXPECT_LE(costOf(form.words), 2.2 * costOf(kClassic)) << form.name;
}

TEST(ReflectionCost, NoPresetIsLeftOut)
{
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
        EXPECT_TRUE(std::any_of(std::begin(kForms), std::end(kForms), [&](const Form& form) {
            return std::string_view(form.name) == pnGetPresetName(preset);
        })) << pnGetPresetName(preset);
}

TEST(ReflectionCost, IsWhatThePageSays)
{
    std::ifstream file(PN_SCENE_PAGE);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    std::printf("%s", documentedRows().c_str());
    EXPECT_NE(page.find(documentedRows()), std::string::npos) << "the rows above belong into docs/scene.md";
}

} // namespace
} // namespace pn
