// What a normalized reflection costs in a fragment shader, preset by preset and form by form, and that docs/scene.md
// says so.
#include "../vulkan/spirv_module.h"

#include "probenorm/probenorm.h"
#include "reflection_cost_words.h"

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

using Words = std::span<const std::uint32_t>;

struct Form
{
    const char* name;
    Words words;
};

// In the order of the page's table: the presets by their names, then the forms of ours.
constexpr Form kForms[] = {
    {"probenorm", k_reflection_cost_Probenorm},
    {"classic", k_reflection_cost_Classic},
    {"blackops", k_reflection_cost_Blackops},
    {"unreal", k_reflection_cost_Unreal},
    {"hdrp", k_reflection_cost_Hdrp},
    {"hdrp-corrected", k_reflection_cost_HdrpCorrected},
    {"source2", k_reflection_cost_Source2},
    {"eevee", k_reflection_cost_Eevee},
    {"godot", k_reflection_cost_Godot},
    {"rend2", k_reflection_cost_Rend2},
    {"community-shaders", k_reflection_cost_CommunityShaders},
    {"probenorm, lightmap", k_reflection_cost_Lightmap},
    {"probenorm, L1", k_reflection_cost_Volume},
    {"probenorm, ambient cube", k_reflection_cost_AmbientCube},
    {"probenorm, coefficients", k_reflection_cost_Coefficients},
    {"probenorm, factor", k_reflection_cost_Factor},
    {"probenorm, divided", k_reflection_cost_Divided},
    {"probenorm, one channel", k_reflection_cost_OneChannel},
};

enum class Count
{
    All,
    Arithmetic // without reads and moves: a device takes constants and parts of vectors as operands
};

bool isFrame(const testing::Instruction& instruction)
{
    return instruction.op == spv::OpFunction || instruction.op == spv::OpFunctionEnd || instruction.op == spv::OpLabel;
}

bool isReadOrMove(const testing::Instruction& instruction)
{
    return instruction.op == spv::OpLoad || instruction.op == spv::OpAccessChain ||
           instruction.op == spv::OpCompositeExtract || instruction.op == spv::OpCompositeConstruct ||
           instruction.op == spv::OpVectorShuffle;
}

// Instructions within functions that do something.
int countOf(Words words, Count what)
{
    int count = 0;
    bool isInFunction = false;
    const testing::SpirvModule module(words);
    for (const testing::Instruction& instruction : module.instructions())
    {
        isInFunction = instruction.op == spv::OpFunction || (isInFunction && instruction.op != spv::OpFunctionEnd);
        const bool isLeftOut = isFrame(instruction) || (what == Count::Arithmetic && isReadOrMove(instruction));
        count += isInFunction && !isLeftOut ? 1 : 0;
    }
    return count;
}

int costOf(Words words, Count what = Count::All)
{
    return countOf(words, what) - countOf(k_reflection_cost_Plain, what);
}

std::string documentedRows()
{
    std::string rows;
    for (const Form& form : kForms)
    {
        char ratio[16];
        std::snprintf(ratio, sizeof(ratio), "%.2f", double(costOf(form.words)) / costOf(k_reflection_cost_Classic));
        rows += std::string("| ") + form.name + " | " + std::to_string(costOf(form.words)) + " | ";
        rows += std::to_string(costOf(form.words, Count::Arithmetic)) + " | " + ratio + " |\n";
    }
    return rows;
}

TEST(ReflectionCost, IsAtMostThirtyBesideThePlacesLightAndFiftyWithNineCoefficients)
{
    EXPECT_LE(costOf(k_reflection_cost_Lightmap), 30);
    EXPECT_LE(costOf(k_reflection_cost_Probenorm, Count::Arithmetic), 50);
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
