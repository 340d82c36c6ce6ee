// Irradiance along both directions, and the rows of the tables that are forms of one formula.
#include "light.h"

#include "formula.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scene {
namespace {

const vec3 kUp(0.0f, 1.0f, 0.0f), kAside(1.0f, 0.0f, 0.0f);

PnSh light(float level, float lean)
{
    PnSh sh{};
    sh.bands = 3;
    for (int c = 0; c < 3; ++c)
    {
        sh.rgb[0][c] = level * (1.0f + 0.1f * static_cast<float>(c));
        sh.rgb[1][c] = lean * level;
    }
    return sh;
}

// E / pi of a constant light is its radiance, which is L00 Y00; along its own direction a linear light adds 2/3 L1 Y1.
TEST(Light, IrradianceIsOfTheDirections)
{
    const Irradiance found = irradianceOf(light(1.0f, 0.5f), kUp, kAside);
    EXPECT_NEAR(found.alongReflection.x, 0.2820948f, 1e-6f);
    EXPECT_NEAR(found.alongNormal.x, 0.2820948f + 0.5f * 0.4886025f * 2.0f / 3.0f, 1e-6f);
}

// Linear light of this size is negative below, and what is left is a hundredth of the average.
TEST(Light, IsNotNegativeByRinging)
{
    const Irradiance found = irradianceOf(light(1.0f, 2.0f), -kUp, kAside);
    EXPECT_GE(found.alongNormal.x, 0.0028f);
    EXPECT_LE(found.alongNormal.x, 0.0036f); // the window's width has steps of 1/1024
}

const Formula& formulaOf(const std::vector<Formula>& formulas, const std::string& name)
{
    for (const Formula& formula : formulas)
        if (formula.name == name)
            return formula;
    throw std::runtime_error(name);
}

// One probe and place of grey light, looked up along the reflection: dividing and multiplying by the same light changes
// nothing, and neither does one channel. 1e-5: floats, and twelve digits of constants.
TEST(Formula, DividedFormsAgreeWhereNoLookupIsCorrected)
{
    const std::vector<Formula> formulas = allFormulas();
    PnSh probe = light(2.0f, -0.2f), place = light(0.5f, 0.3f);
    for (PnSh* sh : {&probe, &place})
        for (auto& rgb : sh->rgb)
            rgb[1] = rgb[2] = rgb[0];
    const FormulaInput in{vec3(0.7f), kUp, kAside, kAside, 0.3f, probe, place};
    const float full = formulaOf(formulas, "probenorm").evaluate(in).x;
    EXPECT_GT(std::fabs(full / 0.7f - 1.0f), 0.1f);
    for (const char* name : {"probenorm, divided", "probenorm, one channel", "probenorm, two directions"})
        EXPECT_NEAR(formulaOf(formulas, name).evaluate(in).x / full, 1.0f, 1e-5f) << name;
    const float simple = formulaOf(formulas, "divided times E(R)").evaluate(in).x;
    EXPECT_NEAR(simple, 0.7f * 0.25f, 1e-5f); // both lights are their averages along this R
}

} // namespace
} // namespace scene
