// Whatever floating-point environment the caller has, the bits are the same, and the caller gets it back. And without
// the library's help: no product or sum is a denormal, so that a device which flushes them gives the same bits.
#include "support/core_probe.h"

#include <gtest/gtest.h>

#if defined(__SSE2__) && defined(__linux__)
#include <sys/mman.h>
#include <xmmintrin.h>

#include <cmath>
#include <new>

namespace pn {
namespace {

using testing::makeWildProbe;

constexpr unsigned kDefault = 0x1f80, kFlush = 0x8040, kTowardsZero = 0x6000, kUpwards = 0x4000;
constexpr unsigned kFlags = 0x3f; // sticky exception flags, which any float operation may set

class Mxcsr
{
public:
    explicit Mxcsr(unsigned value) : m_saved(_mm_getcsr()) { _mm_setcsr(value); }
    ~Mxcsr() { _mm_setcsr(m_saved); }
    Mxcsr(const Mxcsr&) = delete;
    Mxcsr& operator=(const Mxcsr&) = delete;

private:
    unsigned m_saved;
};

PnSh projectThroughApi(const testing::TestProbe& probe, std::uint32_t threads)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_CPU;
    desc.threadCount = threads;
    PnContext context = nullptr;
    EXPECT_EQ(pnCreateContext(&desc, &context), PN_SUCCESS);
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.bands = 5;
    PnSh sh{};
    const PnCubemapView view = probe.cubemapView();
    EXPECT_EQ(pnProjectCubemap(context, &view, &options, &sh, nullptr), PN_SUCCESS);
    pnDestroyContext(context);
    return sh;
}

TEST(FloatEnvironment, OfTheCallerChangesNoBitAndIsGivenBack)
{
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_R11G11B10F})
        for (const std::uint32_t size : {33u, 200u})
            for (const std::uint32_t threads : {1u, 2u})
            {
                const auto probe = makeWildProbe(true, size, size, format, 1, 4);
                const PnSh expected = projectThroughApi(probe, threads);
                for (const unsigned mode : {kFlush, kTowardsZero, kUpwards, kFlush | kTowardsZero})
                {
                    const Mxcsr environment(kDefault | mode);
                    const PnSh actual = projectThroughApi(probe, threads);
                    EXPECT_EQ(_mm_getcsr() & ~kFlags, kDefault | mode);
                    EXPECT_EQ(std::memcmp(&actual, &expected, sizeof(PnSh)), 0) << mode << ", " << size;
                }
            }
}

// One segment of a shape, on a thread whose environment is as it is.
std::vector<float> projectSegment(const Geometry& geometry, std::uint32_t segment, const FaceTexels& face,
                                  const SimdTarget& target)
{
    std::vector<float> scratch, moments(75);
    TexelCounts counts;
    target.projectSegment({geometry, face, {}, 5, segment, 0, scratch, moments, counts});
    return moments;
}

// Texels of one row of the largest magnitude there is and of the least, side by side, alone, and cancelling.
std::vector<std::vector<float>> extremeRows(std::uint32_t width)
{
    constexpr float kLeast = 0x1p-40f, kGreatest = 0x1p64f;
    std::vector<std::vector<float>> rows;
    const auto add = [&](auto&& value) {
        rows.emplace_back(std::size_t{width} * 3);
        for (std::uint32_t i = 0; i < width * 3; ++i)
            rows.back()[i] = value(i / 3);
    };
    add([](std::uint32_t) { return kLeast; });
    add([](std::uint32_t x) { return x % 2 == 0 ? kLeast : -kLeast; });
    add([](std::uint32_t x) { return x == 0 ? kLeast : 0.0f; });
    add([=](std::uint32_t x) { return x == width / 2 ? -kLeast : 0.0f; });
    add([](std::uint32_t) { return kGreatest; });
    add([](std::uint32_t x) { return x % 3 == 0 ? -kGreatest : kLeast; });
    return rows;
}

// A face whose memory is there only where something was written: zeros elsewhere.
class SparseFace
{
public:
    explicit SparseFace(const Shape& shape) : m_shape(shape), m_bytes(shape.texelsPerFace() * 12)
    {
        constexpr int kMode = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        void* memory = mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, kMode, -1, 0);
        if (memory == MAP_FAILED)
            throw std::bad_alloc();
        m_memory = static_cast<std::byte*>(memory);
    }
    ~SparseFace() { munmap(m_memory, m_bytes); }
    SparseFace(const SparseFace&) = delete;
    SparseFace& operator=(const SparseFace&) = delete;

    FaceTexels face() const { return {PN_FORMAT_RGB32F, std::size_t{m_shape.width} * 12, m_memory}; }

    // The upper half only: the rows below stay zero, so that nothing cancels by symmetry.
    void fill(std::uint32_t quarterRow, const std::vector<float>& row)
    {
        const std::size_t rowBytes = row.size() * sizeof(float);
        std::memcpy(m_memory + m_shape.top(quarterRow) * rowBytes, row.data(), rowBytes);
    }

private:
    Shape m_shape;
    std::size_t m_bytes;
    std::byte* m_memory;
};

// With the row in the segment's last row, or in all of its rows.
void expectNothingFlushed(const Shape& shape, std::uint32_t segment, const SimdTarget& target)
{
    const std::uint32_t begin = shape.segmentBegin(segment), end = shape.segmentBegin(segment + 1);
    const Geometry geometry(shape, begin, end);
    SparseFace texels(shape);
    for (const auto& row : extremeRows(shape.width))
        for (const std::uint32_t first : {end - 1, begin})
        {
            texels.fill(first, std::vector<float>(row.size(), 0.0f));
            for (std::uint32_t y = first; y < end; ++y)
                texels.fill(y, row);
            const auto expected = projectSegment(geometry, segment, texels.face(), target);
            for (const float moment : expected)
                ASSERT_TRUE(std::isfinite(moment));
            const Mxcsr environment(kDefault | kFlush);
            EXPECT_EQ(projectSegment(geometry, segment, texels.face(), target), expected)
                << shape.width << " x " << shape.height << ", segment " << segment;
            for (std::uint32_t y = begin; y < end; ++y)
                texels.fill(y, std::vector<float>(row.size(), 0.0f));
        }
}

// docs/math.md, section 6: the least product is far above the least normal float, the greatest sum below infinity.
TEST(NumberRange, FlushingDenormalsChangesNoBitAtTheLimits)
{
    for (const Shape& shape :
         {Shape::cubemap(PN_MAX_FACE_SIZE), Shape::equirect(PN_MAX_EQUIRECT_WIDTH, PN_MAX_EQUIRECT_HEIGHT),
          Shape::equirect(PN_MAX_EQUIRECT_WIDTH - 1, PN_MAX_EQUIRECT_HEIGHT - 1)})
        for (const std::uint32_t segment : {0u, shape.segments() - 1}) // at the centre, at the edge or the pole
            expectNothingFlushed(shape, segment, simdTargets().front());
}

TEST(NumberRange, FlushingDenormalsChangesNoBitOnSmallFaces)
{
    for (const std::uint32_t size : {1u, 2u, 3u, 16u, 33u})
        for (const Shape& shape : {Shape::cubemap(size), Shape::equirect(2 * size, size)})
            for (const SimdTarget& target : simdTargets())
                expectNothingFlushed(shape, 0, target);
}

} // namespace
} // namespace pn

#endif
