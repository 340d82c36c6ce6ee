/* The calls on BC6H: bad arguments named, sizes counted, and nothing written beyond the blocks. */
#include "abi_test.h"

/* 5 x 3 texels of halves 1, 2 and 0.5: two blocks. */
static PnPictureView picture(void)
{
    static uint16_t texels[15][4];
    for (int i = 0; i < 15; ++i)
    {
        texels[i][0] = 0x3C00;
        texels[i][1] = 0x4000;
        texels[i][2] = 0x3800;
    }
    return (PnPictureView){.structSize = sizeof(PnPictureView),
                           .width = 5,
                           .height = 3,
                           .format = PN_FORMAT_RGBA16F,
                           .texels = texels,
                           .texelBytes = sizeof(texels)};
}

static void checkRound(PnContext context, PnBc6hEffort effort, uint32_t isSigned)
{
    PnPictureView view = picture();
    uint8_t blocks[33];
    uint16_t halves[2 * 64 + 1];
    memset(blocks, 7, sizeof(blocks));
    halves[128] = 7;
    SUCCEEDS(pnEncodeBc6h(context, &view, effort, isSigned, 32, blocks));
    CHECK(blocks[32] == 7);
    SUCCEEDS(pnDecodeBc6h(isSigned, 2, blocks, halves));
    CHECK(halves[128] == 7);
    for (int i = 0; i < 128; i += 4)
        CHECK(halves[i] == 0x3C00 && halves[i + 1] == 0x4000 && halves[i + 2] == 0x3800 && halves[i + 3] == 0x3C00);
}

static void checkArguments(PnContext context)
{
    PnPictureView view = picture();
    uint8_t blocks[32];
    uint16_t halves[128];
    memset(blocks, 7, sizeof(blocks));
    INVALID(pnEncodeBc6h(NULL, &view, 0, 0, 32, blocks), "context");
    INVALID(pnEncodeBc6h(context, NULL, 0, 0, 32, blocks), "picture");
    INVALID(pnEncodeBc6h(context, &view, 4, 0, 32, blocks), "effort");
    INVALID(pnEncodeBc6h(context, &view, -1, 0, 32, blocks), "effort");
    INVALID(pnEncodeBc6h(context, &view, 0, 2, 32, blocks), "isSigned");
    INVALID(pnEncodeBc6h(context, &view, 0, 0, 31, blocks), "blockBytes");
    INVALID(pnEncodeBc6h(context, &view, 0, 0, 32, NULL), "outBlocks");
    CHECK(blocks[0] == 7 && blocks[31] == 7);
    INVALID(pnDecodeBc6h(2, 2, blocks, halves), "isSigned");
    INVALID(pnDecodeBc6h(0, 2, NULL, halves), "blocks");
    INVALID(pnDecodeBc6h(0, 2, blocks, NULL), "outHalves");
    SUCCEEDS(pnDecodeBc6h(0, 0, NULL, NULL));
}

int main(void)
{
    PnContext context = abiCpuContext();
    for (PnBc6hEffort effort = 0; effort <= PN_BC6H_EFFORT_HIGH; ++effort)
    {
        checkRound(context, effort, 0);
        checkRound(context, effort, 1);
    }
    checkArguments(context);
    pnDestroyContext(context);
    return abiReport("bc6h");
}
