#pragma once

#include "api/boundary.h"
#include "core/backend.h"

#include <span>
#include <string>
#include <vector>

namespace pn::api {

// Names one element of a caller's array in messages: "cubemap", or "cubemaps[2]" if there are several.
struct Element
{
    const char* name;
    std::uint32_t index;
    std::uint32_t count;
};

void appendTo(std::string& message, const Element& element);

// Reads and checks the views of a caller. A bad view throws Error(PN_ERROR_INVALID_ARGUMENT) or
// Error(PN_ERROR_UNSUPPORTED_FORMAT) that names it.
std::vector<ProbeView> readViews(const PnEnvironmentView* environments, std::uint32_t count,
                                 const char* name = "environment");

// The same where a map has no meaning.
std::vector<ProbeView> readCubemaps(const PnEnvironmentView* cubemaps, std::uint32_t count, const char* name);

ProbeView readPicture(const PnPictureView* picture);

// The targets of results: one per view, of the view's size.
std::vector<CubemapTarget> readTargets(const PnCubemapTarget* targets, std::span<const ProbeView> views);

// The targets of mips of these sizes, which have a format of their own.
std::vector<CubemapTarget> readTargets(const PnCubemapTarget* targets, std::span<const std::uint32_t> faceSizes);

// Calls read(element, subject) for each element of a caller's array, whose stride is structSize.
template <typename View, typename Read>
void readArray(const View* views, std::uint32_t count, const char* name, Read&& read)
{
    require(count == 0 || views != nullptr, name, count == 1 ? " is null" : "s is null");
    const auto* at = reinterpret_cast<const std::byte*>(views);
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const auto* view = reinterpret_cast<const View*>(at);
        const Element subject{name, i, count};
        const std::uint32_t size = readStructSize(view, sizeof(View), subject);
        require(size == views->structSize, subject, ".structSize differs from the first element's");
        read(readDesc(view, sizeof(View), subject), subject); // which reads as far as structSize says
        at += views->structSize;
    }
}

// The same for the items of a call. A message about an item begins with its number.
template <typename Item, typename Read>
void readItems(const Item* items, std::uint32_t count, Read&& read)
{
    readArray(items, count, "item", [&](const Item& item, const Element& subject) {
        try
        {
            read(item);
        }
        catch (const Error& e)
        {
            throw Error(e.result(), joined(subject, ".", e.what()));
        }
    });
}

} // namespace pn::api
