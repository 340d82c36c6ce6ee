#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pn::image {

// PNG of any kind. 8-bit channels stay as they are, as RGBA8_SRGB or, where the file says that it is linear, as RGBA8.
// 16-bit channels and packed texels become RGB32F. Other curves (cICP, gAMA) than sRGB and linear are refused.
Image readPng(std::span<const std::byte> file, const Limits& limits = {});

// JPEG to RGBA8_SRGB, turned as its Exif orientation says. Baseline and progressive files of one, three or four
// components, at most 100 scans.
Image readJpeg(std::span<const std::byte> file, const Limits& limits = {});

// A PNG file of 8-bit sRGB pixels, three bytes each, or four with alpha, rows from the top. text: of a tEXt chunk.
std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> pixels,
                                 std::uint32_t channels = 3, std::string_view text = {});

// A JPEG file of sRGB pixels, three bytes each. quality: 1 to 100.
std::vector<std::byte> encodeJpeg(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> pixels,
                                  int quality);

} // namespace pn::image
