#include "bake/fields.h"

#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pn::cli {
namespace {

bool isFinite(const Json& value)
{
    return value.is_number() && std::isfinite(value.get<float>());
}

} // namespace

std::string shownJson(const Json& value)
{
    constexpr std::size_t kMost = 60;
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > kMost)
        text = text.substr(0, kMost) + "...";
    return text;
}

Fields::Fields(const Json& object, std::string where) : m_object(object), m_where(std::move(where))
{
    if (!object.is_object())
        throw Failure(Exit::InvalidInput, fmt::format("{} must be an object, found {}", m_where, shownJson(object)));
}

const Json* Fields::find(const std::string& name)
{
    m_known.insert(name);
    const auto found = m_object.find(name);
    return found == m_object.end() ? nullptr : &*found;
}

const Json& Fields::need(const std::string& name)
{
    const Json* value = find(name);
    if (value == nullptr)
        fail(name, "is missing");
    return *value;
}

void Fields::text(const std::string& name, std::string& value)
{
    const Json* found = find(name);
    if (found == nullptr)
        return;
    if (!found->is_string())
        fail(name, fmt::format("must be a string, found {}", shownJson(*found)));
    value = found->get<std::string>();
}

void Fields::flag(const std::string& name, bool& value)
{
    const Json* found = find(name);
    if (found == nullptr)
        return;
    if (!found->is_boolean())
        fail(name, fmt::format("must be true or false, found {}", shownJson(*found)));
    value = found->get<bool>();
}

void Fields::count(const std::string& name, std::uint32_t& value, std::uint32_t min, std::uint32_t max)
{
    const Json* found = find(name);
    if (found == nullptr)
        return;
    const bool isCount = found->is_number_unsigned();
    if (!isCount || found->get<std::uint64_t>() < min || found->get<std::uint64_t>() > max)
        fail(name, fmt::format("must be {}, found {}",
                               min == max ? std::to_string(min) : fmt::format("a whole number in {}..{}", min, max),
                               shownJson(*found)));
    value = found->get<std::uint32_t>();
}

void Fields::number(const std::string& name, float& value, float min, float max)
{
    const Json* found = find(name);
    if (found == nullptr)
        return;
    if (!isFinite(*found) || found->get<float>() < min || found->get<float>() > max)
        fail(name, fmt::format("must be a number in {}..{}, found {}", min, max, shownJson(*found)));
    value = found->get<float>();
}

void Fields::word(const std::string& name, const std::vector<std::string>& words,
                  const std::function<void(std::size_t)>& choose)
{
    const Json* found = find(name);
    if (found == nullptr)
        return;
    const auto at = std::find_if(words.begin(), words.end(), [&](const std::string& word) { return *found == word; });
    if (at == words.end())
        fail(name, fmt::format("must be one of {}, found {}", fmt::join(words, ", "), shownJson(*found)));
    choose(static_cast<std::size_t>(at - words.begin()));
}

void Fields::vector(const std::string& name, std::optional<std::array<float, 3>>& value)
{
    const Json* found = find(name);
    if (found == nullptr)
        return;
    if (!found->is_array() || found->size() != 3 || !std::all_of(found->begin(), found->end(), isFinite))
        fail(name, fmt::format("must be three numbers [x, y, z], found {}", shownJson(*found)));
    value = found->get<std::array<float, 3>>();
}

void Fields::finish() const
{
    for (const auto& [name, value] : m_object.items())
        if (m_known.count(name) == 0)
            fail(printable(name), "is not a field of this object");
}

void Fields::fail(const std::string& name, const std::string& reason) const
{
    throw Failure(Exit::InvalidInput, fmt::format("{}: {} {}", m_where, name, reason));
}

} // namespace pn::cli
