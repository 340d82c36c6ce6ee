#pragma once

#include "core/kernel/moments.h"
#include "core/shape.h"

#include <span>
#include <vector>

namespace pn {

// How the moments of a shape's faces make canonical coefficients: coefficient = scale * sum of factor * moment, in
// this order of terms, starting at +0. The factors are computed in double and rounded once. See docs/math.md, section
// 5.
struct FinalizePlan
{
    struct Term
    {
        std::uint32_t moment; // face * momentCount + index
        float factor;         // never zero
    };

    FinalizePlan(const Shape& shape, std::uint32_t bands);

    float scale = 0;
    std::vector<Term> terms;
    std::vector<std::uint32_t> firstTerm; // of each coefficient, and the end
};

// The CPU twin of sh_finalize.comp: moments [face][moment][channel] of one probe to coefficients [index][channel].
void finalizeSh(const FinalizePlan& plan, std::span<const float> moments, std::span<float> outCoefficients);

} // namespace pn
