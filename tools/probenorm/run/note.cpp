#include "run/note.h"

#include "image/formats/ktx.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pn::cli {
namespace {

constexpr const char* kStepsLeftOut = "stepsLeftOut"; // the first object of a history that was too long: their number

// The newest of steps that fit into so many bytes, after the number of those that do not.
Json newestSteps(const Json& steps, std::size_t room)
{
    constexpr std::size_t kCountBytes = 40; // {"stepsLeftOut":18446744073709551615},
    std::vector<Json> newest;
    std::uint64_t leftOut = 0;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (const auto earlier = step->find(kStepsLeftOut); earlier != step->end() && earlier->is_number_unsigned())
            leftOut += earlier->get<std::uint64_t>();
        else if (const std::size_t bytes = step->dump().size() + 1; leftOut == 0 && bytes + kCountBytes <= room)
        {
            newest.push_back(*step);
            room -= bytes;
        }
        else
            ++leftOut;
    if (leftOut > 0)
        newest.push_back({{kStepsLeftOut, leftOut}});
    return std::vector<Json>(newest.rbegin(), newest.rend());
}

} // namespace

std::string boundedNote(const Json& note, const Json& steps)
{
    constexpr std::array kKeys = {"version", "for", "normalization", "prefilter", "coefficients"};
    constexpr std::size_t kMostValue = 2048; // ours have at most 1200 bytes
    constexpr std::size_t kMostOthers = 4096;
    const auto isShort = [](const Json& value) { return value.dump().size() <= kMostValue; };
    Json out = Json::object();
    for (const char* key : kKeys)
        if (note.contains(key))
            out[key] = isShort(note[key]) ? note[key] : Json(true); // it is normalized, or prefiltered, all the same
    Json others = note;
    for (const char* key : kKeys)
        others.erase(key);
    others.erase("history");
    if (others.dump().size() <= kMostOthers)
        out.update(others);
    out["history"] = Json::array();
    out["history"] = newestSteps(steps, image::kMostNote - out.dump().size());
    return out.dump();
}

} // namespace pn::cli
