// The premises of docs/math.md, section 6: no operand of the projection is ever a denormal, whatever the input. The
// bounds are that page's, worked out by hand; the tables are the product's.
#include "core/geometry.h"
#include "core/sh_finalize.h"
#include "core/sh_project.h"

#include <gtest/gtest.h>

#include <cmath>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace pn {
namespace {

constexpr std::uint32_t kMaxFace = PN_MAX_FACE_SIZE;
constexpr std::uint32_t kMaxWidth = PN_MAX_EQUIRECT_WIDTH, kMaxHeight = PN_MAX_EQUIRECT_HEIGHT;
constexpr int kLeastTexelExponent = -40, kLeastNormalExponent = -126, kMantissaBits = 23;

// Magnitudes of what is not zero.
struct Bounds
{
    double least = HUGE_VAL, most = 0;

    void include(float value)
    {
        const double magnitude = std::abs(double(value));
        if (magnitude != 0)
            least = std::min(least, magnitude);
        most = std::max(most, magnitude);
    }
};

// What the texels of a row are multiplied by, for all degrees, as the kernel works it out.
void includeRow(const Geometry& geometry, std::uint32_t row, Bounds& even, Bounds& odd)
{
    const std::uint32_t count = geometry.perTexel() ? geometry.shape.columns() : 1;
    for (std::uint32_t column = 0; column < count; ++column)
    {
        float weight = geometry.weightRow(row)[column];
        even.include(weight);
        for (std::uint32_t degree = 1; degree < PN_MAX_BANDS; ++degree)
        {
            weight = weight * geometry.slopeRow(row)[column];
            even.include(weight);
            odd.include(geometry.rowTangent[row] * weight);
        }
    }
}

// 2^e <= value; what a float of at least that magnitude is a multiple of is 2^(e - 23).
int floorLog2(double value)
{
    return std::ilogb(value);
}

std::vector<std::uint32_t> sizesUpTo(std::uint32_t most)
{
    std::vector<std::uint32_t> sizes{127, 128, 255, 256, 1000, 2049, most - 4, most - 3, most - 2, most - 1, most};
    for (std::uint32_t size = 1; size <= 64; ++size)
        sizes.push_back(size);
    return sizes;
}

TEST(NumberRange, SumsOverCubeRowsAreMultiplesOfANormalFloat)
{
    Bounds even, odd;
    for (const std::uint32_t size : sizesUpTo(kMaxFace))
    {
        const Shape shape = Shape::cubemap(size);
        for (const std::uint32_t row : {0u, 1u, shape.rows() / 2, shape.rows() - 1}) // both factors are monotonic
            if (row < shape.rows())
                includeRow(Geometry(shape, row, row + 1), row, even, odd);
    }
    EXPECT_EQ(floorLog2(even.least), 3);
    EXPECT_EQ(floorLog2(odd.least), -9);
    EXPECT_LT(std::max(even.most, odd.most), std::exp2(8.94));
    EXPECT_GE(kLeastTexelExponent + floorLog2(odd.least) - kMantissaBits, kLeastNormalExponent);
}

TEST(NumberRange, SumsOverMapRowsAreMultiplesOfANormalFloat)
{
    Bounds even, odd;
    for (const std::uint32_t height : sizesUpTo(kMaxHeight))
    {
        const Geometry geometry(Shape::equirect(1, height));
        for (std::uint32_t row = 0; row < geometry.shape.rows(); ++row)
            includeRow(geometry, row, even, odd);
    }
    EXPECT_EQ(floorLog2(even.least), -59);
    EXPECT_EQ(floorLog2(odd.least), -45);
    EXPECT_LT(std::max(even.most, odd.most), std::exp2(8.66));
    EXPECT_GE(kLeastTexelExponent + floorLog2(even.least) - kMantissaBits, kLeastNormalExponent);
}

Bounds columnFactors(const Shape& shape)
{
    const Geometry geometry(shape, 0, 1);
    Bounds bounds;
    for (std::uint32_t column = 0; column < shape.columns(); ++column)
        for (const Moment& moment : kMoments)
        {
            float alpha = 1, gamma = 1;
            for (std::uint32_t i = 0; i < moment.i; ++i)
                alpha = alpha * geometry.alpha[column];
            for (std::uint32_t k = 0; k < moment.k; ++k)
                gamma = gamma * geometry.gamma[column];
            bounds.include(alpha * gamma * columnShare(shape, column));
        }
    return bounds;
}

TEST(NumberRange, ColumnFactorsAreNormal)
{
    for (const std::uint32_t size : sizesUpTo(kMaxFace))
        EXPECT_GE(columnFactors(Shape::cubemap(size)).least, 0x1p-56) << size;
    for (const std::uint32_t width : sizesUpTo(kMaxWidth))
    {
        const Bounds bounds = columnFactors(Shape::equirect(width, 1));
        EXPECT_GE(bounds.least, 0x1p-58) << width;
        EXPECT_LE(bounds.most, 1.0) << width;
    }
}

TEST(NumberRange, CoefficientsAreNormalOrZeroAndFinite)
{
    for (const Shape& shape : {Shape::cubemap(kMaxFace), Shape::equirect(kMaxWidth, kMaxHeight)})
    {
        const FinalizePlan plan(shape, PN_MAX_BANDS);
        Bounds factors;
        for (const FinalizePlan::Term& term : plan.terms)
            factors.include(term.factor);
        EXPECT_GE(factors.least, 0.28);
        EXPECT_LE(factors.most, 7.41);
        EXPECT_GE(plan.scale * 0x1p-90, 0x1p-126);

        const double mostMoment = 0x1p66 * 64 * double(shape.texelsPerFace());
        for (std::size_t i = 0; i + 1 < plan.firstTerm.size(); ++i)
        {
            double sum = 0;
            for (std::uint32_t t = plan.firstTerm[i]; t < plan.firstTerm[i + 1]; ++t)
                sum += std::abs(double(plan.terms[t].factor)) * mostMoment;
            EXPECT_LT(sum, 0x1p107);
        }
    }
}

#if defined(__SSE2__)

constexpr unsigned kDefaultMxcsr = 0x1f80, kFlushing = 0x8040; // flush results, denormals are zero
constexpr unsigned kDenormalOperand = 0x2, kUnderflow = 0x10;

class MxcsrScope
{
public:
    explicit MxcsrScope(unsigned value) : m_saved(_mm_getcsr()) { _mm_setcsr(value); }
    ~MxcsrScope() { _mm_setcsr(m_saved); }
    MxcsrScope(const MxcsrScope&) = delete;
    MxcsrScope& operator=(const MxcsrScope&) = delete;

private:
    unsigned m_saved;
};

// Texels at the ends of what the policy lets through. Rows overlap in memory, one texel apart, so that the largest
// map takes little of it.
std::vector<float> extremeTexels(std::size_t count)
{
    constexpr float kExtremes[] = {0, 0x1p-40f, -0x1p-40f, 0x1p-40f, 0x1.8p-39f, 0, -0x1p-40f, 0x1p-17f};
    std::vector<float> texels(3 * count);
    std::uint32_t state = 1;
    for (float& texel : texels)
    {
        state = state * 1664525u + 1013904223u;
        texel = kExtremes[state >> 29];
    }
    return texels;
}

// The first and last segment of a map of the largest height, next to the equator and to the pole, to coefficients.
std::vector<float> projectMap(const SimdTarget& target, std::uint32_t width, const std::vector<float>& texels)
{
    const Shape shape = Shape::equirect(width, kMaxHeight);
    constexpr std::size_t kFloats = 3 * kMaxMoments;
    std::vector<float> moments(2 * kFloats), scratch, coefficients(kFloats);
    TexelCounts counts;
    const Geometry geometry(shape);
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const std::uint32_t segment = i * (shape.segments() - 1);
        const FaceTexels face{PN_FORMAT_RGB32F, 12, reinterpret_cast<const std::byte*>(texels.data())};
        target.projectSegment({geometry,
                               face,
                               {},
                               PN_MAX_BANDS,
                               segment,
                               0,
                               scratch,
                               std::span(moments).subspan(i * kFloats, kFloats),
                               counts});
    }
    combinePartials(moments, 2);
    finalizeSh(FinalizePlan(shape, PN_MAX_BANDS), std::span(moments).first(kFloats), coefficients);
    return coefficients;
}

struct Flushed
{
    std::vector<float> coefficients;
    unsigned flags; // exceptions that arose without flushing
};

// With both settings of the hardware.
Flushed compareWithFlushing(const SimdTarget& target, std::uint32_t width, const std::vector<float>& texels)
{
    Flushed result;
    {
        const MxcsrScope scope(kDefaultMxcsr);
        result.coefficients = projectMap(target, width, texels);
        result.flags = _mm_getcsr();
    }
    const MxcsrScope scope(kDefaultMxcsr | kFlushing);
    EXPECT_EQ(projectMap(target, width, texels), result.coefficients);
    EXPECT_FALSE(result.flags & kDenormalOperand);
    return result;
}

TEST(NumberRange, FlushingDenormalsChangesNothing)
{
    const std::vector<float> many = extremeTexels(kMaxWidth + kMaxHeight);
    std::vector<float> lone(many.size()); // the first texel of the pole's row, and nothing that would hide it
    lone[0] = 0x1p-40f;
    std::vector<float> first;
    for (const SimdTarget& target : simdTargets())
    {
        SCOPED_TRACE(target.name);
        const Flushed all = compareWithFlushing(target, 1023, many);
        if (first.empty())
            first = all.coefficients;
        EXPECT_EQ(all.coefficients, first) << "instruction sets differ";
        EXPECT_TRUE(compareWithFlushing(target, kMaxWidth - 1, lone).flags & kUnderflow)
            << "the input is not extreme enough";
    }
}

#endif

} // namespace
} // namespace pn
