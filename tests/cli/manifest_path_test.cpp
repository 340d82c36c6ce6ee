// Which names of files a manifest may have, and that its JSON Schema says what is read.
#include "bake/manifest.h"
#include "bake/manifest_path.h"
#include "files.h"
#include "program.h"
#include "support/failure.h"

#include "image/files/error.h"
#include "image/files/input_file.h"

#include <sys/stat.h>

#include <array>
#include <cmath>
#include <filesystem>

using namespace pn::cli;
using namespace pn::test;

namespace fs = std::filesystem;

namespace {

class HostilePaths : public testing::Test
{
protected:
    HostilePaths()
    {
        fs::create_directories(m_folder.path("inside/maps/deep"));
        m_folder.add("inside/maps/sky.hdr", "fine");
        m_folder.add("secret", "secret");
    }

    void expectNoSecret(const std::string& name) const
    {
        try
        {
            const pn::image::Buffer bytes =
                pn::image::FolderReader(m_folder.path("inside")).readBeneath(name, 1 << 20).bytes;
            EXPECT_NE(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "secret") << name;
        }
        catch (const pn::image::Error&)
        {
        }
    }

    // Without asking the disk, and with.
    void expectRefused(const Names& names, std::size_t least) const
    {
        EXPECT_GE(names.size(), least);
        ManifestPaths byName(m_folder.path("inside"), false);
        ManifestPaths byFile(m_folder.path("inside"), true);
        for (const std::string& name : names)
        {
            EXPECT_NE(byName.problemOf(name), "") << name;
            EXPECT_NE(byFile.problemOf(name), "") << name;
        }
    }

    Folder m_folder;
};

// Windows keeps these names for devices.
Names devices()
{
    Names names = {"con", "prn", "aux", "nul"};
    for (const std::string port : {"com", "lpt"})
        for (char digit = '0'; digit <= '9'; ++digit)
            names.push_back(port + digit);
    return names;
}

} // namespace

TEST_F(HostilePaths, OrdinaryFilesAreFineAndMeasured)
{
    ManifestPaths paths(m_folder.path("inside"), true);
    std::uint64_t bytes = 1;
    EXPECT_EQ(paths.problemOf("maps/sky.hdr", &bytes), "");
    EXPECT_EQ(bytes, 1u + 4u);
    fs::create_symlink("maps/sky.hdr", m_folder.path("inside/link.hdr"));
    EXPECT_EQ(paths.problemOf("link.hdr", &bytes), "");
    EXPECT_EQ(bytes, 1u + 4u + 4u) << "of the file, not of the link";
}

TEST_F(HostilePaths, NoneClimbsOut)
{
    const std::string secret = m_folder.path("secret");
    Names names = {"..",           ".", "", "/", "//", "./", "../", "maps/..", "maps/.", "maps/", "./maps/sky.hdr",
                   "maps//sky.hdr"};
    for (const std::string start : {"/", "//", "///proc/self/root/", "file://", "C:", "C:/", "\\\\?\\", "\\\\.\\"})
        names.push_back(start + secret);
    for (const std::string start : {"", "./", "maps/../", "maps/deep/../../", "maps//../", "maps/./../", "none/../"})
        for (const std::string step : {"../", "..//", ".././", "..\\"})
        {
            names.push_back(start + step + "secret");
            names.push_back(start + step + step + "secret");
            names.push_back(start + step + "inside/" + step + "secret");
        }
    expectRefused(names, 100);
    for (const std::string& name : names)
        expectNoSecret(name);
}

TEST_F(HostilePaths, NoneHasCharactersOfOtherSystems)
{
    std::string characters = "\\:%*?\"<>|\x7f";
    for (char c = 1; c < 0x20; ++c)
        characters += c;
    Names names;
    for (const char c : characters + '\0')
        names.insert(names.end(), {"maps/sky" + std::string(1, c) + ".hdr", std::string(1, c) + "/sky.hdr"});
    expectRefused(names, 80);
}

TEST_F(HostilePaths, NoneIsADevice)
{
    Names names;
    for (const std::string& device : devices())
    {
        std::string upper = device;
        upper[0] = static_cast<char>(upper[0] - 'a' + 'A');
        names.insert(names.end(), {device, upper + ".hdr", "maps/" + device + ".x.hdr", upper + " .hdr/sky.hdr"});
    }
    expectRefused(names, 90);
}

TEST_F(HostilePaths, NoLinkLeadsOut)
{
    const std::vector<std::array<std::string, 3>> links = {{"climbs", "../secret", ""},
                                                           {"absolute", m_folder.path("secret"), ""},
                                                           {"up", "..", "/secret"},
                                                           {"maps/up", "../..", "/secret"},
                                                           {"chain", "climbs", ""},
                                                           {"maps/chain", "../up", "/secret"},
                                                           {"root", "/", m_folder.path("secret")},
                                                           {"process", "/proc/self/root", m_folder.path("secret")},
                                                           {"round", "../inside/../secret", ""},
                                                           {"loop", "loop", ""},
                                                           {"dangling", "none", ""},
                                                           {"folder", "maps", ""},
                                                           {"null", "/dev/null", ""},
                                                           {"self", ".", "/climbs"}};
    for (const auto& [name, target, rest] : links)
        fs::create_symlink(target, m_folder.path("inside/" + name));
    ManifestPaths paths(m_folder.path("inside"), true);
    for (const auto& [name, target, rest] : links)
    {
        const bool endsNowhere = name == "loop" || name == "dangling"; // reading it says so
        EXPECT_EQ(paths.problemOf(name + rest) == "", endsNowhere) << name;
        expectNoSecret(name + rest);
    }
    ASSERT_EQ(mkfifo(m_folder.path("inside/pipe").c_str(), 0600), 0);
    EXPECT_NE(paths.problemOf("pipe"), "");
}

using nlohmann::json;

namespace {

class ManifestSchema : public testing::Test
{
protected:
    json m_schema = json::parse(readText(PN_MANIFEST_SCHEMA))["$defs"]["settings"]["properties"];
};

// The settings that a manifest with these defaults gives its probe.
pn::cli::Json settingsOf(const json& defaults)
{
    const Folder folder;
    const json manifest = {
        {"version", 1}, {"defaults", defaults}, {"probes", {{{"id", "hall"}, {"file", "hall.exr"}}}}};
    const std::string path = folder.add("probes.json", manifest.dump());
    return pn::cli::settingsJson(pn::cli::readManifest(path, pn::cli::CheckFiles::No).probes.at(0).settings);
}

pn::cli::Json settingsWith(const std::string& field, const json& value)
{
    return settingsOf({{field, value}});
}

bool isFreeText(const json& property)
{
    return property.value("type", "") == "string" && !property.contains("pattern");
}

std::vector<json> samples(const json& property)
{
    if (isFreeText(property))
        return {"", "beauty", "a layer.with a name"};
    if (property.contains("enum"))
        return property["enum"];
    if (property.contains("$ref"))
        return {{10, -20.5, 0}};
    if (property.contains("minimum") && property.contains("maximum"))
        return {property["minimum"], property["maximum"]};
    if (property["type"] == "number")
        return {0.5, 3};
    if (property["type"] == "boolean")
        return {true, false};
    if (property["type"] == "object") // check
    {
        std::vector<json> all;
        for (const json& fail : property["properties"]["fail"]["enum"])
            all.push_back({{"fail", fail}, {"accept", {{{"id", "hall"}, {"finding", "seam"}, {"reason", "a rift"}}}}});
        return all;
    }
    if (property["pattern"].get<std::string>().find("fireflies") != std::string::npos) // fix
        return {"", "nonfinite", "negative,fireflies", "sun-or-fireflies,faces,seams"};
    return {"none", "auto", "hann:3", "lanczos:4", "sinc4:5", "gauss:0.5"};
}

} // namespace

TEST_F(ManifestSchema, EachOfItsValuesIsAccepted)
{
    for (const auto& [field, property] : m_schema.items())
        for (const json& value : samples(property))
            EXPECT_NO_THROW(settingsWith(field, value)) << field << ": " << value;
}

TEST_F(ManifestSchema, ValuesBeyondItsLimitsAreRefused)
{
    for (const auto& [field, property] : m_schema.items())
    {
        if (isFreeText(property))
            continue;
        EXPECT_THROW(settingsWith(field, "bogus"), pn::cli::Failure) << field;
        if (!property.contains("minimum"))
            continue;
        const double least = property["minimum"];
        EXPECT_THROW(settingsWith(field, least - std::abs(least) / 2 - 1e-9), pn::cli::Failure) << field;
        if (property.contains("maximum"))
        {
            EXPECT_THROW(settingsWith(field, property["maximum"].get<double>() + 1), pn::cli::Failure) << field;
        }
    }
}

TEST_F(ManifestSchema, EachSettingIsInIt)
{
    const pn::cli::Json settings = settingsOf({{"cubemap", "ktx2"}, {"check", {{"fail", "error"}}}});
    EXPECT_EQ(settings.size(), m_schema.size());
    for (const auto& [field, value] : settings.items())
        EXPECT_TRUE(m_schema.contains(field)) << field;
}
