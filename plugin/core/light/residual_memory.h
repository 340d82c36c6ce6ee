#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace pn {

// Where the copied faces of a wave lie: one piece of memory, which serves the next wave as well. Much of it consists of
// large pages where the system has them: to take as many small ones costs more than to fill them.
class ResidualMemory
{
public:
    // Begins anew, with room for so many bytes. Nothing is allocated before the first take().
    void begin(std::size_t bytes, std::uint32_t threads);

    // What a face takes.
    static std::size_t bytesTaken(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

    // On any thread, which is one of those of begin().
    std::byte* take(std::size_t bytes, std::uint32_t thread);

private:
    static constexpr std::size_t kAlignment = 64;

    struct Free
    {
        void operator()(std::byte* memory) const;
    };

    // The large page from which a thread takes: no two threads wait for the system to clear the same one.
    struct Page
    {
        std::byte* next = nullptr;
        std::size_t left = 0;
    };

    std::byte* claim(std::size_t bytes);

    std::mutex m_mutex; // of the next three
    std::unique_ptr<std::byte, Free> m_memory;
    std::size_t m_size = 0;
    std::size_t m_claimed = 0;
    std::size_t m_wanted = 0;
    std::vector<Page> m_pages; // of each thread; none where the memory is too small for large pages
};

} // namespace pn
