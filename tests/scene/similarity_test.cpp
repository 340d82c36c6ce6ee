#include "similarity.h"

#include <gtest/gtest.h>

namespace scene {
namespace {

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
