// The kernels of the CPU backend on one thread, on texels that its caches hold. Names are
//   project/<instruction set>/<texel format>/<face size>/<bands>   all segments of one face
//   finalize/<bands>                                               one probe's moments to coefficients
#include "bench/random_words.h"

#include "core/kernel/sh_finalize.h"
#include "core/kernel/simd_target.h"

#include <benchmark/benchmark.h>

namespace pn {
namespace {

struct NamedFormat
{
    PnFormat format;
    const char* name;
};

constexpr NamedFormat kFormats[] = {
    {PN_FORMAT_RGBA32F, "rgba32f"}, {PN_FORMAT_RGB32F, "rgb32f"},         {PN_FORMAT_RGBA16F, "rgba16f"},
    {PN_FORMAT_RGB9E5, "rgb9e5"},   {PN_FORMAT_R11G11B10F, "r11g11b10f"}, {PN_FORMAT_RGBA8, "rgba8"},
};

void project(benchmark::State& state, const SimdTarget& target, PnFormat format, std::uint32_t size,
             std::uint32_t bands)
{
    const Shape shape = Shape::cubemap(size);
    const Geometry geometry(shape);
    std::vector<std::byte> texels(shape.texelsPerFace() * formatBytes(format));
    bench::fillRandom(texels, format);
    const FaceTexels face{format, std::size_t{size} * formatBytes(format), texels.data()};
    std::vector<float> scratch, moments(3 * momentCount(bands));
    TexelCounts counts;
    for (auto _ : state)
        for (std::uint32_t segment = 0; segment < shape.segments(); ++segment)
            target.projectSegment({geometry, face, {}, bands, segment, 0, scratch, moments, counts});
    benchmark::DoNotOptimize(moments.data());
    state.SetItemsProcessed(std::int64_t(state.iterations()) * std::int64_t(shape.texelsPerFace()));
    state.SetBytesProcessed(std::int64_t(state.iterations()) * std::int64_t(texels.size()));
}

void finalize(benchmark::State& state, std::uint32_t bands)
{
    const FinalizePlan plan(Shape::cubemap(256), bands);
    const std::vector<float> moments(6 * 3 * momentCount(bands), 1.0f);
    std::vector<float> coefficients(3 * momentCount(bands));
    for (auto _ : state)
    {
        finalizeSh(plan, moments, coefficients);
        benchmark::DoNotOptimize(coefficients.data());
    }
}

void registerProject(const SimdTarget& target, const NamedFormat& format, std::uint32_t size, std::uint32_t bands)
{
    const std::string name = std::string("project/") + target.name + "/" + format.name + "/" + std::to_string(size) +
                             "/" + std::to_string(bands);
    benchmark::RegisterBenchmark(name.c_str(), project, target, format.format, size, bands);
}

void registerAll()
{
    for (const SimdTarget& target : simdTargets())
        for (const NamedFormat& format : kFormats)
        {
            for (const std::uint32_t size : {64u, 128u, 256u, 512u, 1024u})
                registerProject(target, format, size, 3);
            for (const std::uint32_t bands : {1u, 2u, 4u, 5u})
                registerProject(target, format, 256, bands);
        }
    for (std::uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
        benchmark::RegisterBenchmark(("finalize/" + std::to_string(bands)).c_str(), finalize, bands);
}

} // namespace
} // namespace pn

int main(int argc, char** argv)
{
    pn::registerAll();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
