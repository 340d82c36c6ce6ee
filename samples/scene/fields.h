// Strict reading of JSON: every field is asked for by its name, and one that nobody asked for is an error.
#pragma once

#include "world.h"

#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace scene {

struct Range
{
    double low;
    double high;
};

// An object of a file. Errors are SceneErrors that begin with its place, such as "hall.json: boxes[3].low".
class Fields
{
public:
    Fields(const nlohmann::json& value, std::string place);

    bool has(const std::string& name) const { return m_value->contains(name); }
    std::string placeOf(const std::string& name) const;

    std::string text(const std::string& name);
    double number(const std::string& name, Range range);
    double numberOr(const std::string& name, double otherwise, Range range);
    bool flagOr(const std::string& name, bool otherwise);
    vec3 triple(const std::string& name, Range range);
    const nlohmann::json& array(const std::string& name);
    Fields object(const std::string& name);
    const nlohmann::json& value(const std::string& name);

    // Throws where a field has not been asked for.
    void finish() const;

    [[noreturn]] void fail(const std::string& name, const std::string& reason) const;

private:
    const nlohmann::json* m_value;
    std::string m_place;
    std::set<std::string> m_asked;
};

} // namespace scene
