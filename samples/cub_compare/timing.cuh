// What every comparison needs: device memory that frees itself, random input, and the device's clock.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

constexpr int kWarmUps = 2, kRuns = 20;
constexpr long long kWaitCycles = 200'000;                  // about 0.1 ms
constexpr std::size_t kRotatedBytes = std::size_t{1} << 30; // what the runs take turns through, if an input is smaller
constexpr std::size_t kBlockWords = std::size_t{1} << 22;   // random words, repeated over all of it

inline void check(cudaError_t error, const char* call)
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
    explicit DeviceArray(std::size_t count) { CHECK(cudaMalloc(&m_data, std::max<std::size_t>(1, count) * sizeof(T))); }
    ~DeviceArray() { cudaFree(m_data); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* get() const { return m_data; }

private:
    T* m_data = nullptr;
};

template <typename T>
void upload(T* to, const std::vector<T>& from)
{
    CHECK(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
}

// Other elements for every run, so that no run finds its own in the cache.
template <typename T>
class Inputs
{
public:
    // makeElement turns 32 random bits into an element.
    template <typename MakeElement>
    Inputs(std::size_t count, MakeElement&& makeElement)
        : m_stride((count * sizeof(T) + 255) / 256 * 256 / sizeof(T)),
          m_slices(std::max<std::size_t>(2, kRotatedBytes / (count * sizeof(T)))), m_elements(m_slices * m_stride)
    {
        std::mt19937 random(1);
        std::vector<T> block(std::min(kBlockWords, m_slices * m_stride));
        for (T& value : block)
            value = makeElement(std::uint32_t(random()));
        for (std::size_t done = 0; done < m_slices * m_stride; done += block.size())
            CHECK(cudaMemcpy(m_elements.get() + done, block.data(),
                             std::min(block.size(), m_slices * m_stride - done) * sizeof(T), cudaMemcpyHostToDevice));
    }

    const T* slice(int run) const { return m_elements.get() + std::size_t(run) % m_slices * m_stride; }

private:
    std::size_t m_stride, m_slices;
    DeviceArray<T> m_elements;
};

// Keeps the device busy until the host has queued what is measured: a launch takes the host longer than the device.
static __global__ void waitCycles(long long cycles)
{
    const long long start = clock64();
    while (clock64() - start < cycles)
    {
    }
}

// Seconds of one piece of work.
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

// Median seconds of call(temporary, temporaryBytes, run), CUB's two-step form: with no memory it says how much it needs.
template <typename Call>
double medianSeconds(Call&& call)
{
    std::size_t temporaryBytes = 0;
    CHECK(call(nullptr, temporaryBytes, 0));
    const DeviceArray<char> temporary(temporaryBytes);
    Stopwatch stopwatch;
    std::vector<double> times;
    for (int run = 0; run < kWarmUps + kRuns; ++run)
    {
        const double seconds = stopwatch.time([&] { CHECK(call(temporary.get(), temporaryBytes, run)); });
        if (run >= kWarmUps)
            times.push_back(seconds);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

// bytes: what must be read and written.
inline void printRow(const char* name, std::size_t elements, double bytes, double seconds, const char* note = "")
{
    std::printf("%-34s %12zu elements %10.4f ms %9.1f GB/s  %s\n", name, elements, seconds * 1e3, bytes / seconds * 1e-9,
                note);
}
