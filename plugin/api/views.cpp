#include "api/views.h"

#include "api/boundary.h"
#include "core/kernel/encode.h"

namespace pn::api {

void appendTo(std::string& message, const Element& element)
{
    message += element.name;
    if (element.count != 1)
        message += joined("s[", element.index, "]");
}

namespace {

// Checks what all views and targets share and returns the row pitch.
std::size_t readPitch(const Element& subject, PnFormat format, std::uint32_t width, std::uint32_t rowPitchBytes)
{
    if (formatBytes(format) == 0)
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT, joined(subject, ".format ", format, " is unknown"));
    const std::uint64_t tight = std::uint64_t{width} * formatBytes(format);
    require(rowPitchBytes % 4 == 0, subject, ".rowPitchBytes must be a multiple of 4");
    require(rowPitchBytes == 0 || rowPitchBytes >= tight, subject, ".rowPitchBytes is less than a row of texels");
    return rowPitchBytes != 0 ? rowPitchBytes : tight;
}

// The last row needs no padding behind it.
std::uint64_t neededBytes(std::size_t pitch, PnFormat format, std::uint32_t width, std::uint32_t height)
{
    return std::uint64_t{pitch} * (height - 1) + std::uint64_t{width} * formatBytes(format);
}

template <typename... Field>
const std::byte* readPointer(const void* pointer, const Element& subject, const Field&... field)
{
    require(pointer != nullptr, subject, field..., " is null");
    require(reinterpret_cast<std::uintptr_t>(pointer) % 4 == 0, subject, field..., " must be aligned to 4 bytes");
    return static_cast<const std::byte*>(pointer);
}

Shape readShape(const PnEnvironmentView& view, const Element& subject)
{
    if (view.kind == PN_ENVIRONMENT_CUBEMAP)
    {
        require(view.width >= 1 && view.width <= PN_MAX_FACE_SIZE, subject, ".width must be in 1..16384");
        require(view.height == view.width, subject, ".height must be the width, since faces are square");
        return Shape::cubemap(view.width);
    }
    require(view.kind == PN_ENVIRONMENT_EQUIRECT, subject, ".kind must be one of PN_ENVIRONMENT_*");
    require(view.width >= 1 && view.width <= PN_MAX_EQUIRECT_WIDTH, subject, ".width must be in 1..32768");
    require(view.height >= 1 && view.height <= PN_MAX_EQUIRECT_HEIGHT, subject, ".height must be in 1..16384");
    return Shape::equirect(view.width, view.height);
}

ProbeView toView(const PnEnvironmentView& environment, const Element& subject)
{
    ProbeView view;
    view.shape = readShape(environment, subject);
    view.format = environment.format;
    view.rowPitch = readPitch(subject, view.format, view.shape.width, environment.rowPitchBytes);
    require(environment.faceBytes >= neededBytes(view.rowPitch, view.format, view.shape.width, view.shape.height),
            subject, ".faceBytes is less than the rows take");
    for (std::size_t face = 0; face < view.shape.faceCount; ++face)
        view.faces[face] = readPointer(environment.faces[face], subject, ".faces[", face, "]");
    for (std::size_t face = view.shape.faceCount; face < 6; ++face)
        require(environment.faces[face] == nullptr, subject, ".faces[", face, "] must be NULL for a map");
    return view;
}

ProbeView toView(const PnPictureView& picture, const Element& subject)
{
    require(picture.width >= 1 && picture.width <= PN_MAX_EQUIRECT_WIDTH, subject, ".width must be in 1..32768");
    require(picture.height >= 1 && picture.height <= PN_MAX_EQUIRECT_HEIGHT, subject, ".height must be in 1..16384");
    require(picture.reserved == 0, subject, ".reserved must be 0");
    ProbeView view;
    view.shape = Shape::equirect(picture.width, picture.height);
    view.format = picture.format;
    view.rowPitch = readPitch(subject, picture.format, picture.width, picture.rowPitchBytes);
    require(picture.texelBytes >= neededBytes(view.rowPitch, view.format, picture.width, picture.height), subject,
            ".texelBytes is less than the rows take");
    view.faces[0] = readPointer(picture.texels, subject, ".texels");
    return view;
}

// In-place normalization reads and writes row by row, so each output texel must occupy the bytes of its input texel.
void requirePlace(const CubemapTarget& target, const ProbeView& view, std::size_t face, const Element& subject)
{
    if (target.faces[face] != view.faces[face])
        return;
    const auto requireSame = [&](bool condition, const char* rule) {
        require(condition, subject, ".faces[", face, "] is the mip's own memory, where ", rule);
    };
    requireSame(formatBytes(target.format) == formatBytes(view.format), "texels must be as large as the mip's");
    requireSame(target.rowPitch == view.rowPitch, "rowPitchBytes must be the mip's");
}

CubemapTarget toTarget(const PnCubemapTarget& target, std::uint32_t faceSize, const Element& subject)
{
    require(target.reserved == 0, subject, ".reserved must be 0");
    CubemapTarget result;
    result.format = target.format;
    result.rowPitch = readPitch(subject, target.format, faceSize, target.rowPitchBytes);
    require(target.faceBytes >= neededBytes(result.rowPitch, target.format, faceSize, faceSize), subject,
            ".faceBytes is less than the face's rows take");
    for (std::size_t face = 0; face < 6; ++face)
    {
        readPointer(target.faces[face], subject, ".faces[", face, "]");
        result.faces[face] = static_cast<std::byte*>(target.faces[face]);
    }
    return result;
}

CubemapTarget toNormalizedTarget(const PnCubemapTarget& target, const ProbeView& view, const Element& subject)
{
    if (target.format != normalizedFormat(view.format))
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT, joined(subject, ".format must be ", normalizedFormat(view.format),
                                                        ", the mip's own or RGBA16F for 8 bits, not ", target.format));
    const CubemapTarget result = toTarget(target, view.shape.width, subject);
    for (std::size_t face = 0; face < 6; ++face)
        requirePlace(result, view, face, subject);
    return result;
}

} // namespace

std::vector<ProbeView> readViews(const PnEnvironmentView* environments, std::uint32_t count, const char* name)
{
    std::vector<ProbeView> result;
    readArray(environments, count, name,
              [&](const PnEnvironmentView& view, const Element& subject) { result.push_back(toView(view, subject)); });
    return result;
}

std::vector<ProbeView> readCubemaps(const PnEnvironmentView* cubemaps, std::uint32_t count, const char* name)
{
    std::vector<ProbeView> result = readViews(cubemaps, count, name);
    for (std::uint32_t i = 0; i < count; ++i)
        require(result[i].shape.isCubemap(), Element{name, i, count}, ".kind must be PN_ENVIRONMENT_CUBEMAP");
    return result;
}

ProbeView readPicture(const PnPictureView* picture)
{
    ProbeView result;
    readArray(picture, 1, "picture",
              [&](const PnPictureView& view, const Element& subject) { result = toView(view, subject); });
    return result;
}

std::vector<CubemapTarget> readTargets(const PnCubemapTarget* targets, std::span<const ProbeView> views)
{
    std::vector<CubemapTarget> result;
    readArray(targets, std::uint32_t(views.size()), "target",
              [&](const PnCubemapTarget& target, const Element& subject) {
                  result.push_back(toNormalizedTarget(target, views[result.size()], subject));
              });
    return result;
}

std::vector<CubemapTarget> readTargets(const PnCubemapTarget* targets, std::span<const std::uint32_t> faceSizes)
{
    std::vector<CubemapTarget> result;
    readArray(
        targets, std::uint32_t(faceSizes.size()), "target", [&](const PnCubemapTarget& target, const Element& subject) {
            if (formatBytes(target.format) != 0 && !canEncode(target.format))
                throw Error(PN_ERROR_UNSUPPORTED_FORMAT, joined(subject, ".format must be of floats, not of 8 bits"));
            result.push_back(toTarget(target, faceSizes[result.size()], subject));
        });
    return result;
}

} // namespace pn::api
