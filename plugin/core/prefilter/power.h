#pragma once

namespace pn {

// x to an exponent, for x > 0, made of additions, multiplications and divisions, so that every machine has the same
// bits.
double power(double x, double exponent);

} // namespace pn
