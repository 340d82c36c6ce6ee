#include "image/formats/face_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace pn::image {

namespace {

constexpr std::array<FaceNames, 8> kAllNames{{
    {"px", "nx", "py", "ny", "pz", "nz"},
    {"posx", "negx", "posy", "negy", "posz", "negz"},
    {"+X", "-X", "+Y", "-Y", "+Z", "-Z"},
    {"+x", "-x", "+y", "-y", "+z", "-z"},
    {"rt", "lf", "up", "dn", "ft", "bk"},
    {"PX", "NX", "PY", "NY", "PZ", "NZ"},
    {"right", "left", "top", "bottom", "front", "back"},
    {"c00", "c01", "c02", "c03", "c04", "c05"},
}};

struct PathParts
{
    std::string_view folder; // with its separator
    std::string_view stem;
    std::string_view extension; // with its dot
};

PathParts split(std::string_view path)
{
    const std::size_t slash = path.find_last_of('/');
    const std::size_t start = slash == std::string_view::npos ? 0 : slash + 1;
    const std::size_t dot = path.find_last_of('.');
    const std::size_t end = dot == std::string_view::npos || dot < start ? path.size() : dot;
    return {path.substr(0, start), path.substr(start, end - start), path.substr(end)};
}

// Letters name a face only if they are a word of their own: "sky_px" does, "apx" does not. Signs may stand anywhere.
bool endsInName(std::string_view stem, std::string_view name)
{
    if (!stem.ends_with(name))
        return false;
    const bool isWord = std::isalpha(static_cast<unsigned char>(name.front())) != 0;
    const bool isUnmistakable = name.starts_with("pos") || name.starts_with("neg");
    if (stem.size() == name.size() || !isWord || isUnmistakable)
        return true;
    const auto before = static_cast<unsigned char>(stem[stem.size() - name.size() - 1]);
    return std::isalnum(before) == 0;
}

} // namespace

std::span<const FaceNames> allFaceNames() noexcept
{
    return kAllNames;
}

std::array<std::string, 6> facePaths(const std::string& pattern, const FaceNames& names)
{
    const std::size_t mark = pattern.rfind('%');
    std::array<std::string, 6> paths;
    std::transform(names.begin(), names.end(), paths.begin(),
                   [&](const char* name) { return pattern.substr(0, mark) + name + pattern.substr(mark + 1); });
    return paths;
}

std::optional<FacePattern> findFacePattern(const std::string& path)
{
    const PathParts parts = split(path);
    for (const FaceNames& names : kAllNames)
        for (const std::string_view name : names)
            if (endsInName(parts.stem, name))
            {
                const std::string_view rest = parts.stem.substr(0, parts.stem.size() - name.size());
                return FacePattern{std::string(parts.folder) + std::string(rest) + "%" + std::string(parts.extension),
                                   &names};
            }
    return std::nullopt;
}

} // namespace pn::image
