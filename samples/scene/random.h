// Random numbers of our own: the standard library's distributions differ from one implementation to the next.
#pragma once

#include <cstdint>

namespace scene {

// O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms" (2014): PCG-XSH-RR 64/32.
class Random
{
public:
    Random(std::uint64_t state, std::uint64_t stream) : m_increment((stream << 1) | 1)
    {
        nextWord();
        m_state += state;
        nextWord();
    }

    std::uint32_t nextWord()
    {
        const std::uint64_t old = m_state;
        m_state = old * 6364136223846793005u + m_increment;
        const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
        const auto turn = static_cast<std::uint32_t>(old >> 59);
        return (shifted >> turn) | (shifted << ((32 - turn) & 31));
    }

    // 0 to 1 without 1, a multiple of 2^-24.
    float next() { return static_cast<float>(nextWord() >> 8) * 0x1p-24f; }

private:
    std::uint64_t m_state = 0;
    std::uint64_t m_increment;
};

// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014): the finalizer of SplitMix64.
inline std::uint64_t mixed(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// The numbers of one pixel or texel, whatever thread asks for them. Mixed, since neighbouring streams of PCG are alike.
inline Random randomOf(std::uint64_t seed, std::uint64_t image, std::uint64_t pixel)
{
    const std::uint64_t state = mixed(mixed(mixed(seed) ^ image) ^ pixel);
    return {state, mixed(state)};
}

} // namespace scene
