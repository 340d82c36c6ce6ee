// Times CUB's reduction as `probenorm_lab` times its rungs: random elements, another input each run, the device's own
// clock, the median of 20 runs after 2 to warm up.
//
//   cub_compare                          32 M elements
//   cub_compare 805306368
#include "timing.cuh"

#include <cub/cub.cuh>

#include <cmath>
#include <cstring>

#if CCCL_VERSION >= 3001000
#include <cuda/execution>
#endif

namespace {

float unitFloat(std::uint32_t word)
{
    return float(word >> 8) * 0x1p-24f;
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

} // namespace

int main(int argc, char** argv)
{
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("CUB of CCCL %d.%d on %s, median of %d runs\n", CCCL_MAJOR_VERSION, CCCL_MINOR_VERSION, device.name,
                kRuns);
    const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::size_t{1} << 25;
    if (count == 0)
    {
        std::fprintf(stderr, "usage: cub_compare [elements]\n");
        return 1;
    }
    measureReduce(count);
}
