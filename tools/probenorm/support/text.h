#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pn::cli {

// The fewest digits that read back to the same bits.
std::string floatText(float value);

// The same as a literal of C and HLSL, such as "1.0f".
std::string floatLiteral(float value);

// text with control characters written as \xNN: a file's name must neither break a line nor drive the terminal.
std::string printable(std::string_view text);

// "1 probe", "2 probes".
std::string counted(std::uint64_t count, std::string_view thing);

// "1 of 9 probes is", "2 of 9 probes are".
std::string countedOf(std::uint64_t count, std::uint64_t all, std::string_view thing);

std::string lowerCase(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char separator);

// The whole of text as a finite number; false for anything else.
bool parseFloat(std::string_view text, float& value);
bool parseUint(std::string_view text, std::uint64_t& value);

// A count of bytes such as "500000", "64K", "512M" or "2G" (powers of 1024).
bool parseBytes(std::string_view text, std::uint64_t& value);

// "; did you mean project?" for the name nearest to what was typed; empty where none is near.
std::string suggestion(std::string_view typed, std::span<const std::string> names);

// The version of this program, such as "0.1.0".
std::string versionText();

// "sky" of "maps/sky.hdr"; "sky" of "maps/sky_%.hdr"; "stdin" of "-".
std::string stemOf(std::string_view path);

} // namespace pn::cli
