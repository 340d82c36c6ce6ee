#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// Keys stay in order, and numbers are float, so that each is written with the fewest digits that read back to its bits.
using Json =
    nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

// Text for people and programs: what fits on a line stays on it. Ends with a newline.
std::string jsonText(const Json& value);

// The same as a part of a longer text: lines after the first begin with indent spaces more, and no newline ends it.
std::string jsonText(const Json& value, std::size_t indent);

// Strict: one value, no comments, no key twice in an object. Throws Failure{InvalidInput} with "path: line L, ...", or
// that of a cancelled command.
Json parseJson(std::string_view text, const std::string& path);

} // namespace pn::cli
