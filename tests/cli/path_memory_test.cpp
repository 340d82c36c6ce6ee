// Where a path leads is a question of safety: without memory it has the answer that it has with it, or none.
#include "bake/manifest_path.h"
#include "bake/overlap.h"
#include "files.h"
#include "support/failure.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <new>
#include <string>
#include <utility>

namespace fs = std::filesystem;
using namespace pn::cli;
using pn::test::Folder;

namespace {

constexpr long kNone = -1;
long allocationsBefore = kNone; // the one that fails; kNone: none fails

} // namespace

extern "C" void* __libc_malloc(std::size_t size);

// std::filesystem takes memory by malloc() too.
extern "C" [[gnu::visibility("default")]] void* malloc(std::size_t size)
{
    if (allocationsBefore == kNone || allocationsBefore-- > 0)
        return __libc_malloc(size);
    errno = ENOMEM;
    return nullptr;
}

namespace {

// Asks again and again; each time another allocation fails, until there are no more.
void expectOnlyAnswer(const std::string& right, const std::function<std::string()>& ask)
{
    int unanswered = 0;
    for (long at = 0, left = kNone; left == kNone; ++at)
    {
        allocationsBefore = at;
        try
        {
            const std::string answer = ask();
            left = std::exchange(allocationsBefore, kNone);
            EXPECT_EQ(answer, right) << "allocation " << at;
        }
        catch (const std::bad_alloc&)
        {
            allocationsBefore = kNone;
            ++unanswered;
        }
    }
    EXPECT_GT(unanswered, 0);
}

} // namespace

TEST(PathWithoutMemory, IsInTheManifestsFolderOrNot)
{
    const Folder folder;
    fs::create_directory(folder.path("maps"));
    folder.add("maps/sky.hdr", "");
    fs::create_symlink("/etc/passwd", folder.path("maps/out.hdr"));
    fs::current_path(folder.path("")); // manifests are named by relative paths too
    for (const std::string& name : {folder.path(""), std::string(".")})
        expectOnlyAnswer(
            "|must not climb out of the manifest's folder or --root, found \"maps/out.hdr\", a link to elsewhere", [&] {
                ManifestPaths paths(name, true);
                return paths.problemOf("maps/sky.hdr") + "|" + paths.problemOf("maps/out.hdr");
            });
    fs::current_path("/");
}

TEST(PathWithoutMemory, BelongsToTheBakeOrNot)
{
    const Folder folder;
    fs::create_directories(folder.path("baked/probes"));
    fs::create_directory_symlink(folder.path("baked"), folder.path("link"));
    Manifest manifest;
    manifest.path = folder.add("baked/probes/probes.json", "");
    expectOnlyAnswer("refused", [&] {
        try
        {
            refuseOverlap(folder.path("link"), manifest, {});
        }
        catch (const Failure&)
        {
            return "refused";
        }
        return "taken";
    });
}
