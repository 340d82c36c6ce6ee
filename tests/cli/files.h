#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pn::test {

std::string makeFolder();
void removeFolder(const std::string& path);
std::string readText(const std::string& path); // "" when there is no such file

// A folder that goes away with its contents.
class Folder
{
public:
    Folder() : m_path(makeFolder()) {}
    ~Folder() { removeFolder(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return m_path + "/" + name; }
    std::string add(const std::string& name, const std::string& bytes) const; // its path
    bool has(const std::string& name) const;
    std::vector<std::string> names() const;

private:
    std::string m_path;
};

using Rgb = std::array<float, 3>;

// A Radiance picture of flat pixels. Values must be k * 2^e with k in 128..255, or 0, to be stored exactly; so are
// all small powers of two and whole numbers up to 255.
std::string radianceFile(std::uint32_t width, std::uint32_t height,
                         const std::function<Rgb(std::uint32_t x, std::uint32_t y)>& texel);

// The same of one colour.
std::string flatMap(std::uint32_t width, std::uint32_t height, const Rgb& colour = {1, 1, 1});

// A PNG picture of 8 bits, three bytes per texel.
std::string pngFile(std::uint32_t width, std::uint32_t height, const std::vector<std::uint8_t>& rgb);

// A DDS cubemap of 32-bit floats, faces +X -X +Y -Y +Z -Z.
std::string ddsCube(std::uint32_t faceSize,
                    const std::function<Rgb(std::uint32_t face, std::uint32_t x, std::uint32_t y)>& texel);

// A DDS map of 2 height x height texels of 32-bit floats.
std::string ddsMap(std::uint32_t height, const std::function<Rgb(std::uint32_t x, std::uint32_t y)>& texel);

// A cubemap of one colour.
std::string flatCube(std::uint32_t faceSize, const Rgb& colour = {1, 1, 1});

// The same with faces of 4, each of a colour of its own.
std::string colouredCube();

// The direction of a texel's centre by the table of D3D, GL and Vulkan.
std::array<double, 3> cubeDirection(std::uint32_t faceSize, std::uint32_t face, std::uint32_t x, std::uint32_t y);

} // namespace pn::test
