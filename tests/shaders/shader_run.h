// Runs shader code of the package on the device over the items of universal_scene.h, for comparisons with the model.
#pragma once

#include "shaders/shader_test.h"
#include "shaders/universal_scene.h"

#include <cstdio>

namespace pn::universal {

inline constexpr std::uint32_t kOutputs = 9;
inline constexpr double kTolerance = 1e-3; // relative; what the manual promises. Sums of some dozens of floats stay
                                           // below 1e-5, the device's powers and quotients below 1e-4

class ShaderRun : public testing::ShaderTest
{
protected:
    Floats run(std::span<const std::uint32_t> words, const Floats& items, const Floats& table, const Floats& engine)
    {
        return ShaderTest::run(words, {items, table, engine}, kItems, kOutputs);
    }

    void TearDown() override { std::printf("largest relative deviation: %.1e\n", m_largest); }

    void near(const float* found, Vec3 expected, std::uint32_t item, const char* what)
    {
        const double values[3] = {expected.x, expected.y, expected.z};
        for (int c = 0; c < 3; ++c)
            m_largest = std::max(m_largest, std::abs(found[c] - values[c]) / std::max(0.01, std::abs(values[c])));
        for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(found[c], values[c], kTolerance * std::max(0.01, std::abs(values[c])))
                << what << ", item " << item << ", channel " << c;
    }

    std::mt19937 m_random{5};
    double m_largest = 0.0;
};

} // namespace pn::universal
