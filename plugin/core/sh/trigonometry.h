#pragma once

namespace pn {

// Sine, cosine and arc tangent made of additions, multiplications and divisions only, so that every compiler and C
// library gives the same bits. Errors are a few units in the last place of a double.

double sinPi(double x);     // sin(pi x), 0 <= x <= 1; exact at 0, 1/2 and 1
double cosPi(double x);     // cos(pi x), 0 <= x <= 1; exact at 0, 1/2 and 1
double atanSmall(double x); // |x| <= 0.11

} // namespace pn
