#pragma once

#include "core/sh/sh.h"

namespace pn {

// Weights of red, green and blue in a scalar.
using ChannelWeights = std::array<double, 3>;

inline constexpr ChannelWeights kRec709 = {0.2126, 0.7152, 0.0722};

// One channel of a set, or a weighted sum of its channels.
struct ScalarSh
{
    std::uint32_t bands = 0;
    std::array<double, kShCount> coefficients{};

    std::size_t count() const { return std::size_t{bands} * bands; }
};

ScalarSh channelOf(const ShSet& set, std::size_t channel);
ScalarSh weightedSum(const ShSet& set, const ChannelWeights& weights);
double evaluate(const ScalarSh& f, const Vec3& d);

// The mean over the sphere.
inline double average(const ScalarSh& f)
{
    return f.coefficients[0] * norm::kL0;
}

} // namespace pn
