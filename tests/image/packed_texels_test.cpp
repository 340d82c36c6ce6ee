// RGB9E5 and R11G11B10F against all values that they have.
#include "image/texels/packed_texels.h"
#include "image/texels/texel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

using namespace pn::image;

namespace {

// What the encoded texels decode to; tests/image/texel_test.cpp proves the decoder.
std::vector<Rgb> throughFile(PnFormat format, const std::vector<Rgb>& texels)
{
    Image image = makeImage(PN_FORMAT_RGB32F, static_cast<std::uint32_t>(texels.size()), 1);
    std::memcpy(image.texels.data(), texels.data(), image.texels.size());
    const Image packed = toPacked(image, format);
    std::vector<Rgb> decoded(texels.size());
    decodeRow(format, packed.row(0), image.width, decoded.data());
    return decoded;
}

std::vector<Rgb> randomTexels()
{
    std::mt19937 random(7);
    std::vector<Rgb> texels = {{0, 0, 0}, {65408, 65024, 64512}, {1, 2, 3}, {0x1p-14f, 0x1p-20f, 0x1p-24f}};
    for (int i = 0; i < 3000; ++i)
    {
        const auto value = [&] { return std::ldexp(1.0f + float(random() % 4096) / 4096.0f, int(random() % 40) - 24); };
        texels.push_back({value(), value(), value()});
    }
    return texels;
}

} // namespace

// Every value of an unsigned float with 5 bits of exponent, from its definition.
TEST(PackedTexels, SmallFloatsAreTheNearest)
{
    const auto values = [](int mantissaBits) {
        std::vector<double> all;
        for (int exponent = 0; exponent < 31; ++exponent)
            for (int mantissa = 0; mantissa < 1 << mantissaBits; ++mantissa)
                all.push_back(exponent == 0 ? std::ldexp(mantissa, -14 - mantissaBits)
                                            : std::ldexp((1 << mantissaBits) + mantissa, exponent - 15 - mantissaBits));
        return all;
    };
    const std::vector<double> fine = values(6), coarse = values(5);
    const std::vector<Rgb> texels = randomTexels(), found = throughFile(PN_FORMAT_R11G11B10F, texels);
    const auto nearest = [](const std::vector<double>& all, double value) {
        const auto above = std::lower_bound(all.begin(), all.end(), value);
        if (above == all.begin() || above == all.end())
            return above == all.end() ? std::abs(value - all.back()) : std::abs(value - *above);
        return std::min(std::abs(value - *above), std::abs(value - *(above - 1)));
    };
    for (std::size_t i = 0; i < texels.size(); ++i)
    {
        EXPECT_EQ(std::abs(double(found[i].r) - texels[i].r), nearest(fine, texels[i].r)) << texels[i].r;
        EXPECT_EQ(std::abs(double(found[i].g) - texels[i].g), nearest(fine, texels[i].g)) << texels[i].g;
        EXPECT_EQ(std::abs(double(found[i].b) - texels[i].b), nearest(coarse, texels[i].b)) << texels[i].b;
    }
}

// The step is the least with which the largest channel has 9 bits.
TEST(PackedTexels, SharedExponentsAreTheLeast)
{
    const std::vector<Rgb> texels = randomTexels(), found = throughFile(PN_FORMAT_RGB9E5, texels);
    for (std::size_t i = 0; i < texels.size(); ++i)
    {
        const auto& [r, g, b] = texels[i];
        const double most = std::min(std::max({r, g, b}), 65408.0f);
        double step = 0x1p-24;
        while (std::floor(most / step + 0.5) > 511)
            step *= 2;
        for (const auto& [value, encoded] : {std::pair{r, found[i].r}, {g, found[i].g}, {b, found[i].b}})
            EXPECT_LE(std::abs(std::min(double(value), 65408.0) - encoded), step / 2) << value;
    }
}

TEST(PackedTexels, WhatTheyCannotHoldIsBounded)
{
    for (const PnFormat format : {PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F})
    {
        const auto found = throughFile(format, {{-1, std::nanf(""), 1e9f}, {INFINITY, 0, 0}});
        EXPECT_EQ(found[0].r, 0);
        EXPECT_EQ(found[0].g, 0);
        EXPECT_EQ(found[0].b, format == PN_FORMAT_RGB9E5 ? 65408 : 64512);
        EXPECT_EQ(found[1].r, format == PN_FORMAT_RGB9E5 ? 65408 : 65024);
    }
}
