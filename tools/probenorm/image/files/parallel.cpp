#include "image/files/parallel.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace pn::image {

void parallelRanges(std::uint32_t count, unsigned threadCount,
                    const std::function<void(std::uint32_t begin, std::uint32_t end)>& body)
{
    const unsigned wanted = threadCount == 0 ? std::max(std::thread::hardware_concurrency(), 1u) : threadCount;
    const std::uint32_t parts = std::clamp<std::uint32_t>(wanted, 1, std::max(count, 1u));
    std::vector<std::exception_ptr> errors(parts);
    const auto run = [&](std::uint32_t index) {
        try
        {
            const auto at = [&](std::uint32_t i) {
                return static_cast<std::uint32_t>(std::uint64_t{count} * i / parts);
            };
            body(at(index), at(index + 1));
        }
        catch (...)
        {
            errors[index] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t i = 1; i < parts; ++i)
            threads.emplace_back(run, i);
        run(0);
    }
    for (const std::exception_ptr& error : errors)
        if (error)
            std::rethrow_exception(error);
}

} // namespace pn::image
