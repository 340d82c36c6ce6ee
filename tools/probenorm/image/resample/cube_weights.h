#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace pn::image {

// Where texels of the target and of the source overlap along one axis of a cube face, in order.
struct Overlap
{
    std::uint32_t target;
    std::uint32_t source;
    double begin; // on the face, which reaches from -1 to 1
    double end;
};

std::vector<Overlap> findOverlaps(std::uint32_t targetSize, std::uint32_t sourceSize);

// The solid angles of the overlaps of one row. Rows are asked for in order, because neighbours share their corners.
class RowWeights
{
public:
    explicit RowWeights(const std::vector<Overlap>& columns) : m_columns(columns) {}

    // Writes one weight for each column.
    void write(const Overlap& row, double* weights);

private:
    // cornerSolidAngle() of both ends of each column on the line v.
    struct Line
    {
        double v = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> begins;
        std::vector<double> ends;
    };

    void moveTo(double v, Line& line) const;

    const std::vector<Overlap>& m_columns;
    Line m_top;
    Line m_bottom;
};

// The weights of all rows of a face. All faces have the same ones.
struct CubeWeights
{
    std::vector<Overlap> overlaps;   // of columns, and of rows
    std::vector<std::size_t> firsts; // the first overlap of each texel of the target, and one past the last one
    std::vector<double> weights;     // row by row; empty where a table would be too large
    std::vector<double> totals;      // what the weights of each texel of the target add up to, likewise

    std::size_t targetSize() const { return firsts.size() - 1; }
    bool hasTable() const { return !weights.empty(); }
    const double* row(std::size_t index) const { return weights.data() + index * overlaps.size(); }
    const double* totalsOf(std::size_t y) const { return totals.data() + y * targetSize(); }

    // Adds the weights of a row of the source to the totals of a row of the target.
    void addTo(double* rowTotals, const double* rowWeights) const
    {
        for (std::size_t i = 0; i < overlaps.size(); ++i)
            rowTotals[overlaps[i].target] += rowWeights[i];
    }
};

// Made once for each pair of sizes and kept, as long as all of them take little memory. Safe to call from any thread.
std::shared_ptr<const CubeWeights> cubeWeights(std::uint32_t targetSize, std::uint32_t sourceSize);

} // namespace pn::image
