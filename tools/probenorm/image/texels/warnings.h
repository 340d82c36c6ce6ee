#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pn::image {

// Warnings of what a file can ask for any number of, at any length: the first ones are kept, cut to a length, and the
// others are counted. One that is kept already is not repeated.
class Warnings
{
public:
    static constexpr std::size_t kMost = 8;
    static constexpr std::size_t kMostBytes = 700; // of each; the list of an OpenEXR file's layers fits

    void add(std::string_view text);

    // The last one says how many there are beyond kMost.
    const std::vector<std::string>& texts() const noexcept { return m_texts; }

private:
    std::vector<std::string> m_texts;
    std::uint64_t m_more = 0;
};

} // namespace pn::image
