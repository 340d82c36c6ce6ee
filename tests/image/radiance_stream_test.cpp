// The streamed reader gives what the reader of a whole file gives: the same values, warnings and errors.
#include "image/formats/radiance.h"
#include "image/texels/texel.h"
#include "image_builder.h"
#include "temporary_folder.h"

#include <sys/stat.h>

#include <random>

using namespace pn::image;

namespace {

constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 30;

// Noise and runs with mantissas of 8 bits and exponents in a range; some texels are black.
Bytes noise(std::uint32_t width, std::uint32_t height, int firstExponent, int lastExponent)
{
    std::mt19937 random(width);
    std::vector<float> rgb(std::size_t{width} * height * 3);
    for (std::size_t i = 0; i < rgb.size(); i += 3)
    {
        const auto range = static_cast<std::uint32_t>(lastExponent - firstExponent + 1);
        const int exponent = firstExponent + static_cast<int>(random() % range) - 136;
        const bool isRun = i % 97 < 40;
        for (std::size_t c = 0; c < 3; ++c)
            rgb[i + c] = std::ldexp(isRun ? 128.0f : static_cast<float>(128 + random() % 128), isRun ? -7 : exponent);
        if (i % 31 == 0)
            rgb[i] = rgb[i + 1] = rgb[i + 2] = 0.0f;
    }
    const std::vector<std::byte> file = encodeRadiance(makeFloatImage(width, height, rgb));
    return {file.begin(), file.end()};
}

class File
{
public:
    explicit File(const Bytes& bytes) : m_path(m_folder.put("picture.hdr", bytes)) {}

    std::optional<Image> stream(unsigned threads = 3) const
    {
        return streamRadiance(m_path, kMostFileBytes, {}, true, threads);
    }
    const std::string& path() const { return m_path; }

private:
    TemporaryFolder m_folder;
    std::string m_path;
};

// That all texels are the same bits, and that they have this format.
void expectSame(const Bytes& bytes, PnFormat format, const char* what)
{
    const Image expected = readRadiance(bytes);
    for (const unsigned threads : {1u, 3u})
    {
        const std::optional<Image> found = File(bytes).stream(threads);
        ASSERT_TRUE(found.has_value()) << what;
        EXPECT_EQ(found->format, format) << what;
        ASSERT_EQ(found->width, expected.width) << what;
        ASSERT_EQ(found->height, expected.height) << what;
        EXPECT_EQ(found->warnings, expected.warnings) << what;
        const std::vector<Rgb> a = texelsOf(expected);
        const std::vector<Rgb> b = texelsOf(*found);
        EXPECT_EQ(0, std::memcmp(a.data(), b.data(), a.size() * sizeof(Rgb))) << what;
    }
}

} // namespace

TEST(RadianceStream, PacksWhatKeepsItsValues)
{
    expectSame(noise(600, 40, 112, 144), PN_FORMAT_RGB9E5, "every exponent that RGB9E5 has");
    expectSame(noise(7, 9, 112, 144), PN_FORMAT_RGB9E5, "texel by texel");
    expectSame(radianceFile("", "-Y 1 +X 2", FileBuilder().u8({9, 9, 9, 0, 0, 0, 0, 255}).bytes), PN_FORMAT_RGB9E5,
               "two ways to be black");
    expectSame(noise(2048, 400, 120, 130), PN_FORMAT_RGB9E5, "a file of several blocks");
}

TEST(RadianceStream, LeavesOthersInFloat)
{
    expectSame(noise(600, 40, 111, 140), PN_FORMAT_RGB32F, "too dark");
    expectSame(noise(600, 40, 120, 145), PN_FORMAT_RGB32F, "too bright");
    expectSame(radianceFile("EXPOSURE=3\n", "-Y 1 +X 1", FileBuilder().u8({9, 8, 7, 130}).bytes), PN_FORMAT_RGB32F,
               "divided");
}

TEST(RadianceStream, TakesEveryOrientation)
{
    FileBuilder texels;
    for (int i = 1; i <= 6; ++i)
        texels.u8({10 * i, 0, i, 130});
    for (const char* size : {"-Y 2 +X 3", "-Y 2 -X 3", "+Y 2 +X 3", "+Y 2 -X 3"})
        expectSame(radianceFile("", size, texels.bytes), PN_FORMAT_RGB9E5, size);
    for (const char* size : {"+X 3 -Y 2", "+X 3 +Y 2", "-X 3 -Y 2", "-X 3 +Y 2"})
        expectSame(radianceFile("", size, texels.bytes), PN_FORMAT_RGB32F, size);
}

// A broken file has one reason, whichever reader finds it, and whatever the other threads do meanwhile.
TEST(RadianceStream, EveryPrefixHasTheSameError)
{
    const Bytes whole = noise(64, 200, 120, 130);
    for (std::size_t size = 1; size < whole.size(); size += size < 200 ? 1 : 499)
    {
        const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const Error expected = errorOf([&] { readRadiance(prefix); });
        const File file(prefix);
        try
        {
            EXPECT_FALSE(file.stream().has_value()) << size << ": " << expected.what();
        }
        catch (const Error& found)
        {
            EXPECT_EQ(std::string(found.what()), expected.what()) << size;
        }
    }
    const Bytes broken = radianceFile("", "-Y 1 +X 8", FileBuilder().u8({2, 2, 0, 8, 0}).zeros(64).bytes);
    EXPECT_ERROR(File(broken).stream(), InvalidInput, "run of length 0 in scanline 0 of 1");
    const Bytes endless = radianceFile(std::string(2'000'000, '#'), "-Y 1 +X 1", {}); // is not read as a whole
    EXPECT_ERROR(File(endless).stream(), InvalidInput, "Radiance header is longer than 512 KiB");
}

TEST(RadianceStream, LeavesOtherFilesAlone)
{
    const TemporaryFolder folder;
    EXPECT_FALSE(streamRadiance(folder / "none.hdr", kMostFileBytes, {}, true, 1).has_value());
    EXPECT_FALSE(File(FileBuilder().text("P6\n1 1\n255\nabc").bytes).stream().has_value());
    const File file(noise(64, 24, 120, 130));
    EXPECT_FALSE(streamRadiance(file.path(), 100, {}, true, 1).has_value()) << "a file that is too large";
    EXPECT_ERROR(streamRadiance(file.path(), kMostFileBytes, Limits{1000}, true, 1), InvalidInput, "--max-bytes");
    const std::string pipe = folder / "pipe.hdr";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_FALSE(streamRadiance(pipe, kMostFileBytes, {}, true, 1).has_value()) << "a pipe, which it must not wait for";
}
