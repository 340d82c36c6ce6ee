// The premises of docs/math.md, section 6: no operand of the projection is ever a denormal, whatever the input. The
// bounds are that page's, worked out by hand; the tables are the product's.
#include "core/kernel/geometry.h"
#include "core/kernel/moments.h"
#include "core/kernel/sh_combine.h"
#include "core/kernel/sh_finalize.h"
#include "core/kernel/simd_target.h"

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

// What the texels of a row are multiplied by, as the kernel works it out.
void includeRow(const Geometry& geometry, std::uint32_t row, Bounds& weights)
{
    const std::uint32_t count = geometry.perTexel() ? geometry.shape.columns() : 1;
    for (std::uint32_t column = 0; column < count; ++column)
    {
        const float w = geometry.weightRow(row)[column], s = geometry.cosineRow(row)[column];
        const float b = geometry.perTexel() ? geometry.rowPosition[row] * s : geometry.rowPosition[row];
        const float square = b * b, q = square - kCentre;
        const float ws = w * s, wb = w * b, wq = w * q, wss = ws * s, wbs = wb * s;
        for (const float weight : {w, ws, wb, wq, wss, wbs, ws * q, wb * q, wbs * s, wq * q, wss * q, wbs * q})
            weights.include(weight);
        EXPECT_TRUE(square == 0 || square >= 0x1p-30f) << "row " << row;
        EXPECT_TRUE(q == 0 || std::abs(q) >= 0x1p-26f) << "row " << row;
    }
}

std::vector<std::uint32_t> sizesUpTo(std::uint32_t most)
{
    std::vector<std::uint32_t> sizes{127, 128, 255, 256, 1000, 2049, most - 4, most - 3, most - 2, most - 1, most};
    for (std::uint32_t size = 1; size <= 64; ++size)
        sizes.push_back(size);
    return sizes;
}

// Of these shapes. Where q passes zero no size is the extreme one, so the proof's bound is what must hold, and not the
// least value seen.
constexpr double kLeastWeight = 0x1p-46, kMostWeight = 0x1p9;

static_assert(kLeastTexelExponent - 46 - kMantissaBits >= kLeastNormalExponent, "sums are multiples of a normal float");

TEST(NumberRange, SumsOverRowsAreMultiplesOfANormalFloat)
{
    Bounds cube, map;
    for (const std::uint32_t size : sizesUpTo(kMaxFace))
    {
        const Shape shape = Shape::cubemap(size);
        for (std::uint32_t row = 0; row < shape.rows(); row += std::max(1u, shape.rows() / 16))
            includeRow(Geometry(shape, row, row + 1), row, cube);
        includeRow(Geometry(shape, shape.rows() - 1, shape.rows()), shape.rows() - 1, cube);
    }
    for (const std::uint32_t height : sizesUpTo(kMaxHeight))
    {
        const Geometry geometry(Shape::equirect(1, height));
        for (std::uint32_t row = 0; row < geometry.shape.rows(); ++row)
            includeRow(geometry, row, map);
    }
    for (const Bounds& weights : {cube, map})
    {
        EXPECT_GE(weights.least, kLeastWeight);
        EXPECT_LE(weights.most, kMostWeight);
    }
}

void expectFactorsInRange(const Shape& shape)
{
    Bounds bounds;
    for (const float factor : Geometry(shape, 0, 1).factors)
        bounds.include(factor);
    EXPECT_GE(bounds.least, 0x1p-40) << shape.width;
    EXPECT_LE(bounds.most, 6.2) << shape.width;
}

TEST(NumberRange, ColumnFactorsAreNormal)
{
    for (const std::uint32_t size : sizesUpTo(kMaxFace))
        expectFactorsInRange(Shape::cubemap(size));
    for (const std::uint32_t width : sizesUpTo(kMaxWidth))
        expectFactorsInRange(Shape::equirect(width, 1));
}

// docs/normalization.md, section 6: the least are of the outer texels of odd sizes, at the edges of a face.
TEST(NumberRange, WeightsOfMipsAreNotSmall)
{
    Bounds bounds;
    for (const std::uint32_t size : {3u, 5u, 31u, 255u, 1023u, kMaxFace - 1})
    {
        const std::uint32_t rows = Shape::cubemap(size / 2).rows();
        for (const float weight : MipWeights(size, rows - 1, rows).weights)
            bounds.include(weight);
    }
    EXPECT_GE(bounds.least, std::ldexp(1.0, -29));
    EXPECT_LT(bounds.least, std::ldexp(1.0, -27)) << "the bound is not far";
    EXPECT_LT(bounds.most, 1.0);
}

TEST(NumberRange, CoefficientsAreNormalOrZeroAndFinite)
{
    for (const Shape& shape : {Shape::cubemap(kMaxFace), Shape::equirect(kMaxWidth, kMaxHeight)})
    {
        const FinalizePlan plan(shape, PN_MAX_BANDS);
        Bounds factors;
        for (const FinalizePlan::Term& term : plan.terms)
            factors.include(term.factor);
        EXPECT_GE(factors.least, 0.125);
        EXPECT_LE(factors.most, 1.0);
        EXPECT_GE(plan.scale * 0x1p-90, 0x1p-126);

        const double mostMoment = 3 * 6.2 * 0x1p66 * 64 * double(shape.texelsPerFace());
        for (std::size_t i = 0; i + 1 < plan.firstTerm.size(); ++i)
        {
            double sum = 0;
            for (std::uint32_t t = plan.firstTerm[i]; t < plan.firstTerm[i + 1]; ++t)
                sum += std::abs(double(plan.terms[t].factor)) * mostMoment;
            EXPECT_LT(sum, 0x1p112);
        }
    }
}

#if defined(__SSE2__)

constexpr unsigned kDefaultMxcsr = 0x1f80, kFlushing = 0x8040; // flush results, denormals are zero
constexpr unsigned kDenormalOperand = 0x2;

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
std::vector<float> projectMap(const SimdTarget& target, const Geometry& geometry, const std::vector<float>& texels)
{
    const Shape& shape = geometry.shape;
    constexpr std::size_t kFloats = 3 * kMaxMoments;
    std::vector<float> moments(2 * kFloats), scratch, coefficients(kFloats);
    TexelCounts counts;
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

// The coefficients, which are the same with both settings of the hardware.
std::vector<float> compareWithFlushing(const SimdTarget& target, const Geometry& geometry,
                                       const std::vector<float>& texels)
{
    std::vector<float> coefficients;
    {
        const MxcsrScope scope(kDefaultMxcsr);
        coefficients = projectMap(target, geometry, texels);
        EXPECT_FALSE(_mm_getcsr() & kDenormalOperand);
    }
    const MxcsrScope scope(kDefaultMxcsr | kFlushing);
    EXPECT_EQ(projectMap(target, geometry, texels), coefficients);
    return coefficients;
}

TEST(NumberRange, FlushingDenormalsChangesNothing)
{
    const std::vector<float> texels = extremeTexels(kMaxWidth + kMaxHeight);
    const Geometry geometry(Shape::equirect(1023, kMaxHeight));
    std::vector<float> first;
    for (const SimdTarget& target : simdTargets())
    {
        SCOPED_TRACE(target.name);
        const std::vector<float> coefficients = compareWithFlushing(target, geometry, texels);
        if (first.empty())
            first = coefficients;
        EXPECT_EQ(coefficients, first) << "instruction sets differ";
    }
}

// Sums that cancel to their last bit meet factors of 2^-40 in no map that is easily found, so the weights are made
// smaller here than any real ones.
TEST(NumberRange, TermsThatUnderflowAreZero)
{
    Geometry geometry(Shape::equirect(64, kMaxHeight));
    std::fill(geometry.weight.begin(), geometry.weight.end(), 0x1p-60f);
    std::fill(geometry.factors.begin(), geometry.factors.end(), 0x1p-40f);
    const std::vector<float> texels(3 * (kMaxWidth + kMaxHeight), 0x1p-40f);
    for (const SimdTarget& target : simdTargets())
        for (const float coefficient : compareWithFlushing(target, geometry, texels))
            EXPECT_EQ(coefficient, 0.0f) << target.name;
}

#endif

} // namespace
} // namespace pn
