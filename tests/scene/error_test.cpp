#include "error.h"

#include <gtest/gtest.h>

namespace scene {
namespace {

const Material kRough = {.f0 = vec3(0.04f), .roughness = 0.6f};
const Material kSmooth = {.f0 = vec3(0.04f), .roughness = 0.1f};
const Material kDull = {.albedo = vec3(0.5f)};

View viewOf(const std::vector<const Material*>& materials, float truth)
{
    View view{static_cast<int>(materials.size()), 1, {}, Image(materials.size()), {}};
    for (const Material* material : materials)
        view.surfaces.push_back({{}, {}, {}, material});
    view.truth = {Image(materials.size(), vec3(truth)), Image(materials.size(), vec3(truth))};
    return view;
}

// e is a tenth of the mean truth: with a truth of 2 everywhere, (x - 2)^2 / (4 + 0.04).
TEST(SpecularError, IsTheFormula)
{
    const View view = viewOf({&kRough, &kSmooth, &kDull, nullptr, &kRough}, 2.0f);
    const SpecularError error = specularError(view, {vec3(3.0f), vec3(2.0f), vec3(9.0f), vec3(9.0f), vec3(5.0f)});
    ASSERT_EQ(error.byRoughness.size(), 2u);
    EXPECT_EQ(error.byRoughness[0].roughness, 0.1f);
    EXPECT_EQ(error.byRoughness[0].error, 0.0);
    EXPECT_EQ(error.byRoughness[1].count, 2u);
    EXPECT_NEAR(error.byRoughness[1].error, 5.0 / 4.04, 1e-6);
    EXPECT_NEAR(error.error, 10.0 / 3.0 / 4.04, 1e-6);
}

// Truths of 1 and 3 around 2: the noise of a single truth would add 1 to the square.
TEST(SpecularError, HasNoShareOfTheTruthsNoise)
{
    View view = viewOf({&kRough, &kRough}, 2.0f);
    view.truth[0] = {vec3(1.0f), vec3(3.0f)};
    view.truth[1] = {vec3(1.0f), vec3(1.0f)};
    const SpecularError error = specularError(view, {vec3(2.0f), vec3(2.0f)});
    const double guard2 = 0.01 * 1.5 * 1.5; // (0.1 * mean of 1 1 3 1)^2
    EXPECT_NEAR(error.error, 0.5 * (1.0 / (1.0 + guard2) - 1.0 / (4.0 + guard2)), 1e-6);
}

Picture even(std::uint8_t value)
{
    return {16, 12, std::vector<std::uint8_t>(16 * 12 * 3, value)};
}

// Without structure, what is left is the term of the means: (2 a b + C1) / (a^2 + b^2 + C1).
TEST(StructuralSimilarity, ComparesMeans)
{
    const double a = 51.0 / 255.0, b = 204.0 / 255.0, c1 = 1e-4;
    EXPECT_NEAR(structuralSimilarity(even(51), even(204)), (2 * a * b + c1) / (a * a + b * b + c1), 1e-9);
    EXPECT_NEAR(structuralSimilarity(even(90), even(90)), 1.0, 1e-9);
}

TEST(StructuralSimilarity, ComparesStructure)
{
    Picture stripes = even(100), shifted = even(100);
    for (std::size_t i = 0; i < stripes.rgb.size(); ++i)
    {
        stripes.rgb[i] = (i / 3) % 2 == 0 ? 60 : 140;
        shifted.rgb[i] = (i / 3) % 2 == 0 ? 140 : 60;
    }
    EXPECT_NEAR(structuralSimilarity(stripes, stripes), 1.0, 1e-9);
    EXPECT_LT(structuralSimilarity(stripes, shifted), -0.9); // the covariance is minus the variance
}

} // namespace
} // namespace scene
