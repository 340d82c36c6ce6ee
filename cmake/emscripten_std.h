// What emscripten 3.1.6 lacks of the C++20 library, before every source (pn_target.cmake). There are no threads, so an
// atomic reference is a plain one.
#pragma once

#ifdef __cplusplus

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

_LIBCPP_BEGIN_NAMESPACE_STD

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept
{
    return __builtin_bit_cast(To, from);
}

template <typename T>
unique_ptr<T> make_unique_for_overwrite(size_t count)
{
    return unique_ptr<T>(new remove_extent_t<T>[count]);
}

template <typename T>
struct atomic_ref
{
    static constexpr bool is_always_lock_free = true;

    explicit atomic_ref(T& value) : m_value(value) {}
    T load(memory_order = memory_order_seq_cst) const { return m_value; }
    void store(T value, memory_order = memory_order_seq_cst) const { m_value = value; }
    T exchange(T value) const { return std::exchange(m_value, value); }

private:
    T& m_value;
};

template <typename C, typename Traits>
span(basic_string_view<C, Traits>) -> span<const C>;

namespace ranges {

template <typename Range, typename Is>
bool all_of(Range&& range, Is is)
{
    return std::all_of(begin(range), end(range), [&](const auto& item) { return invoke(is, item); });
}

template <typename A, typename B, typename Equal = std::equal_to<>, typename OfA = identity, typename OfB = identity>
bool equal(A&& a, B&& b, Equal isEqual = {}, OfA ofA = {}, OfB ofB = {})
{
    return std::equal(begin(a), end(a), begin(b), end(b),
                      [&](const auto& x, const auto& y) { return isEqual(invoke(ofA, x), invoke(ofB, y)); });
}

} // namespace ranges

struct jthread : thread
{
    using thread::thread;
    jthread(jthread&&) = default;
    jthread& operator=(jthread&&) = default;
    ~jthread()
    {
        if (joinable())
            join();
    }
};

template <typename T, enable_if_t<is_floating_point_v<T>, int> = 0>
from_chars_result from_chars(const char* begin, const char* end, T& value)
{
    const string text(begin, end);
    if (text.empty() || text.find_first_of("0123456789.-in") != 0) // strtod skips spaces, and takes a plus
        return {begin, errc::invalid_argument};
    char* stop = nullptr;
    const double number = is_same_v<T, float> ? strtof(text.c_str(), &stop) : strtod(text.c_str(), &stop);
    const bool isNumber = stop != text.c_str();
    if (isNumber)
        value = static_cast<T>(number);
    return {begin + (stop - text.c_str()), isNumber ? errc() : errc::invalid_argument};
}

inline to_chars_result to_chars(char* begin, char* end, double value, chars_format, int digits)
{
    return {begin + snprintf(begin, static_cast<size_t>(end - begin), "%.*g", digits, value), errc()};
}

_LIBCPP_END_NAMESPACE_STD

#endif
