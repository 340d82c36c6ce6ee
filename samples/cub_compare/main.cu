// Times CUB's device-wide algorithms as `probenorm_lab` times its rungs: random elements, another input each run, the
// device's own clock, the median of 20 runs after 2 to warm up.
//
//   cub_compare                          all of them, at 32 M elements
//   cub_compare scan 268435456           one of them, at so many elements
//   names: reduce scan histogram select segmented
#include "timing.cuh"

#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <thrust/iterator/transform_iterator.h>

#include <cmath>
#include <cstring>
#include <string>

#if CCCL_VERSION >= 3001000
#include <cuda/execution>
#endif

namespace {

float unitFloat(std::uint32_t word)
{
    return float(word >> 8) * 0x1p-24f;
}

std::uint32_t sameWord(std::uint32_t word)
{
    return word;
}

// The relative error of a sum of the block repeated, against double precision.
double sumError(float sum, std::size_t count)
{
    std::mt19937 random(1);
    std::vector<double> prefix(1, 0.0);
    for (std::size_t i = 0; i < kBlockWords; ++i)
        prefix.push_back(prefix.back() + double(unitFloat(std::uint32_t(random()))));
    const double expected = double(count / kBlockWords) * prefix.back() + prefix[count % kBlockWords];
    return std::abs(double(sum) - expected) / expected;
}

template <typename Call>
void measureSum(const char* name, std::size_t count, const DeviceArray<float>& result, Call&& call)
{
    const double seconds = medianSeconds(call);
    std::size_t bytes = 0;
    CHECK(call(nullptr, bytes, 0));
    const DeviceArray<char> temporary(bytes);
    CHECK(call(temporary.get(), bytes, 0)); // run 0 begins where the block does
    float sum = 0.0f;
    CHECK(cudaMemcpy(&sum, result.get(), sizeof(sum), cudaMemcpyDeviceToHost));
    char note[64];
    std::snprintf(note, sizeof(note), "error %.1e", sumError(sum, count));
    printRow(name, count, 4.0 * double(count), seconds, note);
}

void measureReduce(std::size_t count)
{
    const Inputs<float> inputs(count, unitFloat);
    const DeviceArray<float> result(1);
    measureSum("DeviceReduce::Sum", count, result, [&](void* temporary, std::size_t& bytes, int run) {
        return cub::DeviceReduce::Sum(temporary, bytes, inputs.slice(run), result.get(), count);
    });
#if CCCL_VERSION >= 3001000
    // Equal bits on every GPU, by a reproducible accumulator; an environment allocates the memory itself.
    measureSum("DeviceReduce::Sum, gpu_to_gpu", count, result, [&](void* temporary, std::size_t& bytes, int run) {
        bytes = 1;
        if (temporary == nullptr)
            return cudaSuccess;
        return cub::DeviceReduce::Sum(inputs.slice(run), result.get(), count,
                                      cuda::execution::require(cuda::execution::determinism::gpu_to_gpu));
    });
#else
    std::printf("DeviceReduce::Sum, gpu_to_gpu: needs CCCL 3.1, and this is %d.%d\n", CCCL_MAJOR_VERSION,
                CCCL_MINOR_VERSION);
#endif
}

void measureScan(std::size_t count)
{
    const Inputs<std::uint32_t> inputs(count, sameWord);
    const DeviceArray<std::uint32_t> results(count);
    printRow("DeviceScan::InclusiveSum", count, 8.0 * double(count),
             medianSeconds([&](void* temporary, std::size_t& bytes, int run) {
                 return cub::DeviceScan::InclusiveSum(temporary, bytes, inputs.slice(run), results.get(), count);
             }));
}

// What `probenorm_lab histogram` counts: RGBA16F texels by the bits of their luminance, 64 octaves from 2^-32 on. The device
// converts half floats by itself, which takes fewer instructions than the lab's own conversion.
struct LuminanceBin
{
    int shift;

    static __device__ float channel(std::uint32_t word)
    {
        return fminf(fmaxf(__half2float(__ushort_as_half(static_cast<unsigned short>(word))), 0.0f), 65504.0f);
    }
    __device__ int operator()(uint2 texel) const
    {
        const float redAndGreen =
            __fadd_rn(__fmul_rn(channel(texel.x), 0.2126f), __fmul_rn(channel(texel.x >> 16), 0.7152f));
        const float luminance = __fadd_rn(redAndGreen, __fmul_rn(channel(texel.y), 0.0722f));
        constexpr unsigned kFirst = 0x2f800000u; // the bits of 2^-32
        return int((max(__float_as_uint(luminance), kFirst) - kFirst) >> shift);
    }
};

// Words of random texels, or of texels of one colour, as the lab has them.
std::vector<std::uint32_t> texelWords(bool isFlat)
{
    std::mt19937 random(1);
    std::vector<std::uint32_t> words(kBlockWords);
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const std::uint32_t one = i % 2 == 0 ? 0x3d553155u : 0x3c002e10u;
        words[i] = isFlat ? one : (std::uint32_t(random()) & 0x2fff2fffu) + 0x20002000u;
    }
    return words;
}

void measureHistogram(std::size_t count)
{
    for (const bool isFlat : {false, true})
    {
        const std::vector<std::uint32_t> words = texelWords(isFlat);
        std::size_t next = 0;
        const Inputs<uint2> inputs(count, [&](std::uint32_t) {
            const std::size_t i = next++ % (words.size() / 2);
            return make_uint2(words[2 * i], words[2 * i + 1]);
        });
        for (const int binBits : {8, 12})
        {
            const int bins = 1 << binBits;
            const DeviceArray<int> counts(std::size_t(bins) + 1);
            char name[64];
            std::snprintf(name, sizeof(name), "DeviceHistogram, %d bins, %s", bins, isFlat ? "flat" : "random");
            printRow(name, count, 8.0 * double(count), medianSeconds([&](void* temporary, std::size_t& bytes, int run) {
                         const auto samples =
                             thrust::make_transform_iterator(inputs.slice(run), LuminanceBin{29 - binBits});
                         return cub::DeviceHistogram::HistogramEven(temporary, bytes, samples, counts.get(), bins + 1,
                                                                    0, bins, (long long)count);
                     }));
        }
    }
}

struct AtLeast
{
    std::uint32_t threshold;
    __host__ __device__ bool operator()(std::uint32_t word) const { return word >= threshold; }
};

void measureSelect(std::size_t count)
{
    const Inputs<std::uint32_t> inputs(count, sameWord);
    const DeviceArray<std::uint32_t> results(count);
    const DeviceArray<std::size_t> kept(1);
    const AtLeast onePercent{0xfd70a3d7u};
    printRow("DeviceSelect::If, 1 % kept", count, 4.04 * double(count),
             medianSeconds([&](void* temporary, std::size_t& bytes, int run) {
                 return cub::DeviceSelect::If(temporary, bytes, inputs.slice(run), results.get(), kept.get(), count,
                                              onePercent);
             }));
    const Inputs<std::uint8_t> flags(count, [](std::uint32_t word) { return std::uint8_t(word < 0x28f5c29u); });
    printRow("DeviceSelect::Flagged, 1 % kept", count, 5.04 * double(count),
             medianSeconds([&](void* temporary, std::size_t& bytes, int run) {
                 return cub::DeviceSelect::Flagged(temporary, bytes, inputs.slice(run), flags.slice(run), results.get(),
                                                   kept.get(), count);
             }));
}

void measureSegmented(std::size_t count)
{
    const Inputs<float> inputs(count, unitFloat);
    for (const bool isUniform : {true, false})
    {
        std::mt19937 random(2); // the lengths of `probenorm_lab segmented-sum`
        std::vector<long long> offsets = {0};
        while (offsets.back() < (long long)count)
        {
            const auto word = std::uint32_t(random());
            const long long length =
                isUniform ? 1 + (word >> 20) : (long long)(std::exp2(12.0 * double(word) * 0x1p-32));
            offsets.push_back(std::min((long long)count, offsets.back() + length));
        }
        const std::size_t segments = offsets.size() - 1;
        const DeviceArray<long long> deviceOffsets(offsets.size());
        upload(deviceOffsets.get(), offsets);
        const DeviceArray<float> results(segments);
        char name[64];
        std::snprintf(name, sizeof(name), "DeviceSegmentedReduce, %s", isUniform ? "uniform" : "log-uniform");
        char note[64];
        std::snprintf(note, sizeof(note), "%zu segments", segments);
        printRow(name, count, 4.0 * double(count) + 8.0 * double(segments),
                 medianSeconds([&](void* temporary, std::size_t& bytes, int run) {
                     return cub::DeviceSegmentedReduce::Sum(temporary, bytes, inputs.slice(run), results.get(),
                                                            (long long)segments, deviceOffsets.get(),
                                                            deviceOffsets.get() + 1);
                 }),
                 note);
    }
}

struct Algorithm
{
    const char* name;
    void (*measure)(std::size_t count);
};

constexpr Algorithm kAlgorithms[] = {{"reduce", measureReduce},
                                     {"scan", measureScan},
                                     {"histogram", measureHistogram},
                                     {"select", measureSelect},
                                     {"segmented", measureSegmented}};

} // namespace

int main(int argc, char** argv)
{
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("CUB of CCCL %d.%d on %s, median of %d runs\n", CCCL_MAJOR_VERSION, CCCL_MINOR_VERSION, device.name,
                kRuns);
    const std::string wanted = argc > 1 ? argv[1] : "";
    const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::size_t{1} << 25;
    bool isKnown = wanted.empty();
    for (const Algorithm& algorithm : kAlgorithms)
        if (wanted.empty() || wanted == algorithm.name)
        {
            isKnown = true;
            algorithm.measure(count);
        }
    if (isKnown && count != 0)
        return 0;
    std::fprintf(stderr, "usage: cub_compare [reduce|scan|histogram|select|segmented [elements]]\n");
    return 1;
}
