// docs/schema/manifest.json says what bake reads: each value of the schema is accepted, and each setting is in it.
#include "bake/manifest.h"
#include "files.h"
#include "support/failure.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace pn::test;
using nlohmann::json;

namespace {

json settingsSchema()
{
    return json::parse(readText(PN_MANIFEST_SCHEMA))["$defs"]["settings"]["properties"];
}

// The settings that a manifest with this one gives its probe.
pn::cli::Json settingsWith(const std::string& field, const json& value)
{
    const Folder folder;
    const json manifest = {
        {"version", 1}, {"defaults", {{field, value}}}, {"probes", {{{"id", "hall"}, {"file", "hall.exr"}}}}};
    const std::string path = folder.add("probes.json", manifest.dump());
    return pn::cli::settingsJson(pn::cli::readManifest(path, pn::cli::CheckFiles::No).probes.at(0).settings);
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
    if (property.contains("minimum"))
        return {property["minimum"], property["maximum"]};
    if (property["type"] == "boolean")
        return {true, false};
    return {"none", "auto", "hann:3", "lanczos:4", "sinc4:5", "gauss:0.5"};
}

} // namespace

TEST(ManifestSchema, EachOfItsValuesIsAccepted)
{
    const json schema = settingsSchema();
    for (const auto& [field, property] : schema.items())
        for (const json& value : samples(property))
            EXPECT_NO_THROW(settingsWith(field, value)) << field << ": " << value;
}

TEST(ManifestSchema, ValuesBeyondItsLimitsAreRefused)
{
    const json schema = settingsSchema();
    for (const auto& [field, property] : schema.items())
    {
        if (isFreeText(property))
            continue;
        EXPECT_THROW(settingsWith(field, "bogus"), pn::cli::Failure) << field;
        if (!property.contains("minimum"))
            continue;
        EXPECT_THROW(settingsWith(field, property["minimum"].get<double>() / 2 - 1e-9), pn::cli::Failure) << field;
        EXPECT_THROW(settingsWith(field, property["maximum"].get<double>() + 1), pn::cli::Failure) << field;
    }
}

TEST(ManifestSchema, EachSettingIsInIt)
{
    const json schema = settingsSchema();
    const pn::cli::Json settings = settingsWith("cubemap", "ktx2");
    EXPECT_EQ(settings.size(), schema.size());
    for (const auto& [field, value] : settings.items())
        EXPECT_TRUE(schema.contains(field)) << field;
}
