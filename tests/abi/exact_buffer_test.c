/* No byte beyond what the view promises is read: each face, and an array of views, ends where unreadable memory begins.
 * Every format, tight rows and rows with a gap (the last row has none), sizes around each vector width. */
#define _GNU_SOURCE
#include "abi_test.h"

#include <sys/mman.h>
#include <unistd.h>

enum
{
    kMappedBytes = 1 << 20
};

static const uint32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65};

/* The address of the first unreadable byte after kMappedBytes readable ones. */
static unsigned char* mapBeforeGuard(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void* base = mmap(NULL, kMappedBytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED || mprotect((char*)base + kMappedBytes, page, PROT_NONE) != 0)
        exit(77);
    return (unsigned char*)base + kMappedBytes;
}

static void projectAtEdge(PnContext context, unsigned char* end, PnFormat format, uint32_t size, uint32_t gapBytes)
{
    const uint32_t rowBytes = size * pnGetFormatBytes(format);
    const uint32_t pitch = rowBytes + gapBytes;
    const uint32_t bytes = pitch * (size - 1) + rowBytes;
    PnSh sh;

    PnEnvironmentView cubemap = abiCubemap();
    cubemap.format = format;
    cubemap.width = size;
    cubemap.height = size;
    cubemap.rowPitchBytes = gapBytes != 0 ? pitch : 0;
    cubemap.faceBytes = bytes;
    for (int face = 0; face < 6; ++face)
        cubemap.faces[face] = end - bytes;
    SUCCEEDS(pnProjectEnvironment(context, &cubemap, NULL, &sh, NULL));

    PnEnvironmentView map = abiEquirect();
    map.format = format;
    map.width = size;
    map.height = size;
    map.rowPitchBytes = cubemap.rowPitchBytes;
    map.faces[0] = end - bytes;
    map.faceBytes = bytes;
    SUCCEEDS(pnProjectEnvironment(context, &map, NULL, &sh, NULL));
}

/* A wrong structSize of the last view must not be believed: it says that the array goes on. */
static void refuseAtEdge(PnContext context, unsigned char* end)
{
    PnEnvironmentView* views = (PnEnvironmentView*)end - 2;
    PnSh shs[2];
    views[0] = abiCubemap();
    views[1] = abiCubemap();
    SUCCEEDS(pnProjectEnvironments(context, 2, views, NULL, shs, NULL, NULL));
    views[1].structSize = 4096;
    INVALID(pnProjectEnvironments(context, 2, views, NULL, shs, NULL, NULL), "environments[1].structSize");
}

int main(void)
{
    unsigned char* end = mapBeforeGuard();
    PnContext context = abiCpuContext();
    for (PnFormat format = PN_FORMAT_RGBA32F; format <= PN_FORMAT_RGBA8_SRGB; ++format)
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i)
        {
            projectAtEdge(context, end, format, sizes[i], 0);
            projectAtEdge(context, end, format, sizes[i], 4);
            projectAtEdge(context, end, format, sizes[i], 252);
        }
    refuseAtEdge(context, end);
    pnDestroyContext(context);
    return abiReport("exact buffers");
}
