// Scene files: the shipped ones, the schema, and what is refused.
#include "scene.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
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
        catch (const std::runtime_error& error)
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
             {"/materials/stone/roughness", "much", "(/materials/stone/roughness) type must be number"},
             {"/boxes/0/material", "glass", "material must be the name of one"},
             {"/boxes/0/high", {1, -2, 1}, "high must be above low on every axis"},
             {"/views/0/position", {0, -0.5, 0}, "position must be outside of boxes and spheres"},
             {"/lamps/0/edgeV", {1, 0, 1}, "edgeV must be at a right angle to edgeU, and neither of length 0"},
             {"/lightProbes/0/count", {2, 1, 2}, "count must be 2 or more along each axis"},
             {"/reflectionProbes", json::array(), "reflectionProbes must be one or two"}})
    {
        json value = smallest();
        value[json::json_pointer(c.place)] = c.value;
        EXPECT_NE(refusal(value).find(c.message), std::string::npos) << refusal(value);
    }
}

TEST_F(SceneFile, EveryRequiredFieldIsRequired)
{
    const json schema = json::parse(std::ifstream(PN_SCENE_SCHEMA));
    for (const json& field : schema["required"])
    {
        json value = smallest();
        value.erase(field.get<std::string>());
        EXPECT_NE(refusal(value).find("key '" + field.get<std::string>() + "' not found"), std::string::npos);
    }
}

// Whether a value is as the schema says, by those of JSON Schema's words that ours uses.
bool follows(const json& schema, const json& value)
{
    const std::string type = schema.value("type", "");
    if (schema.contains("oneOf"))
        return std::any_of(schema["oneOf"].begin(), schema["oneOf"].end(),
                           [&](const json& one) { return follows(one, value); });
    if (schema.contains("const"))
        return value == schema["const"];
    if (schema.contains("enum"))
        return std::count(schema["enum"].begin(), schema["enum"].end(), value) == 1;
    if (type == "array")
        return value.is_array() && value.size() >= schema.value("minItems", 0u) &&
               value.size() <= schema.value("maxItems", 1u << 20) &&
               std::all_of(value.begin(), value.end(),
                           [&](const json& item) { return follows(schema["items"], item); });
    if (type == "object")
    {
        for (const json& name : schema.value("required", json::array()))
            if (!value.contains(name.get<std::string>()))
                return false;
        const json others = schema.value("additionalProperties", json(false));
        for (const auto& [name, field] : value.items())
        {
            const json known = schema.value("properties", json::object()).value(name, others);
            if (known == false || !follows(known, field))
                return false;
        }
        return value.is_object();
    }
    if (type == "number" || type == "integer")
        return value.is_number() && value >= schema.value("minimum", json(value)) &&
               value <= schema.value("maximum", json(value));
    return type == "boolean" ? value.is_boolean() : type == "string" && value.is_string();
}

TEST_F(SceneFile, FollowsTheSchema)
{
    const json schema = json::parse(std::ifstream(PN_SCENE_SCHEMA));
    for (const std::filesystem::path& file : filesIn(PN_SCENE_FOLDER, ".json"))
        EXPECT_TRUE(follows(schema, json::parse(std::ifstream(file)))) << file;
    for (const auto& [place, wrong] : {std::pair{"/boxes/0/color", json(1)}, {"/materials/stone/roughness", json(2)}})
    {
        json value = smallest();
        EXPECT_TRUE(follows(schema, value));
        value[json::json_pointer(place)] = wrong;
        EXPECT_FALSE(follows(schema, value)) << place;
    }
}

// As the study needs them: four for fitting, and a parallax-corrected room both among those and among the others.
TEST(ShippedScenes, AreWhatTheStudyNeeds)
{
    const std::vector<std::filesystem::path> files = filesIn(PN_SCENE_FOLDER, ".json");
    ASSERT_EQ(files.size(), 12u);
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
