/* The log by polling: what the callback gets, in order, numbered, and from another thread's point of view at any time.
 * The environment names no driver, so that a context that looks for a GPU has something to say. */
#include "abi_test.h"

typedef struct Heard
{
    uint32_t count;
    PnLogLevel level;
    char text[512];
} Heard;

static void hear(void* userData, PnLogLevel level, const char* message)
{
    Heard* heard = (Heard*)userData;
    ++heard->count;
    heard->level = level;
    snprintf(heard->text, sizeof(heard->text), "%s", message);
}

static PnLogMessage emptyMessage(void)
{
    PnLogMessage message;
    memset(&message, 0xff, sizeof(message));
    message.structSize = sizeof(message);
    return message;
}

static PnContext contextThatTalks(uint32_t flags, Heard* heard)
{
    const PnContextDesc desc = {
        .structSize = sizeof(desc), .flags = flags, .log = heard != NULL ? hear : NULL, .logUserData = heard};
    PnContext context = NULL;
    SUCCEEDS(pnCreateContext(&desc, &context));
    return context;
}

static void checkMessages(void)
{
    Heard heard = {0};
    PnContext context = contextThatTalks(PN_CONTEXT_KEEP_LOG, &heard);
    CHECK(heard.count == 1 && heard.text[0] != '\0');

    PnLogMessage message = emptyMessage();
    SUCCEEDS(pnTakeLogMessage(context, &message));
    CHECK(message.number == 1 && message.level == heard.level && message.structSize == sizeof(message));
    CHECK(strcmp(message.text, heard.text) == 0);
    message = emptyMessage();
    SUCCEEDS(pnTakeLogMessage(context, &message));
    CHECK(message.number == 0 && message.text[0] == '\0');
    pnDestroyContext(context);
}

static void checkArguments(void)
{
    PnLogMessage message = emptyMessage();
    INVALID(pnTakeLogMessage(NULL, &message), "context is null");
    PnContext silent = abiCpuContext();
    INVALID(pnTakeLogMessage(silent, &message), "PN_CONTEXT_KEEP_LOG");
    pnDestroyContext(silent);

    PnContext context = contextThatTalks(PN_CONTEXT_KEEP_LOG, NULL);
    INVALID(pnTakeLogMessage(context, NULL), "outMessage");
    message.structSize = sizeof(message) - 8;
    INVALID(pnTakeLogMessage(context, &message), "structSize");
    message.structSize = sizeof(message);
    SUCCEEDS(pnTakeLogMessage(context, &message)); /* what failed took nothing */
    CHECK(message.number == 1);
    pnDestroyContext(context);
}

int main(void)
{
    checkMessages();
    checkArguments();
    return abiReport("log");
}
