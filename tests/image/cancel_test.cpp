// Ctrl-C is seen within 100 ms in every reader, writer and resampling of our own: they ask often enough. Measured in
// processor time, so that a busy machine changes nothing.
#include "container_builder.h"
#include "image/files/cancel.h"
#include "image/files/output_file.h"
#include "image/formats/dds.h"
#include "image/formats/exr.h"
#include "image/formats/ktx.h"
#include "image/formats/png_jpeg.h"
#include "image/formats/radiance.h"
#include "image/resample/resample.h"
#include "image/texels/convert.h"
#include "image/texels/texel_range.h"
#include "image_builder.h"
#include "support/sanitizer.h"
#include "support/threads.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <random>
#include <stdexcept>

using namespace pn::image;
using pn::testing::kIsSanitized;
using pn::testing::threadSeconds;

namespace {

constexpr double kPromised = 0.1;                     // in seconds; 10 ms at most were measured on a server's core
constexpr double kSlower = kIsSanitized ? 10.0 : 1.0; // sanitizers make texel loops up to that much slower

std::atomic<double> longestSilence;
thread_local double lastQuestion = 0.0; // a new thread's clock begins at 0
std::atomic<int> questionsLeft;

void measureSilence()
{
    const double now = threadSeconds();
    double longest = longestSilence;
    while (now - lastQuestion > longest && !longestSilence.compare_exchange_weak(longest, now - lastQuestion))
    {
    }
    lastQuestion = now;
}

// How many times as long as a server's core this machine takes to fill memory that it was not given before: what the
// longest steps do. A virtual machine that hands out pages slowly is no slow writer.
double slowness()
{
    constexpr std::size_t kBytes = std::size_t{32} << 20;
    constexpr double kServerSeconds = 0.016; // 2 GB/s
    const double start = threadSeconds();
    const std::vector<std::byte> filled(kBytes, std::byte{1});
    const double seconds = threadSeconds() - start;
    return filled.back() == std::byte{1} ? std::max(1.0, seconds / kServerSeconds) : 1.0;
}

void cancelLater()
{
    if (--questionsLeft < 0)
        throw std::domain_error("cancelled");
}

Image noise(PnFormat format, std::uint32_t width, std::uint32_t height)
{
    Image image{PN_FORMAT_RGBA32F, width, height, Buffer(std::size_t{16} * width * height)};
    std::mt19937 random(5);
    auto* values = reinterpret_cast<float*>(image.texels.data());
    for (std::size_t i = 0; i < image.texels.size() / 4; ++i)
        values[i] = static_cast<float>(random() % 4096) / 1024.0f;
    return format == PN_FORMAT_RGBA16F ? toHalf(image) : std::move(image);
}

Environment environment(Kind kind, Image image)
{
    Environment made;
    made.kind = kind;
    made.image = std::move(image);
    return made;
}

struct Work
{
    const char* name;
    std::function<std::function<void()>()> prepare; // makes the input, and returns what is measured
};

template <typename Make, typename Run>
std::function<std::function<void()>()> work(const Make& make, const Run& run)
{
    return [=]() -> std::function<void()> {
        const auto input = std::make_shared<decltype(make())>(make());
        return [=] { run(*input); };
    };
}

template <typename Run>
auto onCube(PnFormat format, std::uint32_t size, const Run& run)
{
    return work([=] { return noise(format, size, 6 * size); }, run);
}

template <Ktx2Packing kPacking>
Bytes ktx2Of(const Image& image)
{
    const Image* mip = &image;
    return encodeKtx2({&mip, 1}, kPacking);
}

Bytes ddsOf(const Image& image)
{
    const Image* mip = &image;
    return encodeDds({&mip, 1});
}

Bytes pngTexels()
{
    Bytes rgb(std::size_t{3} * 4096 * 4096);
    for (std::size_t i = 0; i < rgb.size(); ++i)
        rgb[i] = static_cast<std::byte>(static_cast<std::uint32_t>(i) * 2654435761u >> 24);
    return rgb;
}

const std::vector<Work>& allWork()
{
    constexpr PnFormat kHalf = PN_FORMAT_RGBA16F, kFloat = PN_FORMAT_RGBA32F;
    static const std::vector<Work> all = {
        {"WriteRadiance", onCube(kFloat, 768, [](const Image& image) { encodeRadiance(image); })},
        {"ReadRadiance",
         work([] { return encodeRadiance(noise(kFloat, 1024, 6144)); }, [](const Bytes& file) { readRadiance(file); })},
        {"WriteExr", onCube(kFloat, 512, [](const Image& image) { encodeExr(image); })},
        {"WriteDds", onCube(kHalf, 1024, [](const Image& image) { ddsOf(image); })},
        {"ReadDds", work([] { return ddsOf(noise(kHalf, 1024, 6144)); }, [](const Bytes& file) { readDds(file); })},
        {"WriteKtx2", onCube(kHalf, 1024, [](const Image& image) { ktx2Of<Ktx2Packing::None>(image); })},
        {"PackKtx2", onCube(kHalf, 192, [](const Image& image) { ktx2Of<Ktx2Packing::Zstandard>(image); })},
        {"ReadPackedKtx2", work([] { return ktx2Of<Ktx2Packing::Zstandard>(noise(kHalf, 256, 1536)); },
                                [](const Bytes& file) { readKtx2(file); })},
        {"ReadBc6hKtx2", work(
                             [] {
                                 return ktx2File(143, 1024, 1024, 6, 0, {{Bytes(6291456), 6291456}});
                             },
                             [](const Bytes& file) { readKtx2(file); })},
        {"WritePng", work(pngTexels,
                          [](const Bytes& rgb) {
                              encodePng(4096, 4096, {reinterpret_cast<const std::uint8_t*>(rgb.data()), rgb.size()});
                          })},
        {"ToHalf", onCube(kFloat, 768, [](const Image& image) { toHalf(image); })},
        {"ToFloat", onCube(kHalf, 768, [](const Image& image) { toFloat(image); })},
        {"MeasureRange", onCube(kHalf, 1024, [](const Image& image) { measureRange(image); })},
        {"ResampleCube", work([] { return environment(Kind::Cubemap, noise(kHalf, 512, 3072)); },
                              [](const Environment& cube) { resampleToCube(cube, 384, 1); })},
        {"ResampleMapToCube", work([] { return environment(Kind::Equirect, noise(kHalf, 2048, 1024)); },
                                   [](const Environment& map) { resampleToCube(map, 256, 2); })},
        {"ResampleToMap", work([] { return environment(Kind::Cubemap, noise(kHalf, 128, 768)); },
                               [](const Environment& cube) { resampleToMap(cube, 256, 2); })},
    };
    return all;
}

class Cancel : public testing::TestWithParam<std::size_t>
{
protected:
    void TearDown() override { setCancelCheck(nullptr); }
};

} // namespace

TEST_P(Cancel, IsAskedOftenEnough)
{
    const std::function<void()> run = allWork()[GetParam()].prepare();
    longestSilence = 0.0;
    lastQuestion = threadSeconds();
    setCancelCheck(measureSilence);
    run();
    measureSilence();
    RecordProperty("milliseconds", std::to_string(1e3 * longestSilence));
    EXPECT_LT(longestSilence, kPromised * kSlower * slowness());
}

TEST_P(Cancel, EndsTheWork)
{
    const std::function<void()> run = allWork()[GetParam()].prepare();
    questionsLeft = 2;
    setCancelCheck(cancelLater);
    EXPECT_THROW(run(), std::domain_error);
}

INSTANTIATE_TEST_SUITE_P(All, Cancel, testing::Range<std::size_t>(0, allWork().size()),
                         [](const auto& index) { return allWork()[index.param].name; });

// Small files are written even then, such as the log of what was done.
TEST(CancelledOutput, IsOfLargeFilesAlone)
{
    setCancelCheck([] { throw std::domain_error("cancelled"); });
    OutputFile file("/dev/null");
    EXPECT_NO_THROW(file.write(Bytes(1000)));
    EXPECT_THROW(file.write(Bytes(std::size_t{40} << 20)), std::domain_error);
    setCancelCheck(nullptr);
}
