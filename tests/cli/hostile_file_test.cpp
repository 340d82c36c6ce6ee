// Files of every kind that are broken on purpose, all in one bake: none crashes, hangs or fills the memory of the tool
// or of a decoder, and the others are baked.
#include "bake_files.h"
#include "support/sanitizer.h"

#include <sys/resource.h>

using namespace pn::test;
using pn::testing::kIsSanitized;

namespace {

struct Seed
{
    const char* file; // of the unpacked tests/fuzz/corpus
    std::size_t headerBytes;
};

constexpr Seed kSeeds[] = {
    {"radiance/packed.hdr", 64}, {"dds/half_mips.dds", 148}, {"ktx1/half_mips.ktx", 68},
    {"ktx2/zstd.ktx2", 128},     {"png/rgb.png", 64},        {"jpeg/progressive.jpg", 64},
    {"exr/tiles.exr", 96},       {"exr/piz.exr", 96},        {"env/faces_4.env", 96},
};

// Each word of the header replaced by numbers that are too small or too large, and the file cut off anywhere.
std::vector<std::string> brokenFiles(const Seed& seed)
{
    const std::string whole = readText(PN_CORPUS + std::string(seed.file));
    std::vector<std::string> files;
    for (std::size_t at = 0; at + 4 <= std::min(seed.headerBytes, whole.size()); at += 4)
        for (const char* word : {"\0\0\0\0", "\xFF\xFF\xFF\xFF", "\xFF\xFF\xFF\x7F", "\x7F\xFF\xFF\xFF", "\0\0\1\0"})
            files.push_back(std::string(whole).replace(at, 4, std::string(word, 4)));
    for (std::size_t part = 1; part < 16; ++part)
        files.push_back(whole.substr(0, whole.size() * part / 16));
    return files;
}

std::string radiance(const std::string& variables, const std::string& size)
{
    return "#?RADIANCE\n" + variables + "\n" + size + "\n" + std::string(64, '\x80');
}

// What a few bytes can ask of a reader.
std::vector<std::pair<std::string, std::string>> demandingFiles()
{
    std::string distinct;
    for (int i = 0; i < 30'000; ++i)
        distinct += "EXPOSURE=-" + std::to_string(i) + "\n";
    std::string endless = "EXPOSURE=\n";
    while (endless.size() < (std::size_t{20} << 20))
        endless += endless;
    return {{"distinct.hdr", radiance(distinct, "-Y 2 +X 4")},
            {"endless.hdr", radiance(endless, "-Y 2 +X 4")},
            {"primaries.hdr", radiance("PRIMARIES=" + std::string(400'000, '1') + " 1 1 1 1 1 1 1\n", "-Y 2 +X 4")},
            {"blank.hdr", "#?RADIANCE\n" + std::string(4'000'000, ' ')},
            {"wide.hdr", radiance("", "-Y 49152 +X 98304")},
            {"many.hdr", radiance("", "-Y 18446744073709551615 +X 2")}};
}

void addProbe(BakeScene& scene, const std::string& id, const std::string& file, const std::string& bytes)
{
    scene.add(file, bytes);
    scene.json()["probes"].push_back({{"id", id}, {"file", file}});
}

} // namespace

TEST(HostileFile, CostsABakeItsProbeAndNoMore)
{
    BakeScene scene(2, 4);
    std::size_t count = 0;
    for (const Seed& seed : kSeeds)
        for (const std::string& bytes : brokenFiles(seed))
        {
            const std::string id = "broken-" + std::to_string(count++);
            addProbe(scene, id, id + std::string(seed.file).substr(std::string(seed.file).rfind('.')), bytes);
        }
    EXPECT_GE(count, 100u);
    for (const auto& [name, bytes] : demandingFiles())
        addProbe(scene, name, name, bytes);
    scene.save();
    const Outcome bake = run(scene.arguments("baked", {"--jobs", "2", "--max-bytes", "16M"}));
    EXPECT_EQ(bake.exit, 3) << bake.exit;

    const std::map<std::string, std::string> failed = failures(scene.path("baked"));
    for (const auto& [id, reason] : failed)
        for (const char* end : {"the decoder crashed", "the decoder was", "the decoder ended", "the decoder made",
                                "the decoder gave", "std::", "terminate"})
            EXPECT_EQ(reason.find(end), std::string::npos) << id << ": " << reason;
    EXPECT_EQ(records(scene.path("baked")).size(), 2u);
    const std::size_t baked = bakedFiles(scene.path("baked/probes")).size();
    EXPECT_GT(baked, 4u); // some changes touch no texel
    EXPECT_GT(failed.size(), 300u);
    EXPECT_EQ(failed.count("distinct.hdr"), 0u);
    EXPECT_LT(readText(scene.path("baked/probes/distinct.hdr.json")).size(), 20'000u);
    EXPECT_NE(failed.at("endless.hdr").find("Radiance header is longer than 512 KiB"), std::string::npos);

    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    std::printf("%zu files, %zu failed; %ld s of processor time, %ld MB\n", count, failed.size(),
                used.ru_utime.tv_sec + used.ru_stime.tv_sec, used.ru_maxrss >> 10);
    EXPECT_LT(used.ru_utime.tv_sec + used.ru_stime.tv_sec, 60);
    EXPECT_LT(used.ru_maxrss >> 10, kIsSanitized ? 800 : 200); // MB, of the largest process
}
