#include "api/views.h"

#include "api/boundary.h"

namespace pn::api {

std::string element(const char* name, std::uint32_t index, std::uint32_t count)
{
    return count == 1 ? name : std::string(name) + "s[" + std::to_string(index) + "]";
}

namespace {

void requireView(bool condition, const std::string& subject, const char* message)
{
    require(condition, (subject + message).c_str());
}

// Checks what both kinds of view share and returns the row pitch.
std::size_t readPitch(const std::string& subject, PnFormat format, std::uint32_t width, std::uint32_t rowPitchBytes)
{
    if (formatBytes(format) == 0)
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT, subject + ".format " + std::to_string(format) + " is unknown");
    const std::uint64_t tight = std::uint64_t{width} * formatBytes(format);
    requireView(rowPitchBytes % 4 == 0, subject, ".rowPitchBytes must be a multiple of 4");
    requireView(rowPitchBytes == 0 || rowPitchBytes >= tight, subject, ".rowPitchBytes is less than a row of texels");
    return rowPitchBytes != 0 ? rowPitchBytes : tight;
}

// The last row need not be followed by the rest of its pitch.
std::uint64_t neededBytes(std::size_t pitch, PnFormat format, std::uint32_t width, std::uint32_t height)
{
    return std::uint64_t{pitch} * (height - 1) + std::uint64_t{width} * formatBytes(format);
}

const std::byte* readPointer(const std::string& subject, const char* field, const void* pointer)
{
    requireView(pointer != nullptr, subject, (std::string(field) + " is null").c_str());
    requireView(reinterpret_cast<std::uintptr_t>(pointer) % 4 == 0, subject,
                (std::string(field) + " must be aligned to 4 bytes").c_str());
    return static_cast<const std::byte*>(pointer);
}

ProbeView toView(const PnCubemapView& cubemap, const std::string& subject)
{
    requireView(cubemap.faceSize >= 1 && cubemap.faceSize <= PN_MAX_FACE_SIZE, subject,
                ".faceSize must be in 1..16384");
    ProbeView view;
    view.shape = Shape::cubemap(cubemap.faceSize);
    view.format = cubemap.format;
    view.rowPitch = readPitch(subject, cubemap.format, cubemap.faceSize, cubemap.rowPitchBytes);
    requireView(cubemap.faceBytes >= neededBytes(view.rowPitch, view.format, cubemap.faceSize, cubemap.faceSize),
                subject, ".faceBytes is less than the face's rows take");
    for (std::size_t face = 0; face < 6; ++face)
        view.faces[face] = readPointer(subject, (".faces[" + std::to_string(face) + "]").c_str(), cubemap.faces[face]);
    return view;
}

ProbeView toView(const PnEquirectView& map, const std::string& subject)
{
    requireView(map.width >= 1 && map.width <= PN_MAX_EQUIRECT_WIDTH, subject, ".width must be in 1..32768");
    requireView(map.height >= 1 && map.height <= PN_MAX_EQUIRECT_HEIGHT, subject, ".height must be in 1..16384");
    requireView(map.reserved == 0, subject, ".reserved must be 0");
    ProbeView view;
    view.shape = Shape::equirect(map.width, map.height);
    view.format = map.format;
    view.rowPitch = readPitch(subject, map.format, map.width, map.rowPitchBytes);
    requireView(map.texelBytes >= neededBytes(view.rowPitch, view.format, map.width, map.height), subject,
                ".texelBytes is less than the rows take");
    view.faces[0] = readPointer(subject, ".texels", map.texels);
    return view;
}

// Texels are written while those behind them are still to be read, so in place each must stay where it is.
void requirePlace(const CubemapTarget& target, const ProbeView& view, std::size_t face, const std::string& subject)
{
    if (target.faces[face] != view.faces[face])
        return;
    const std::string field = ".faces[" + std::to_string(face) + "] is the mip's own memory, where ";
    requireView(formatBytes(target.format) == formatBytes(view.format), subject,
                (field + "texels must be as large as the mip's").c_str());
    requireView(target.rowPitch == view.rowPitch, subject, (field + "rowPitchBytes must be the mip's").c_str());
}

CubemapTarget toTarget(const PnCubemapTarget& target, const ProbeView& view, const std::string& subject)
{
    requireView(target.reserved == 0, subject, ".reserved must be 0");
    if (target.format != normalizedFormat(view.format))
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT,
                    subject + ".format must be " + std::to_string(normalizedFormat(view.format)) +
                        ", the mip's own or RGBA16F for 8 bits, not " + std::to_string(target.format));
    const std::uint32_t size = view.shape.width;
    CubemapTarget result;
    result.format = target.format;
    result.rowPitch = readPitch(subject, target.format, size, target.rowPitchBytes);
    requireView(target.faceBytes >= neededBytes(result.rowPitch, target.format, size, size), subject,
                ".faceBytes is less than the face's rows take");
    for (std::size_t face = 0; face < 6; ++face)
    {
        readPointer(subject, (".faces[" + std::to_string(face) + "]").c_str(), target.faces[face]);
        result.faces[face] = static_cast<std::byte*>(target.faces[face]);
        requirePlace(result, view, face, subject);
    }
    return result;
}

// Calls read(element, subject) for each element of a caller's array; they lie as far apart as the struct is large.
template <typename View, typename Read>
void readArray(const View* views, std::uint32_t count, const char* name, Read&& read)
{
    require(count == 0 || views != nullptr, (std::string(name) + (count == 1 ? " is null" : "s is null")).c_str());
    const auto* at = reinterpret_cast<const std::byte*>(views);
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const auto* view = reinterpret_cast<const View*>(at);
        const std::string subject = element(name, i, count);
        const std::uint32_t size = readStructSize(view, sizeof(View), subject.c_str());
        requireView(size == views->structSize, subject, ".structSize differs from the first element's");
        read(readDesc(view, sizeof(View), subject.c_str()), subject); // which reads as far as structSize says
        at += views->structSize;
    }
}

template <typename View>
std::vector<ProbeView> readAll(const View* views, std::uint32_t count, const char* name)
{
    std::vector<ProbeView> result;
    readArray(views, count, name,
              [&](const View& view, const std::string& subject) { result.push_back(toView(view, subject)); });
    return result;
}

} // namespace

std::vector<ProbeView> readViews(const PnCubemapView* cubemaps, std::uint32_t count, const char* name)
{
    return readAll(cubemaps, count, name);
}

std::vector<ProbeView> readViews(const PnEquirectView* maps, std::uint32_t count)
{
    return readAll(maps, count, "map");
}

std::vector<CubemapTarget> readTargets(const PnCubemapTarget* targets, std::span<const ProbeView> views)
{
    std::vector<CubemapTarget> result;
    readArray(targets, std::uint32_t(views.size()), "target",
              [&](const PnCubemapTarget& target, const std::string& subject) {
                  result.push_back(toTarget(target, views[result.size()], subject));
              });
    return result;
}

} // namespace pn::api
