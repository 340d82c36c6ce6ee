#include "stb_oracle.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

std::vector<float> readHdrWithStb(std::span<const std::byte> file)
{
    int width = 0, height = 0, channels = 0;
    float* texels = stbi_loadf_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()),
                                           &width, &height, &channels, 3);
    std::vector<float> rgb;
    if (texels != nullptr)
        rgb.assign(texels, texels + std::size_t{3} * width * height);
    stbi_image_free(texels);
    return rgb;
}

std::vector<std::byte> readRgbaWithStb(std::span<const std::byte> file)
{
    int width = 0, height = 0, channels = 0;
    stbi_uc* texels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()),
                                            static_cast<int>(file.size()), &width, &height, &channels, 4);
    const auto* bytes = reinterpret_cast<const std::byte*>(texels);
    std::vector<std::byte> rgba;
    if (texels != nullptr)
        rgba.assign(bytes, bytes + std::size_t{4} * width * height);
    stbi_image_free(texels);
    return rgba;
}
