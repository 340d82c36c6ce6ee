// libtiff's handle of a file in memory.
#pragma once

#include "image/texels/limits.h"

#include <tiffio.h>

#include <memory>
#include <span>
#include <string>

namespace pn::image {

class TiffFile
{
public:
    // Throws when this is no TIFF file.
    TiffFile(std::span<const std::byte> file, const Limits& limits);
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;

    TIFF* get() const { return m_tiff.get(); }

    // A field of one number; the format's own default where the file does not have it.
    template <typename Value>
    Value field(std::uint32_t tag) const
    {
        Value value{};
        TIFFGetFieldDefaulted(m_tiff.get(), tag, &value);
        return value;
    }

    // Throws what libtiff complained of last, or reason where it said nothing.
    [[noreturn]] void fail(const char* reason) const;

private:
    struct Close
    {
        void operator()(TIFF* tiff) const { TIFFClose(tiff); }
    };
    struct Input
    {
        std::span<const std::byte> bytes;
        std::uint64_t position = 0;
    };

    static tmsize_t read(thandle_t handle, void* out, tmsize_t size);
    static toff_t seek(thandle_t handle, toff_t offset, int from);
    static toff_t sizeOf(thandle_t handle);
    static int onError(TIFF* tiff, void* self, const char* module, const char* format, va_list arguments);
    static int onWarning(TIFF* tiff, void* self, const char* module, const char* format, va_list arguments);

    Input m_input;
    std::string m_message;
    std::unique_ptr<TIFF, Close> m_tiff;
};

} // namespace pn::image
