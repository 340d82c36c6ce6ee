#include "sh/rotation.h"

#include "support/failure.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace pn::cli;

TEST(ParseRotation, QuarterTurnsAreExact)
{
    EXPECT_EQ(parseRotation("90,0,0"), (Rotation{1, 0, 0, 0, 0, -1, 0, 1, 0})); // y to z
    EXPECT_EQ(parseRotation("0,90,0"), (Rotation{0, 0, 1, 0, 1, 0, -1, 0, 0})); // z to x
    EXPECT_EQ(parseRotation("0,0,90"), (Rotation{0, -1, 0, 1, 0, 0, 0, 0, 1})); // x to y
    EXPECT_EQ(parseRotation("0,0,-270"), parseRotation("0,0,90"));
    EXPECT_EQ(parseRotation("720,-360,0"), (Rotation{1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(ParseRotation, XComesFirst)
{
    EXPECT_EQ(parseRotation("90,90,0"), (Rotation{0, 1, 0, 0, 0, -1, -1, 0, 0})); // y to z to x
}

TEST(ParseRotation, IsOrthogonal)
{
    const Rotation m = parseRotation("12.5,-77,140");
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
        {
            const double dot =
                double{m[a * 3]} * m[b * 3] + double{m[a * 3 + 1]} * m[b * 3 + 1] + double{m[a * 3 + 2]} * m[b * 3 + 2];
            EXPECT_NEAR(dot, a == b ? 1.0 : 0.0, 3e-7); // three float roundings
        }
}

TEST(ParseRotation, ThreeFiniteNumbersAreNeeded)
{
    for (const char* wrong : {"", "1", "1,2", "1,2,3,4", "1,2,x", "1,,3", "1,2,inf", "1, 2,3"})
        EXPECT_THROW(parseRotation(wrong), Failure) << wrong;
}
