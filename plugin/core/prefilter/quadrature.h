#pragma once

#include <span>

namespace pn {

struct QuadraturePoint
{
    double x; // in [0, 1]
    double weight;
};

// Gauss and Legendre's rule of some points, 1 to 16, on [0, 1]. It is exact for polynomials of degree 2 points - 1.
std::span<const QuadraturePoint> gaussPoints(unsigned points);

// The integral of f over [0, 1].
template <typename Function>
double gauss(unsigned points, Function&& f)
{
    double sum = 0;
    for (const QuadraturePoint& point : gaussPoints(points))
        sum += point.weight * f(point.x);
    return sum;
}

} // namespace pn
