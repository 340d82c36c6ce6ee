#include "image/texels/limits.h"

#include "image/files/error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace pn::image {

namespace {

void checkEdge(const char* name, std::uint64_t value)
{
    if (value < 1 || value > kMaxAxis)
        reject("{} must be in 1..{}, found {}", name, kMaxAxis, value);
}

thread_local const ClaimScope::Admit* asked = nullptr;

} // namespace

void checkSize(std::uint64_t width, std::uint64_t height)
{
    checkEdge("width", width);
    checkEdge("height", height);
}

void checkClaim(std::uint64_t byteCount, const Limits& limits)
{
    if (byteCount > limits.maxBytes)
        reject("decoded size {} bytes is above the limit of {} (--max-bytes)", byteCount, limits.maxBytes);
    askForClaim(byteCount);
}

Image describeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits)
{
    checkSize(width, height);
    checkClaim(width * height * texelBytes(format), limits); // below 2^38 after checkSize
    Image image;
    image.format = format;
    image.width = static_cast<std::uint32_t>(width);
    image.height = static_cast<std::uint32_t>(height);
    return image;
}

Image makeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits)
{
    Image image = describeImage(format, width, height, limits);
    image.texels = Buffer(image.rowBytes() * image.height);
    return image;
}

ClaimScope::ClaimScope(Admit admit) : m_admit(std::move(admit))
{
    asked = &m_admit;
}

ClaimScope::~ClaimScope()
{
    asked = nullptr;
}

bool areClaimsAsked()
{
    return asked != nullptr;
}

void askForClaim(std::uint64_t byteCount)
{
    if (asked != nullptr)
        (*asked)(byteCount);
}

void Warnings::add(std::string_view text)
{
    if (text.empty())
        return;
    std::string kept(text.substr(0, kMostBytes));
    if (text.size() > kMostBytes)
        kept += " ...";
    if (std::find(m_texts.begin(), m_texts.end(), kept) != m_texts.end())
        return;
    if (m_texts.size() < kMost)
    {
        m_texts.push_back(std::move(kept));
        return;
    }
    m_texts.resize(kMost);
    m_texts.push_back("and " + std::to_string(++m_more) + " more");
}

} // namespace pn::image
