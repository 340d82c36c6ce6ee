#include "image/formats/environment.h"

#include "image/files/input_file.h"
#include "image/formats/exr_envmap.h"
#include "image/formats/file_kinds.h"
#include "image/formats/layout.h"
#include "image/formats/playcanvas_atlas.h"
#include "image/formats/radiance.h"

#include "probenorm/probenorm.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

namespace pn::image {

namespace {

using FacePaths = std::array<std::string, 6>;

// Runs body, whose errors do not know the path.
template <typename Body>
auto withPath(const std::string& path, Body&& body)
{
    const std::string name = path == "-" ? "standard input" : path;
    try
    {
        return body();
    }
    catch (const Error& e)
    {
        throw Error(e.kind(), name + ": " + e.what());
    }
    catch (const std::bad_alloc&)
    {
        throw Error(ErrorKind::OutOfMemory, name + ": out of memory");
    }
}

// A file may hold all mips of what is decoded, and unused channels.
std::uint64_t largestFile(std::uint64_t maxBytes)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max(), kHeaders = 1 << 20;
    return maxBytes > (kMost - kHeaders) / 2 ? kMost : 2 * maxBytes + kHeaders;
}

Container readContainer(const std::string& path, const LoadOptions& options, std::uint64_t maxBytes)
{
    const std::uint64_t largest = largestFile(options.maxBytes);
    Buffer file = options.read ? options.read(path, largest) : readInput(path, largest);
    if (std::optional<Container> taken = takeTexels(file, options.choice, Limits{maxBytes}))
        return std::move(*taken);
    return options.decode(file.span(), path, options.choice, Limits{maxBytes});
}

// A picture that is not one of six, which must have one format.
Container readPicture(const std::string& path, const LoadOptions& options)
{
    const bool isPlain = options.choice.mip == 0 && options.choice.layer.empty();
    std::optional<Image> streamed;
    if (!options.read && isPlain && path != "-")
        streamed = streamRadiance(path, largestFile(options.maxBytes), Limits{options.maxBytes}, options.mayPack,
                                  options.threads);
    if (!streamed)
        return readContainer(path, options, options.maxBytes);
    Container container;
    container.image = std::move(*streamed);
    return container;
}

Container readFace(const std::string& path, const LoadOptions& options, const Image* first)
{
    return withPath(path, [&] {
        Container container = readContainer(path, options, options.maxBytes / 6);
        Image& face = container.image;
        const std::string size = fmt::format("{} x {}", face.width, face.height);
        if (container.isCubemap)
            reject("is a whole cubemap, not a face of one");
        if (face.width != face.height || face.width > PN_MAX_FACE_SIZE)
            reject("faces must be square and at most {} texels, found {}", PN_MAX_FACE_SIZE, size);
        if (first != nullptr && face.width != first->width)
            reject("faces must have one size, found {} after {} x {}", size, first->width, first->height);
        if (first != nullptr && face.format != first->format)
            reject("faces must have one format");
        return container;
    });
}

Container stack(const FacePaths& paths, const LoadOptions& options)
{
    Container container = readFace(paths[0], options, nullptr);
    Image& faces = container.image;
    const std::size_t faceBytes = faces.texels.size();
    Buffer texels = withPath(paths[0], [&] { return Buffer(6 * faceBytes); });
    std::memcpy(texels.data(), faces.texels.data(), faceBytes);
    for (std::size_t i = 1; i < 6; ++i)
    {
        const Image face = readFace(paths[i], options, &faces).image;
        std::memcpy(texels.data() + i * faceBytes, face.texels.data(), faceBytes);
        for (const std::string& warning : face.warnings)
            if (std::find(faces.warnings.begin(), faces.warnings.end(), warning) == faces.warnings.end())
                faces.warnings.push_back(warning);
    }
    faces.height *= 6;
    faces.texels = std::move(texels);
    return container;
}

bool exists(const std::string& path)
{
    return access(path.c_str(), F_OK) == 0;
}

// All six, or the reason why not.
void requireFaces(const FacePaths& paths)
{
    const auto found = std::count_if(paths.begin(), paths.end(), exists);
    const auto missing = std::find_if_not(paths.begin(), paths.end(), exists);
    if (found < 6)
        reject("has {} of 6 faces, {} is missing", found, *missing);
}

// The set of names that most files have; the first one of equals.
FacePaths resolvePattern(const std::string& pattern)
{
    FacePaths best;
    std::ptrdiff_t most = 0;
    for (const FaceNames& names : allFaceNames())
    {
        FacePaths paths = facePaths(pattern, names);
        const auto found = std::count_if(paths.begin(), paths.end(), exists);
        if (found > most)
        {
            most = found;
            best = std::move(paths);
        }
    }
    if (most == 0)
        throw Error(ErrorKind::FileIo, "no face has a name of this pattern");
    requireFaces(best);
    return best;
}

FacePaths siblingsOf(const std::string& path)
{
    const auto found = findFacePattern(path);
    if (!found)
        reject("name of a face file must end in the face's name, such as px or +X");
    FacePaths paths = facePaths(found->pattern, *found->names);
    requireFaces(paths);
    return paths;
}

bool areNamedByOpenExr(const FacePaths& paths)
{
    const std::string_view name = kOpenExrNames.front();
    std::string pattern = paths.front();
    const std::size_t at = pattern.rfind(name);
    return at != std::string::npos && facePaths(pattern.replace(at, name.size(), "%"), kOpenExrNames) == paths;
}

// Names alone do not say that exrenvmap wrote the files: other programs use them, too.
Layout facesLayout(const FacePaths& paths, Layout asked, const Image& faces)
{
    const bool areExrs =
        asked == Layout::FacesOpenExr || (asked == Layout::Auto && areNamedByOpenExr(paths) && areExrFaces(faces));
    return areExrs ? Layout::FacesOpenExr : Layout::Faces;
}

Image unfoldExrFaces(const Image& faces, const LoadOptions& options)
{
    Image unfolded = unfoldExrCube(faces, {options.maxBytes});
    if (options.layout == Layout::Auto)
        unfolded.warnings.back() =
            "six faces as OpenEXR's exrenvmap writes them, by their names and edges: they were turned "
            "and interpolated; --layout faces takes them unturned";
    return unfolded;
}

Environment fromFaces(const std::string& name, const FacePaths& paths, const LoadOptions& options)
{
    Environment environment;
    environment.path = name;
    environment.files.assign(paths.begin(), paths.end());
    environment.kind = Kind::Cubemap;
    Container faces = stack(paths, options);
    environment.layout = facesLayout(paths, options.layout, faces.image);
    environment.note = std::move(faces.note);
    environment.image = std::move(faces.image);
    if (environment.layout == Layout::FacesOpenExr)
        environment.image = withPath(name, [&] { return unfoldExrFaces(environment.image, options); });
    environment.fileFormat = environment.image.format;
    return environment;
}

void requireEquirectSize(const Image& image)
{
    if (image.width > PN_MAX_EQUIRECT_WIDTH || image.height > PN_MAX_EQUIRECT_HEIGHT)
        reject("equirect map must be at most {} x {}, found {} x {}", PN_MAX_EQUIRECT_WIDTH, PN_MAX_EQUIRECT_HEIGHT,
               image.width, image.height);
}

Layout chooseLayout(const Image& picture, Layout asked, const std::string& path)
{
    if (asked != Layout::Auto)
        return asked;
    const Layout found = detectLayout(picture.width, picture.height);
    if (found != Layout::Auto)
        return found;
    if (picture.width == picture.height && findFacePattern(path))
        return Layout::Faces;
    reject("shape {} x {} has no known layout; use --layout", picture.width, picture.height);
}

Layout layoutOf(const Container& container, const LoadOptions& options, const std::string& path)
{
    if (!container.isCubemap)
        return chooseLayout(container.image, options.layout, path);
    if (options.layout != Layout::Auto)
        reject("is a cubemap already; --layout does not apply");
    return Layout::CubemapFile;
}

// Gives meaning to a decoded file; Layout::Faces in the result asks for the other five files.
Environment arrange(Container container, const LoadOptions& options, const std::string& path)
{
    Environment environment;
    environment.path = path;
    environment.files = {path};
    environment.mipCount = container.mipCount;
    environment.harmonics = std::move(container.harmonics);
    environment.note = std::move(container.note);
    environment.mip = options.choice.mip;
    environment.layout = layoutOf(container, options, path);
    const bool isAtlas = environment.layout == Layout::PlayCanvasAtlas;
    environment.kind = isAtlas || environment.layout == Layout::Equirect ? Kind::Equirect : Kind::Cubemap;
    if (environment.layout == Layout::Faces)
        return environment;
    environment.image = std::move(container.image);
    environment.fileFormat = environment.image.format;
    if (environment.layout == Layout::Equirect)
        requireEquirectSize(environment.image);
    else if (isAtlas)
        environment.image = cutAtlas(environment.image, {options.maxBytes});
    else if (isOctahedral(environment.layout))
        environment.image =
            unfoldOctahedral(environment.image, environment.layout, environment.mip, {options.maxBytes});
    else if (environment.layout != Layout::CubemapFile)
        environment.image = unfold(std::move(environment.image), environment.layout);
    return environment;
}

bool isPattern(const std::string& input)
{
    return input.find('%') != std::string::npos && !exists(input);
}

} // namespace

Environment copyOf(const Environment& environment)
{
    return {environment.path,       environment.files,        environment.kind,      environment.layout,
            environment.mipCount,   environment.mip,          environment.harmonics, environment.note,
            environment.fileFormat, copyOf(environment.image)};
}

PnEnvironmentView Environment::view() const
{
    return kind == Kind::Cubemap
               ? probenorm::cubemapView(image.width, image.format, image.texels.span())
               : probenorm::equirectView(image.width, image.height, image.format, image.texels.span());
}

Environment loadEnvironment(const std::string& input, const LoadOptions& options)
{
    if (isPattern(input))
        return fromFaces(input, withPath(input, [&] { return resolvePattern(input); }), options);
    if (isFaceFiles(options.layout))
        return fromFaces(input, withPath(input, [&] { return siblingsOf(input); }), options);
    Environment environment = withPath(input, [&] { return arrange(readPicture(input, options), options, input); });
    if (environment.layout == Layout::Faces)
        return fromFaces(input, withPath(input, [&] { return siblingsOf(input); }), options);
    return environment;
}

Environment loadFaces(const std::array<std::string, 6>& paths, const LoadOptions& options)
{
    return fromFaces(paths[0], paths, options);
}

} // namespace pn::image
