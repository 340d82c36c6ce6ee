#pragma once

#include "sh/engine.h"
#include "sh/sh_set.h"
#include "support/json.h"

#include <array>
#include <span>
#include <string>

namespace pn::cli {

enum class ResultFormat
{
    Text,
    JsonText,
    C,
    Hlsl,
};

// One set of coefficients and where it came from, as `project` and `convert` print it.
struct ShResult
{
    ShSet set;
    std::string window = "none";
    std::array<float, 3> average{}; // of E / pi over the sphere
    float minimum = 0.0f;           // of E / pi over the sphere, the smallest channel
    std::array<int, 3> turn{};      // degrees about x, y, z that came before the axes; --for
    std::string engine;             // of --for; empty for none
    Json dering;                    // what the window auto found; null for others
    std::string title;              // for people: "sky.hdr, equirect 1024 x 512"
    std::string name;               // names the array in C and HLSL
    Json input;                     // of the JSON form
    Json run = Json::object();      // keys that tell how it was computed; last in the JSON form
};

// sh must already be windowed; window only says how.
ShResult makeResult(PnSh sh, PnConvention convention, const EngineView& view, const std::string& window);

// Throws Failure{InvalidInput} if a coefficient is too large for float.
void requireFinite(const ShResult& result);

Json resultJson(const ShResult& result);

// All results in one piece. JSON is one object, or an array of them when asArray; the other forms follow each other.
std::string formatResults(std::span<const ShResult> results, ResultFormat format, bool asArray);

} // namespace pn::cli
