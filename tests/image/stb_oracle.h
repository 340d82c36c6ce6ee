// stb_image as an independent reader of valid files; nothing where it refuses one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

std::vector<float> readHdrWithStb(std::span<const std::byte> file);      // Radiance, as r g b
std::vector<std::byte> readRgbaWithStb(std::span<const std::byte> file); // PNG, JPEG
