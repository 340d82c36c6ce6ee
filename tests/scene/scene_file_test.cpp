// Scene files: the shipped ones, the schema, and what is refused.
#include "scene.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

namespace scene {
namespace {

using nlohmann::json;

json smallest()
{
    return json::parse(R"({
        "version": 1, "title": "a floor", "use": "fit",
        "materials": {"stone": {"albedo": [0.5, 0.5, 0.5], "f0": [0, 0, 0], "roughness": 1}},
        "boxes": [{"material": "stone", "low": [-1, -1, -1], "high": [1, 0, 1]}],
        "lamps": [{"corner": [0, 2, 0], "edgeU": [1, 0, 0], "edgeV": [0, 0, 1], "radiance": [1, 1, 1]}],
        "reflectionProbes": [{"position": [0, 1, 0], "low": [-1, 0, -1], "high": [1, 2, 1]}],
        "lightProbes": [{"low": [-1, 0.5, -1], "high": [1, 1, 1], "count": [2, 2, 2]}],
        "views": [{"name": "v", "title": "a view", "position": [0, 1, 1], "target": [0, 0, 0], "height": 1}]
    })");
}

class SceneFile : public testing::Test
{
protected:
    SceneFile() : m_path(std::filesystem::temp_directory_path() / ("pn_scene_" + std::to_string(::getpid()) + ".json"))
    {
    }
    ~SceneFile() override { std::filesystem::remove(m_path); }

    Scene read(const json& value)
    {
        std::ofstream(m_path) << value.dump();
        return readScene(m_path);
    }

    // The message without the file's name; empty where the file is accepted.
    std::string refusal(const json& value)
    {
        try
        {
            read(value);
            return {};
        }
        catch (const SceneError& error)
        {
            const std::string text = error.what(), name = m_path.filename().string() + ": ";
            return text.compare(0, name.size(), name) == 0 ? text.substr(name.size()) : text;
        }
    }

    std::filesystem::path m_path;
};

TEST_F(SceneFile, TheSmallestIsRead)
{
    const Scene scene = read(smallest());
    EXPECT_EQ(scene.use, Use::Fit);
    EXPECT_EQ(scene.effort, 1u);
    ASSERT_EQ(scene.world.boxes.size(), 1u);
    EXPECT_EQ(scene.world.boxes[0].material.albedo, vec3(0.5f));
    EXPECT_EQ(scene.world.lamps[0].normal(), vec3(0.0f, -1.0f, 0.0f));
}

TEST_F(SceneFile, RefusesWithThePlaceAndTheReason)
{
    struct Case
    {
        const char* place;
        json value;
        const char* message;
    };
    for (const Case& c : std::initializer_list<Case>{
             {"/boxes/0/color", 1, "boxes[0].color: is not a field of a scene file"},
             {"/materials/stone/roughness", 2, "materials.stone.roughness: must be a number from 0 to 1, found 2"},
             {"/boxes/0/material", "glass", "boxes[0].material: no material is called glass"},
             {"/boxes/0/high", {1, -2, 1}, "boxes[0].high: must be above low on every axis"},
             {"/views/0/position", {0, -0.5, 0}, "views[0].position: is inside a box or a sphere"},
             {"/lamps/0/edgeV",
              {1, 0, 1},
              "lamps[0].edgeV: must be at a right angle to edgeU, and neither of length 0"},
             {"/reflectionProbes", json::array(), "reflectionProbes: must have one or two probes"}})
    {
        json value = smallest();
        value[json::json_pointer(c.place)] = c.value;
        EXPECT_EQ(refusal(value), c.message);
    }
}

TEST_F(SceneFile, EveryRequiredFieldIsRequired)
{
    const json schema = json::parse(std::ifstream(PN_SCENE_SCHEMA));
    for (const json& field : schema["required"])
    {
        json value = smallest();
        value.erase(field.get<std::string>());
        EXPECT_EQ(refusal(value), field.get<std::string>() + ": is missing");
    }
}

// The schema forbids what it does not name; every name in it is one that the reader takes.
TEST_F(SceneFile, TheSchemaHasTheReadersFields)
{
    const json schema = json::parse(std::ifstream(PN_SCENE_SCHEMA));
    EXPECT_EQ(schema["additionalProperties"], false);
    for (const auto& [name, unused] : schema["properties"].items())
    {
        json value = smallest();
        value[name] = nullptr; // of a wrong type: refused for that, not for its name
        EXPECT_EQ(refusal(value).find("is not a field"), std::string::npos) << name;
    }
}

// As the study needs them: half for fitting, each half with a parallax-corrected room.
TEST(ShippedScenes, AreWhatTheStudyNeeds)
{
    const std::vector<std::filesystem::path> files = filesIn(PN_SCENE_FOLDER, ".json");
    ASSERT_EQ(files.size(), 8u);
    int fitted = 0;
    std::set<Use> withParallax;
    for (const std::filesystem::path& file : files)
    {
        const Scene scene = readScene(file);
        fitted += scene.use == Use::Fit ? 1 : 0;
        for (const ProbeSite& site : scene.probes)
            if (site.isParallax)
                withParallax.insert(scene.use);
    }
    EXPECT_EQ(fitted, 4);
    EXPECT_EQ(withParallax.size(), 2u);
}

} // namespace
} // namespace scene
