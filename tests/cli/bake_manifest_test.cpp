// A manifest that is wrong ends with exit code 3 and one line that names the probe and the field, before any work.
#include "bake_files.h"
#include "program.h"

#include <filesystem>

using namespace pn::test;

namespace {

struct BadManifest
{
    const char* name;
    const char* text; // a probe's fields after "id": "hall", or a whole manifest
    Names words;
};

std::ostream& operator<<(std::ostream& out, const BadManifest& bad)
{
    return out << bad.name;
}

std::string withProbe(const std::string& fields)
{
    return R"({"version": 1, "probes": [{"id": "attic", "file": "good.dds"}, {"id": "hall", )" + fields + "}]}";
}

class BadManifests : public testing::TestWithParam<BadManifest>
{
protected:
    void expectRefused(const std::string& manifest)
    {
        m_folder.add("good.dds", probeCube(0, 4));
        std::filesystem::create_directory(m_folder.path("maps"));
        const std::string path = m_folder.add("probes.json", manifest);
        Names words = GetParam().words;
        words.push_back(path);
        expectFailure(run({"bake", path, "-o", m_folder.path("out"), "--device", "cpu"}), 3, words);
        EXPECT_FALSE(m_folder.has("out"));
    }

    Folder m_folder;
};

class BadProbes : public BadManifests
{
};

} // namespace

TEST_P(BadProbes, NameProbeAndField)
{
    expectRefused(withProbe(GetParam().text));
}

TEST_P(BadManifests, NameTheField)
{
    expectRefused(GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    BakeManifest, BadProbes,
    testing::Values(
        BadManifest{"unknown", R"("file": "good.dds", "prest": "unreal")", {"probes[1] \"hall\"", "prest"}},
        BadManifest{"climbs", R"("file": "../good.dds")", {"\"hall\"", "file", "climb", "../good.dds"}},
        BadManifest{"pattern", R"("file": "sky_%.dds")", {"\"hall\"", "file", "characters"}},
        BadManifest{"empty name", R"("file": "")", {"\"hall\"", "file", "empty"}},
        BadManifest{"folder", R"("file": "maps")", {"\"hall\"", "file", "must be a file"}},
        BadManifest{"no file", R"("position": [0, 0, 0])", {"\"hall\"", "file", "missing"}},
        BadManifest{"both", R"("file": "good.dds", "files": [])", {"\"hall\"", "files", "file"}},
        BadManifest{"five files", R"("files": ["a", "b", "c", "d", "e"])", {"\"hall\"", "files", "six"}},
        BadManifest{"a sixth climbs",
                    R"("files": ["good.dds", "good.dds", "good.dds", "good.dds", "good.dds", "../none.dds"])",
                    {"\"hall\"", "files", "../none.dds"}},
        BadManifest{"file type", R"("file": 7)", {"\"hall\"", "file", "string", "7"}},
        BadManifest{"position type", R"("file": "good.dds", "position": "here")", {"\"hall\"", "position", "three"}},
        BadManifest{"box field",
                    R"("file": "good.dds", "box": {"min": [0,0,0], "max": [1,1,1], "mid": 0})",
                    {"\"hall\"", "box", "mid"}},
        BadManifest{"box order",
                    R"("file": "good.dds", "box": {"min": [0,1,0], "max": [1,1,1]})",
                    {"\"hall\"", "box", "max", "min"}},
        BadManifest{
            "box half", R"("file": "good.dds", "box": {"min": [0,1,0]})", {"\"hall\"", "box", "max", "missing"}},
        BadManifest{"preset that cannot divide",
                    R"("file": "good.dds", "preset": "hdrp", "cubemap": "dds")",
                    {"\"hall\"", "preset", "hdrp"}},
        BadManifest{"bands", R"("file": "good.dds", "bands": 2.5)", {"\"hall\"", "bands", "1..5", "2.5"}},
        BadManifest{"bands of the convention",
                    R"("file": "good.dds", "bands": 4, "convention": "unity")",
                    {"\"hall\"", "bands", "unity"}},
        BadManifest{"mips", R"("file": "good.dds", "mips": 1)", {"\"hall\"", "mips", "true or false"}},
        BadManifest{
            "mips in exr", R"("file": "good.dds", "mips": true, "cubemap": "exr")", {"\"hall\"", "mips", "exr"}},
        BadManifest{"prefilter", R"("file": "good.dds", "prefilter": "unty")", {"\"hall\"", "prefilter", "unity"}},
        BadManifest{"prefiltered exr",
                    R"("file": "good.dds", "prefilter": "unity", "cubemap": "exr")",
                    {"\"hall\"", "prefilter must be none", "exr"}},
        BadManifest{"means and prefiltered",
                    R"("file": "good.dds", "mips": true, "prefilter": "unity", "cubemap": "dds")",
                    {"\"hall\"", "mips must be false", "unity"}},
        BadManifest{"pictureSize",
                    R"("file": "good.dds", "pictureSize": 40)",
                    {"\"hall\"", "pictureSize must be a multiple of 32"}},
        BadManifest{"a fix in place of a finding",
                    R"("file": "good.dds", "check": {"accept": [{"finding": "fireflies", "reason": "x"}]})",
                    {"\"hall\": check: accept[0]: finding", "\"fireflies\"; did you mean firefly?"}},
        BadManifest{"no finding",
                    R"("file": "good.dds", "check": {"accept": [{"finding": "no-such", "reason": "x"}]})",
                    {"\"hall\"", "must be one of non-finite,", "coarse-sun, exposure", "found \"no-such\""}},
        BadManifest{"no probe's",
                    R"("file": "good.dds", "check": {"accept": [{"id": "hal", "finding": "seam", "reason": "x"}]})",
                    {"\"hall\"", "accept[0]: id must be that of a probe, found \"hal\"; did you mean hall?"}},
        BadManifest{"floor", R"("file": "good.dds", "floor": 2)", {"\"hall\"", "floor", "2"}}));

INSTANTIATE_TEST_SUITE_P(
    BakeManifest, BadManifests,
    testing::Values(
        BadManifest{"not JSON", "{", {"not JSON", "line 1"}}, BadManifest{"array", "[]", {"must be an object"}},
        BadManifest{"no version", R"({"probes": []})", {"version", "missing"}},
        BadManifest{"other version", R"({"version": 2, "probes": []})", {"version", "2"}},
        BadManifest{"unknown", R"({"version": 1, "probes": [{"id": "a", "file": "good.dds"}], "jobs": 3})", {"jobs"}},
        BadManifest{"unknown default", R"({"version": 1, "defaults": {"id": "x"}, "probes": []})", {"defaults", "id"}},
        BadManifest{"accepted for a probe of other capitals",
                    R"({"version": 1, "defaults": {"check": {"accept": [
                        {"id": "A", "finding": "exposure", "reason": "x"},
                        {"id": "a", "finding": "exposure", "reason": "x"}]}}, "probes": [{"id": "A", "file": "good.dds"}]})",
                    {"defaults: check: accept[1]: id", "found \"a\""}},
        BadManifest{"no probes", R"({"version": 1, "probes": []})", {"probes"}},
        BadManifest{"probe type", R"({"version": 1, "probes": [3]})", {"probes[0]", "object"}},
        BadManifest{"no id", R"({"version": 1, "probes": [{"file": "good.dds"}]})", {"probes[0]", "id", "missing"}},
        BadManifest{"id that is a path",
                    R"({"version": 1, "probes": [{"id": "../x", "file": "good.dds"}]})",
                    {"probes[0]", "id", "../x"}},
        BadManifest{
            "hidden id", R"({"version": 1, "probes": [{"id": ".x", "file": "good.dds"}]})", {"probes[0]", "id"}},
        BadManifest{"id of a device",
                    R"({"version": 1, "probes": [{"id": "Com1.x", "file": "good.dds"}]})",
                    {"probes[0]", "id", "Windows", "Com1.x"}},
        BadManifest{
            "result above the limit",
            R"({"version": 1, "probes": [{"id": "a", "file": "good.dds", "cubemap": "dds", "faceSize": 16384}]})",
            {"\"a\"", "faceSize 16384 takes 25769803776 bytes", "--max-bytes"}},
        BadManifest{"key twice", R"({"version": 1, "probes": [{"id": "a", "id": "b"}]})", {"id", "twice"}},
        BadManifest{
            "duplicate",
            R"({"version": 1, "probes": [{"id": "Hall", "file": "good.dds"}, {"id": "hall", "file": "good.dds"}]})",
            {"probes[1]", "id", "unique", "hall", "probes[0]"}}));

TEST(BakeManifest, LinkThatLeavesTheFolderIsRefused)
{
    const Folder outside;
    const Folder folder;
    const std::string target = outside.add("secret.dds", probeCube(0, 4));
    std::filesystem::create_symlink(target, folder.path("link.dds"));
    const std::string path =
        folder.add("probes.json", R"({"version": 1, "probes": [{"id": "hall", "file": "link.dds"}]})");
    expectFailure(run({"bake", path, "-o", folder.path("out")}), 3, {"\"hall\"", "file", "climb", "link.dds"});
}

TEST(BakeManifest, MapInItsPlaceIsACommandLineError)
{
    const Folder folder;
    const std::string map = folder.add("sky.DDS", probeCube(0, 4));
    expectFailure(run({"bake", map, "-o", folder.path("out")}), 1, {"sky.DDS: is no manifest", "probenorm manifest"});
    expectFailure(run({"bake", folder.path("none.json"), "-o", folder.path("out")}), 2, {"none.json"});
    const std::string manifest = folder.add("m.json", R"({"version": 1, "probes": [{"id": "a", "file": "sky.DDS"}]})");
    expectFailure(run({"bake", manifest, "-o", "-"}), 1, {"--output must be a folder, found \"-\""});
    expectFailure(run({"bake", manifest, "-o", folder.path("out"), "--merge", folder.path("none")}), 2,
                  {folder.path("none"), "holds no bake to merge"});
    EXPECT_FALSE(folder.has("out"));
}
