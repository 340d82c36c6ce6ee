// Hand-made inputs: images from lists of numbers, files byte by byte.
#pragma once

#include "image/files/error.h"
#include "image/texels/image.h"
#include "image/texels/texel.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using Bytes = std::vector<std::byte>;

inline pn::image::Image makeFloatImage(std::uint32_t width, std::uint32_t height, const std::vector<float>& rgb)
{
    pn::image::Image image;
    image.format = PN_FORMAT_RGB32F;
    image.width = width;
    image.height = height;
    image.texels = pn::image::Buffer(rgb.size() * sizeof(float));
    if (!rgb.empty())
        std::memcpy(image.texels.data(), rgb.data(), image.texels.size());
    return image;
}

// Appends to a file under construction. Little endian unless told otherwise.
class FileBuilder
{
public:
    FileBuilder& text(std::string_view text)
    {
        for (const char c : text)
            bytes.push_back(static_cast<std::byte>(c));
        return *this;
    }
    FileBuilder& u8(std::initializer_list<int> values)
    {
        for (const int value : values)
            bytes.push_back(static_cast<std::byte>(value));
        return *this;
    }
    FileBuilder& u16(unsigned value) { return number(value, 2); }
    FileBuilder& u32(std::initializer_list<std::uint32_t> values)
    {
        for (const std::uint32_t value : values)
            number(value, 4);
        return *this;
    }
    FileBuilder& u64(std::uint64_t value) { return number(value, 8); }
    FileBuilder& zeros(std::size_t count)
    {
        bytes.resize(bytes.size() + count);
        return *this;
    }
    FileBuilder& append(const Bytes& more)
    {
        for (const std::byte byte : more) // g++ 12 warns of an insert into an empty vector
            bytes.push_back(byte);
        return *this;
    }

    bool isBigEndian = false;
    Bytes bytes;

private:
    FileBuilder& number(std::uint64_t value, int size)
    {
        for (int i = 0; i < size; ++i)
            bytes.push_back(static_cast<std::byte>(value >> (8 * (isBigEndian ? size - 1 - i : i))));
        return *this;
    }
};

// variables: header lines, each with its end.
inline Bytes radianceFile(std::string_view variables, std::string_view size, const Bytes& scanlines)
{
    return FileBuilder().text("#?RADIANCE\n").text(variables).text("\n").text(size).text("\n").append(scanlines).bytes;
}

inline Bytes bytesOf(const pn::image::Image& image)
{
    return {image.texels.data(), image.texels.data() + image.texels.size()};
}

inline std::vector<pn::image::Rgb> texelsOf(const pn::image::Image& image)
{
    std::vector<pn::image::Rgb> texels(std::size_t{image.width} * image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
        decodeRow(image.format, image.row(y), image.width, &texels[std::size_t{y} * image.width]);
    return texels;
}

// Texels 1, 2, 3, ... as bytes, that no two channels of a small picture share.
inline Bytes countingBytes(std::size_t count, unsigned first = 1)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::byte>(first + i);
    return bytes;
}

// Runs body, which must throw an Error, and returns it.
template <typename Body>
pn::image::Error errorOf(Body&& body)
{
    try
    {
        body();
    }
    catch (const pn::image::Error& e)
    {
        return e;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {pn::image::ErrorKind::FileIo, "nothing was thrown"};
}

#define EXPECT_ERROR(statement, expectedKind, text)                                                                    \
    do                                                                                                                 \
    {                                                                                                                  \
        const pn::image::Error caught = ::errorOf([&] { statement; });                                                 \
        EXPECT_EQ(caught.kind(), pn::image::ErrorKind::expectedKind) << caught.what();                                 \
        EXPECT_NE(std::string(caught.what()).find(text), std::string::npos) << caught.what();                          \
    } while (false)

// Every prefix of a valid file must be refused as invalid, with a reason.
template <typename Read>
void expectPrefixesFail(const Bytes& file, Read&& read)
{
    for (std::size_t size = 0; size < file.size(); ++size)
    {
        const Bytes prefix(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        const auto caught = errorOf([&] { read(prefix); });
        ASSERT_EQ(caught.kind(), pn::image::ErrorKind::InvalidInput) << size << " bytes: " << caught.what();
        ASSERT_FALSE(std::string(caught.what()).empty());
    }
}
