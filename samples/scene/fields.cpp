#include "fields.h"

#include "scene.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace scene {
namespace {

std::string shortText(double value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%g", value);
    return text;
}

std::string rangeText(Range range)
{
    return "must be a number from " + shortText(range.low) + " to " + shortText(range.high);
}

// Also false for what is no number.
bool isIn(const nlohmann::json& value, Range range)
{
    return value.is_number() && value.get<double>() >= range.low && value.get<double>() <= range.high;
}

} // namespace

Fields::Fields(const nlohmann::json& value, std::string place) : m_value(&value), m_place(std::move(place))
{
    if (!value.is_object())
        throw SceneError(m_place + ": must be an object");
}

std::string Fields::placeOf(const std::string& name) const
{
    const bool isTop = m_place.find(": ") == std::string::npos;
    return m_place + (isTop ? ": " : ".") + name;
}

void Fields::fail(const std::string& name, const std::string& reason) const
{
    throw SceneError(placeOf(name) + ": " + reason);
}

const nlohmann::json& Fields::value(const std::string& name)
{
    m_asked.insert(name);
    const auto found = m_value->find(name);
    if (found == m_value->end())
        fail(name, "is missing");
    return *found;
}

std::string Fields::text(const std::string& name)
{
    const nlohmann::json& found = value(name);
    if (!found.is_string() || found.get_ref<const std::string&>().empty())
        fail(name, "must be a text that is not empty");
    return found.get<std::string>();
}

double Fields::number(const std::string& name, Range range)
{
    const nlohmann::json& found = value(name);
    if (!isIn(found, range))
        fail(name, rangeText(range) + ", found " + found.dump());
    return found.get<double>();
}

double Fields::numberOr(const std::string& name, double otherwise, Range range)
{
    return has(name) ? number(name, range) : otherwise;
}

bool Fields::flagOr(const std::string& name, bool otherwise)
{
    if (!has(name))
        return otherwise;
    const nlohmann::json& found = value(name);
    if (!found.is_boolean())
        fail(name, "must be true or false, found " + found.dump());
    return found.get<bool>();
}

vec3 Fields::triple(const std::string& name, Range range)
{
    const nlohmann::json& found = array(name);
    if (found.size() != 3)
        fail(name, "must have three numbers, found " + std::to_string(found.size()));
    vec3 result(0.0f);
    for (std::size_t i = 0; i < 3; ++i)
    {
        if (!isIn(found[i], range))
            fail(name + "[" + std::to_string(i) + "]", rangeText(range) + ", found " + found[i].dump());
        result[static_cast<int>(i)] = found[i].get<float>();
    }
    return result;
}

const nlohmann::json& Fields::array(const std::string& name)
{
    const nlohmann::json& found = value(name);
    if (!found.is_array())
        fail(name, "must be an array");
    return found;
}

Fields Fields::object(const std::string& name)
{
    return {value(name), placeOf(name)};
}

void Fields::finish() const
{
    for (const auto& [name, unused] : m_value->items())
        if (m_asked.count(name) == 0)
            fail(name, "is not a field of a scene file");
}

} // namespace scene
