#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// One set of coefficients as a file holds it: bands * bands rows r g b, or seven rows x y z w.
struct ShSet
{
    PnConvention convention = PN_CONVENTION_CANONICAL;
    PnAxes axes = PN_AXES_KEEP;
    std::uint32_t bands = 0;
    std::uint32_t columns = 3; // of a row; the fourth float of a row is used only by vectors
    std::vector<std::array<float, 4>> rows;

    bool isVectors() const { return columns == 4; }
};

// Rows and columns of a set; throws Failure{CommandLine} when the convention cannot hold so many bands.
ShSet emptySet(PnConvention convention, PnAxes axes, std::uint32_t bands);

ShSet toSet(const PnSh& sh, PnConvention convention, PnAxes axes);

// path is for the message only.
PnSh fromSet(const ShSet& set, const std::string& path);

// Whether the convention's own order is all of r, then all of g, then all of b. Files have rows all the same, and say
// so by these words.
bool isChannelMajor(PnConvention convention);
inline constexpr const char* kRowOrder = "rows r g b";

// "L00", "L1-1" ... in the convention's slot order; "SHAr" ... for vectors.
std::string rowName(const ShSet& set, std::size_t row);

// Throw Failure for unknown names; about says where the name stands.
PnConvention findConvention(std::string_view name, const std::string& about);
PnAxes findAxes(std::string_view name, const std::string& about);

} // namespace pn::cli
