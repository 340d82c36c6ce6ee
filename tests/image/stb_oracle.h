// stb_image as an independent reader of valid files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

struct OraclePicture
{
    int width = 0;
    int height = 0;
    std::vector<float> rgb; // empty when stb_image refuses
};

struct OracleBytes
{
    int width = 0;
    int height = 0;
    std::vector<std::byte> rgba; // empty when stb_image refuses
};

OraclePicture readHdrWithStb(std::span<const std::byte> file); // Radiance
OracleBytes readRgbaWithStb(std::span<const std::byte> file);  // PNG, JPEG
