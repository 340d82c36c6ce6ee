#include "core/prefilter/quadrature.h"

#include "core/sh/trigonometry.h"

#include <array>

namespace pn {
namespace {

constexpr unsigned kMostPoints = 16;

// Roots of the Legendre polynomial by Newton's steps from Tricomi's first guess, and the weights 2 / ((1 - x^2) P'^2).
std::array<QuadraturePoint, kMostPoints> makeRule(unsigned points)
{
    std::array<QuadraturePoint, kMostPoints> rule{};
    for (unsigned i = 0; i < points; ++i)
    {
        double x = -cosPi((i + 0.75) / (points + 0.5));
        double slope = 1;
        for (int step = 0; step < 8; ++step)
        {
            double before = 1, value = x;
            for (unsigned k = 2; k <= points; ++k)
            {
                const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
                before = value;
                value = next;
            }
            slope = points * (x * value - before) / (x * x - 1);
            x -= value / slope;
        }
        rule[i] = {(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)};
    }
    return rule;
}

} // namespace

std::span<const QuadraturePoint> gaussPoints(unsigned points)
{
    static const auto rules = [] {
        std::array<std::array<QuadraturePoint, kMostPoints>, kMostPoints + 1> made{};
        for (unsigned count = 1; count <= kMostPoints; ++count)
            made[count] = makeRule(count);
        return made;
    }();
    return {rules[points].data(), points};
}

} // namespace pn
