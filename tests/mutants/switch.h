// In each file with mutants, before all else: whether a mutant is switched on (PN_MUTANT), and which were reached (the
// file PN_MUTANT_REACHED). And kernels from a folder (PN_MUTANT_KERNELS) in place of the compiled ones.
#pragma once
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wunused-function"

static int pnActiveMutant;
static unsigned char* pnReachedMutants;

__attribute__((constructor(101))) static void pnStartMutants(void)
{
    const char* active = getenv("PN_MUTANT");
    const char* reached = getenv("PN_MUTANT_REACHED");
    const int file = reached ? open(reached, O_RDWR) : -1;
    pnActiveMutant = active ? atoi(active) : 0;
    if (file >= 0)
        pnReachedMutants = (unsigned char*)mmap(0, 1024, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
}

static inline int pnMutant(int number)
{
    if (pnReachedMutants)
        pnReachedMutants[number] = 1;
    return number == pnActiveMutant;
}

#define PN_MUTANT(number) (pnMutant(number) != 0)

#ifdef __cplusplus
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

template <class T>
static inline T pnOther(T value)
{
    if constexpr (std::is_same_v<T, bool>)
        return !value;
    else if constexpr (std::is_arithmetic_v<T>)
        return T(value + 1);
    else
        return T();
}

#define PN_OTHER(...) pnOther(__VA_ARGS__)

template <class Kernel, std::size_t kCount>
static const std::array<Kernel, kCount>& pnKernels(const Kernel (&table)[kCount])
{
    static std::vector<std::uint32_t> words[kCount];
    static const std::array<Kernel, kCount> kernels = [&table] {
        std::array<Kernel, kCount> result = std::to_array(table);
        const char* folder = getenv("PN_MUTANT_KERNELS");
        for (std::size_t i = 0; folder != nullptr && i < kCount; ++i)
        {
            std::ifstream file(std::string(folder) + "/" + std::string(table[i].name) + ".spv", std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(file), {}};
            if (bytes.empty())
                continue;
            words[i].resize(bytes.size() / 4);
            bytes.copy(reinterpret_cast<char*>(words[i].data()), bytes.size());
            result[i].words = words[i];
        }
        return result;
    }();
    return kernels;
}

template <class Kernel, std::size_t kCount>
static void pnReachKernel(const std::array<Kernel, kCount>& table, std::string_view name)
{
    for (std::size_t i = 0; pnReachedMutants != nullptr && i < kCount; ++i)
        if (name.empty() || name == table[i].name)
            pnReachedMutants[256 + i] = 1;
}

#else
#define PN_OTHER(value) (1 + (value))
#endif
