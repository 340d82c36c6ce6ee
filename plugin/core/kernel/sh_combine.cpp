#include "core/kernel/sh_combine.h"

// Every float operation here is one of sh_combine.comp, in its order.
namespace pn {
namespace {

// The sum of count values, stride floats apart; count is a power of two.
float pairwiseSum(const float* first, std::size_t stride, std::uint32_t count)
{
    if (count == 1)
        return *first;
    return pairwiseSum(first, stride, count / 2) + pairwiseSum(first + count / 2 * stride, stride, count / 2);
}

} // namespace

void combinePartials(std::span<float> partials, std::uint32_t count)
{
    const std::size_t floats = partials.size() / count;
    for (std::size_t i = 0; i < floats; ++i)
        partials[i] = pairwiseSum(&partials[i], floats, count);
}

} // namespace pn
