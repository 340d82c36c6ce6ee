#include "image/formats/tiff_file.h"

#include "image/files/error.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>

namespace pn::image {

namespace {

struct FreeOptions
{
    void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

} // namespace

TiffFile::TiffFile(std::span<const std::byte> file, const Limits& limits) : m_input{file}
{
    const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
    constexpr std::uint64_t kMost = std::numeric_limits<tmsize_t>::max();
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(std::min(limits.maxBytes, kMost)));
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), onError, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), onWarning, this);
    const auto ignoreWrite = [](thandle_t, void*, tmsize_t) -> tmsize_t { return 0; };
    const auto ignoreClose = [](thandle_t) { return 0; };
    m_tiff.reset(TIFFClientOpenExt("memory", "rm", &m_input, read, ignoreWrite, seek, ignoreClose, sizeOf, nullptr,
                                   nullptr, options.get()));
    if (m_tiff == nullptr)
        fail("not a TIFF file that can be read");
}

void TiffFile::fail(const char* reason) const
{
    throw Error(ErrorKind::InvalidInput, "TIFF: " + (m_message.empty() ? reason : m_message));
}

tmsize_t TiffFile::read(thandle_t handle, void* out, tmsize_t size)
{
    Input& input = *static_cast<Input*>(handle);
    const std::uint64_t left = input.bytes.size() - std::min<std::uint64_t>(input.position, input.bytes.size());
    const std::uint64_t count = std::min(left, static_cast<std::uint64_t>(std::max<tmsize_t>(size, 0)));
    if (count > 0)
        std::memcpy(out, input.bytes.data() + input.position, count);
    input.position += count;
    return static_cast<tmsize_t>(count);
}

toff_t TiffFile::seek(thandle_t handle, toff_t offset, int from)
{
    Input& input = *static_cast<Input*>(handle);
    const std::uint64_t base = from == SEEK_CUR ? input.position : from == SEEK_END ? input.bytes.size() : 0;
    input.position = base + offset;
    return input.position;
}

toff_t TiffFile::sizeOf(thandle_t handle)
{
    return static_cast<Input*>(handle)->bytes.size();
}

int TiffFile::onError(TIFF*, void* self, const char*, const char* format, va_list arguments)
{
    std::array<char, 240> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    static_cast<TiffFile*>(self)->m_message = text.data();
    return 1;
}

// libtiff warns of tags that it does not know, which touch no texel.
int TiffFile::onWarning(TIFF*, void*, const char*, const char*, va_list)
{
    return 1;
}

} // namespace pn::image
