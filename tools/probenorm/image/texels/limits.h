#pragma once

#include "image/texels/image.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pn::image {

// What a file may claim before memory is given to it (docs/formats.md, Limits).
struct Limits
{
    std::uint64_t maxBytes = std::uint64_t{1} << 30; // of decoded texels
};

// Longest edge of a picture: a strip of six of the largest faces.
inline constexpr std::uint32_t kMaxAxis = 6 * PN_MAX_FACE_SIZE;

// Throws unless both edges are in 1..kMaxAxis.
void checkSize(std::uint64_t width, std::uint64_t height);

// Throws unless so many decoded bytes are allowed.
void checkClaim(std::uint64_t byteCount, const Limits& limits);

// An image of a size that a file claims, after both checks; without memory for its texels, and with it.
Image describeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits);
Image makeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits);

// While it lives, admit is asked about each file that this thread reads, once its header has told how many bytes its
// texels take, and before memory is given to them. What admit throws ends the reading. It must be no std::exception,
// which readers take for a fault of the file.
class ClaimScope
{
public:
    using Admit = std::function<void(std::uint64_t byteCount)>;

    explicit ClaimScope(Admit admit);
    ~ClaimScope();
    ClaimScope(const ClaimScope&) = delete;
    ClaimScope& operator=(const ClaimScope&) = delete;

private:
    Admit m_admit;
};

// Whether somebody is asked on this thread; and asks.
bool areClaimsAsked();
void askForClaim(std::uint64_t byteCount);

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
