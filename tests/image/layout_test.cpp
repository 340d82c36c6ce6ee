#include "image/formats/layout.h"
#include "image_builder.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace pn::image;

namespace {

// Faces are drawn by hand as letters, two texels wide, as a picture viewer shows them: a face's four texels are its
// letter, the digit 1 upper left, 2 upper right, 3 lower left, 4 lower right. "." is unused.
Image draw(const std::vector<std::string>& rows)
{
    Image image;
    image.format = PN_FORMAT_RGBA8;
    image.width = static_cast<std::uint32_t>(rows[0].size() / 2);
    image.height = static_cast<std::uint32_t>(rows.size());
    image.texels = Buffer(image.rowBytes() * image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
        for (std::uint32_t x = 0; x < image.width; ++x)
            for (std::size_t c = 0; c < 4; ++c)
                image.row(y)[4 * x + c] = static_cast<std::byte>(c < 2 ? rows[y][2 * x + c] : 0);
    return image;
}

std::vector<std::string> rowsOf(const Image& image)
{
    std::vector<std::string> rows(image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
        for (std::uint32_t x = 0; x < image.width; ++x)
            for (std::size_t c = 0; c < 2; ++c)
                rows[y] += static_cast<char>(image.row(y)[4 * x + c]);
    return rows;
}

// R L U D F B: right +X, left -X, up +Y, down -Y, front +Z, back -Z.
const std::vector<std::string> kFaces{"R1R2", "R3R4", "L1L2", "L3L4", "U1U2", "U3U4",
                                      "D1D2", "D3D4", "F1F2", "F3F4", "B1B2", "B3B4"};

} // namespace

// A vertical cross hangs its back upside down.
TEST(Layout, EachUnfoldsToTheFaces)
{
    const std::map<Layout, std::vector<std::string>> drawn = {
        {Layout::HorizontalCross,
         {"....U1U2........", "....U3U4........", "L1L2F1F2R1R2B1B2", "L3L4F3F4R3R4B3B4", "....D1D2........",
          "....D3D4........"}},
        {Layout::VerticalCross,
         {"....U1U2....", "....U3U4....", "L1L2F1F2R1R2", "L3L4F3F4R3R4", "....D1D2....", "....D3D4....",
          "....B4B3....", "....B2B1...."}},
        {Layout::HorizontalStrip, {"R1R2L1L2U1U2D1D2F1F2B1B2", "R3R4L3L4U3U4D3D4F3F4B3B4"}},
        {Layout::VerticalStrip, kFaces}};
    for (const auto& [layout, rows] : drawn)
    {
        Image picture = draw(rows);
        EXPECT_EQ(detectLayout(picture.width, picture.height), layout) << layoutName(layout);
        EXPECT_EQ(rowsOf(unfold(std::move(picture), layout)), kFaces) << layoutName(layout);
        std::vector<std::string> folded = rowsOf(fold(draw(kFaces), layout));
        for (std::string& row : folded)
            std::replace(row.begin(), row.end(), '\0', '.');
        EXPECT_EQ(folded, rows) << layoutName(layout);
    }
}

TEST(Layout, OnlyKnownShapesAreDetected)
{
    EXPECT_EQ(detectLayout(1024, 512), Layout::Equirect);
    EXPECT_EQ(detectLayout(2, 1), Layout::Equirect);
    for (const auto& [width, height] : {std::pair{1u, 1u}, {5u, 3u}, {9u, 6u}, {1025u, 512u}, {4u, 4u}, {3u, 2u}})
        EXPECT_EQ(detectLayout(width, height), Layout::Auto) << width << " x " << height;
}

TEST(Layout, AWrongShapeIsRefused)
{
    for (const Layout layout :
         {Layout::HorizontalCross, Layout::VerticalCross, Layout::HorizontalStrip, Layout::VerticalStrip})
        EXPECT_ERROR(unfold(draw({"a1a2a3a4a5", "b1b2b3b4b5"}), layout), InvalidInput,
                     "square faces, found 5 x 2 texels");
}

TEST(Layout, NamesAreThoseOfTheCommandLine)
{
    const std::vector<std::string> names = {"auto",       "equirect",         "hcross",          "vcross",
                                            "hstrip",     "vstrip",           "faces",           "faces-openexr",
                                            "octahedral", "octahedral-godot", "octahedral-hdrp", "playcanvas-atlas"};
    EXPECT_EQ(layoutNames(), names);
    for (const std::string& name : names)
        EXPECT_EQ(layoutName(findLayout(name).value()), name);
    EXPECT_FALSE(findLayout("HCROSS"));
    EXPECT_FALSE(findLayout(""));
}
