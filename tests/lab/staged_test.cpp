// The staged projection against the oracle.
#include "lab/algorithms/staged_projection.h"

#include "lab.h"
#include "support/oracle.h"

#include <array>
#include <bit>
#include <random>

namespace pn::lab {
namespace {

using testing::Lab;

constexpr std::uint32_t kProbes = 3;
constexpr std::uint32_t kMaxFaceSize = 33;

// What the product promises for 3 bands (docs/testing.md), of coefficient 0 of |radiance|: the stages round each
// contribution a few times and add them as a tree.
constexpr double kTolerance = 2e-6;

struct Input
{
    std::vector<std::uint32_t> words;
    std::vector<std::array<float, 3>> texels;
};

// Halves of 2^-3 to 2 of either sign, which are exact as floats too.
Input makeInput(PnFormat format, std::uint32_t texelCount)
{
    Input input;
    std::mt19937 random(11);
    const auto half = [&] { return (std::uint32_t(random()) & 0x8fffu) + 0x3000u; };
    const auto asFloat = [](std::uint32_t bits) {
        return std::bit_cast<float>((bits & 0x8000u) << 16 | ((bits & 0x7fffu) + (112u << 10)) << 13);
    };
    for (std::uint32_t i = 0; i < texelCount; ++i)
    {
        const std::uint32_t r = half(), g = half(), b = half();
        input.texels.push_back({asFloat(r), asFloat(g), asFloat(b)});
        if (format == PN_FORMAT_RGBA16F)
            input.words.insert(input.words.end(), {r | g << 16, b});
        else
            for (const float channel : {asFloat(r), asFloat(g), asFloat(b), 1.0f})
                input.words.push_back(std::bit_cast<std::uint32_t>(channel));
    }
    return input;
}

void compare(Lab& lab, const Rung& rung, PnFormat format, std::uint32_t faceSize)
{
    const std::uint32_t probeTexels = 6 * faceSize * faceSize;
    const Input input = makeInput(format, kProbes * probeTexels);
    lab.setElements(input.words);
    StagedProjection staged(lab.device(), rung, format, faceSize, kProbes);
    staged.bind(lab.elements());
    lab.run([&](VkCommandBuffer commands) {
        staged.recordClear(commands);
        staged.recordProject(commands);
        staged.recordReadback(commands);
    });
    const std::vector<PnSh> results = staged.results();
    for (std::uint32_t probe = 0; probe < kProbes; ++probe)
    {
        const auto first = input.texels.begin() + probe * probeTexels;
        const auto expected = oracle::projectCubemap(faceSize, {first, first + probeTexels});
        for (std::size_t i = 0; i < 9; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(double(results[probe].rgb[i][c]), expected.rgb[i][c], kTolerance * expected.absolute[c])
                    << rung.name << ", probe " << probe << ", face " << faceSize << ", coefficient " << i;
    }
}

TEST(Staged, EqualsTheOracle)
{
    Lab lab(kProbes * 6 * kMaxFaceSize * kMaxFaceSize * 4);
    for (const char* name : {"first_add", "subgroup_add", "vectorized"})
        for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
            for (const std::uint32_t faceSize : {1u, 2u, 7u, 16u, kMaxFaceSize})
                compare(lab, *findRung(Algorithm::Reduce, name), format, faceSize);
    lab.expectSilence();
}

} // namespace
} // namespace pn::lab
