// Times cub::DeviceReduce::Sum as `probenorm bench reduce` times its rungs: random floats, another input each run, the
// device's own clock, the median of 20 runs after 2 to warm up.
//
//   nvcc -O3 -std=c++17 -arch=native main.cu -o cub_compare && ./cub_compare [elements...]
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr int kWarmUps = 2, kRuns = 20;
constexpr long long kWaitCycles = 200'000;                  // about 0.1 ms
constexpr std::size_t kRotatedBytes = std::size_t{1} << 30; // what the runs take turns through, if an input is smaller
constexpr std::size_t kBlockFloats = std::size_t{1} << 22;  // random floats, repeated over all of it

void check(cudaError_t error, const char* call)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
    std::exit(1);
}

#define CHECK(call) check((call), #call)

template <typename T>
class DeviceArray
{
public:
    explicit DeviceArray(std::size_t count) { CHECK(cudaMalloc(&m_data, count * sizeof(T))); }
    ~DeviceArray() { cudaFree(m_data); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* get() const { return m_data; }

private:
    T* m_data = nullptr;
};

void fillRandom(float* to, std::size_t count)
{
    std::mt19937 random(1);
    std::vector<float> block(std::min(kBlockFloats, count));
    for (float& value : block)
        value = float(random() >> 8) * 0x1p-24f;
    for (std::size_t done = 0; done < count; done += block.size())
        CHECK(cudaMemcpy(to + done, block.data(), std::min(block.size(), count - done) * sizeof(float),
                         cudaMemcpyHostToDevice));
}

// Keeps the device busy until the host has queued what is measured: a launch takes the host longer than the device.
__global__ void waitCycles(long long cycles)
{
    const long long start = clock64();
    while (clock64() - start < cycles)
    {
    }
}

// Seconds of one sum.
class Stopwatch
{
public:
    Stopwatch()
    {
        CHECK(cudaEventCreate(&m_begin));
        CHECK(cudaEventCreate(&m_end));
    }
    ~Stopwatch()
    {
        cudaEventDestroy(m_begin);
        cudaEventDestroy(m_end);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    template <typename Work>
    double time(Work&& work)
    {
        float milliseconds = 0.0f;
        waitCycles<<<1, 1>>>(kWaitCycles);
        CHECK(cudaEventRecord(m_begin));
        work();
        CHECK(cudaEventRecord(m_end));
        CHECK(cudaEventSynchronize(m_end));
        CHECK(cudaEventElapsedTime(&milliseconds, m_begin, m_end));
        return milliseconds * 1e-3;
    }

private:
    cudaEvent_t m_begin = nullptr, m_end = nullptr;
};

void measure(std::size_t count)
{
    const std::size_t slices = std::max<std::size_t>(2, kRotatedBytes / (count * sizeof(float)));
    const std::size_t stride = (count + 63) / 64 * 64; // of 256 bytes
    const DeviceArray<float> input(slices * stride);
    const DeviceArray<float> result(1);
    fillRandom(input.get(), slices * stride);

    std::size_t temporaryBytes = 0;
    CHECK(cub::DeviceReduce::Sum(nullptr, temporaryBytes, input.get(), result.get(), count));
    const DeviceArray<char> temporary(temporaryBytes);
    Stopwatch stopwatch;
    std::vector<double> times;
    for (int run = 0; run < kWarmUps + kRuns; ++run)
    {
        const float* slice = input.get() + std::size_t(run) % slices * stride;
        const double seconds = stopwatch.time(
            [&] { CHECK(cub::DeviceReduce::Sum(temporary.get(), temporaryBytes, slice, result.get(), count)); });
        if (run >= kWarmUps)
            times.push_back(seconds);
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    float sum = 0.0f;
    CHECK(cudaMemcpy(&sum, result.get(), sizeof(sum), cudaMemcpyDeviceToHost));
    std::printf("%12zu floats %8.1f MiB %10.4f ms %9.1f GB/s   sum %.9g\n", count, double(count) * 4 / (1 << 20),
                median * 1e3, double(count) * 4 / median * 1e-9, double(sum));
}

} // namespace

int main(int argc, char** argv)
{
    cudaDeviceProp device{};
    CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("cub::DeviceReduce::Sum on %s, median of %d runs\n", device.name, kRuns);
    std::vector<std::size_t> counts = {std::size_t{1} << 25, std::size_t{3} << 28}; // 128 MiB and 3 GiB
    if (argc > 1)
        counts.clear();
    for (int i = 1; i < argc; ++i)
        counts.push_back(std::strtoull(argv[i], nullptr, 10));
    for (const std::size_t count : counts)
        if (count != 0)
            measure(count);
    return 0;
}
