#pragma once

#include "support/json.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pn::cli {

// Reads an object of which every field is known. Each reader leaves its value alone where the field is missing, and
// throws Failure{InvalidInput} with "where: field must be ..." where it is not what it should be.
class Fields
{
public:
    // where names the object: "probes.json: probes[3] \"hall\"".
    Fields(const Json& object, std::string where);

    void setWhere(std::string where) { m_where = std::move(where); }
    const std::string& where() const { return m_where; }

    // null where the field is missing.
    const Json* find(const std::string& name);
    const Json& need(const std::string& name);

    void text(const std::string& name, std::string& value);
    void flag(const std::string& name, bool& value);
    void count(const std::string& name, std::uint32_t& value, std::uint32_t min, std::uint32_t max);
    void number(const std::string& name, float& value, float min, float max);
    void word(const std::string& name, const std::vector<std::string>& words,
              const std::function<void(std::size_t)>& choose);
    void vector(const std::string& name, std::optional<std::array<float, 3>>& value);

    // Throws if there is a field that nobody asked for.
    void finish() const;

    [[noreturn]] void fail(const std::string& name, const std::string& reason) const;

private:
    const Json& m_object;
    std::string m_where;
    std::set<std::string> m_known;
};

// A value as a message shows it: short, on one line.
std::string shownJson(const Json& value);

} // namespace pn::cli
