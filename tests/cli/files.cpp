#include "files.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace pn::test {
namespace {

void append(std::string& bytes, std::uint32_t value) // little-endian
{
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(value >> shift & 0xffu);
}

void append(std::string& bytes, float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    append(bytes, bits);
}

// Shared exponent e with the largest channel in 128..255 of 2^(e - 136).
std::array<std::uint8_t, 4> rgbe(const Rgb& rgb)
{
    const float largest = std::max({rgb[0], rgb[1], rgb[2]});
    if (largest <= 0.0f)
        return {};
    int exponent = 0;
    std::frexp(largest, &exponent); // largest = m * 2^exponent, m in 0.5..1
    std::array<std::uint8_t, 4> out{};
    for (std::size_t c = 0; c < 3; ++c)
        out[c] = static_cast<std::uint8_t>(std::ldexp(rgb[c], 8 - exponent));
    out[3] = static_cast<std::uint8_t>(exponent + 128);
    return out;
}

// Of a DDS file of RGBA32F.
std::string ddsHeader(std::uint32_t width, std::uint32_t height, bool isCube)
{
    constexpr std::uint32_t kRgba32Float = 2; // DXGI_FORMAT_R32G32B32A32_FLOAT
    std::string bytes = "DDS ";
    // size, flags (caps height width pitch pixelformat), height, width, pitch, depth, mips
    for (const std::uint32_t value : {124u, 0x100fu, height, width, width * 16, 0u, 1u})
        append(bytes, value);
    bytes.append(44, '\0');
    append(bytes, 32u); // pixel format: size, fourCC flag, DX10
    append(bytes, 4u);
    bytes += "DX10";
    bytes.append(20, '\0');
    // caps: texture; for a cubemap complex, with all faces
    for (const std::uint32_t value : {isCube ? 0x1008u : 0x1000u, isCube ? 0xfe00u : 0u, 0u, 0u, 0u})
        append(bytes, value);
    for (const std::uint32_t value : {kRgba32Float, 3u, isCube ? 4u : 0u, 1u, 0u}) // texture 2D, cube flag, one, alpha
        append(bytes, value);
    return bytes;
}

void appendTexel(std::string& bytes, const Rgb& texel)
{
    for (const float value : texel)
        append(bytes, value);
    append(bytes, 1.0f);
}

std::string bigEndian(std::uint32_t value)
{
    std::string bytes;
    append(bytes, value);
    return {bytes.rbegin(), bytes.rend()};
}

std::string pngChunk(const std::string& name, const std::string& data)
{
    const std::string named = name + data;
    const auto* const bytes = reinterpret_cast<const Bytef*>(named.data());
    return bigEndian(static_cast<std::uint32_t>(data.size())) + named +
           bigEndian(static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(named.size()))));
}

} // namespace

std::string makeFolder()
{
    std::string path = (std::filesystem::temp_directory_path() / "probenorm-test-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr)
        throw std::runtime_error("cannot make a folder " + path);
    return path;
}

void removeFolder(const std::string& path)
{
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
}

std::string readText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string Folder::add(const std::string& name, const std::string& bytes) const
{
    std::ofstream file(path(name), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush())
        throw std::runtime_error("cannot write " + path(name));
    return path(name);
}

bool Folder::has(const std::string& name) const
{
    return std::filesystem::exists(path(name));
}

std::vector<std::string> Folder::names() const
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_path))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string radianceFile(std::uint32_t width, std::uint32_t height,
                         const std::function<Rgb(std::uint32_t x, std::uint32_t y)>& texel)
{
    std::string bytes =
        "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(height) + " +X " + std::to_string(width) + "\n";
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            for (const std::uint8_t byte : rgbe(texel(x, y)))
                bytes += static_cast<char>(byte);
    return bytes;
}

std::string flatMap(std::uint32_t width, std::uint32_t height, const Rgb& colour)
{
    return radianceFile(width, height, [&](auto, auto) { return colour; });
}

std::string pngFile(std::uint32_t width, std::uint32_t height, const std::vector<std::uint8_t>& rgb)
{
    std::string rows;
    for (std::size_t y = 0; y < height; ++y)
        rows += '\0' + std::string(rgb.begin() + static_cast<std::ptrdiff_t>(y * width * 3),
                                   rgb.begin() + static_cast<std::ptrdiff_t>((y + 1) * width * 3));
    uLongf size = compressBound(rows.size());
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()), rows.size());
    packed.resize(size);
    const std::string header = bigEndian(width) + bigEndian(height) + std::string("\x08\x02\0\0\0", 5);
    return "\x89PNG\r\n\x1A\n" + pngChunk("IHDR", header) + pngChunk("IDAT", packed) + pngChunk("IEND", "");
}

std::string ddsCube(std::uint32_t faceSize,
                    const std::function<Rgb(std::uint32_t face, std::uint32_t x, std::uint32_t y)>& texel)
{
    std::string bytes = ddsHeader(faceSize, faceSize, true);
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < faceSize; ++y)
            for (std::uint32_t x = 0; x < faceSize; ++x)
                appendTexel(bytes, texel(face, x, y));
    return bytes;
}

std::string ddsMap(std::uint32_t height, const std::function<Rgb(std::uint32_t x, std::uint32_t y)>& texel)
{
    std::string bytes = ddsHeader(2 * height, height, false);
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < 2 * height; ++x)
            appendTexel(bytes, texel(x, y));
    return bytes;
}

std::string flatCube(std::uint32_t faceSize, const Rgb& colour)
{
    return ddsCube(faceSize, [&](auto, auto, auto) { return colour; });
}

std::string colouredCube()
{
    return ddsCube(4, [](std::uint32_t face, auto, auto) { return Rgb{float(face + 1), 1, 0.5f}; });
}

std::array<double, 3> cubeDirection(std::uint32_t faceSize, std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    const double u = (2.0 * x + 1.0) / faceSize - 1.0;
    const double v = (2.0 * y + 1.0) / faceSize - 1.0;
    const std::array<std::array<double, 3>, 6> table = {
        {{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}}};
    std::array<double, 3> direction = table.at(face);
    const double length = std::sqrt(1.0 + u * u + v * v);
    for (double& value : direction)
        value /= length;
    return direction;
}

} // namespace pn::test
