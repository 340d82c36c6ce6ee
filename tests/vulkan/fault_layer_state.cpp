#include "fault_layer_state.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace fault {
namespace {

// Whether the call comes from the library that PN_FAULT_CALLER names a part of.
bool isCounted(void* caller)
{
    const char* only = std::getenv("PN_FAULT_CALLER");
    Dl_info library{};
    return only == nullptr || (dladdr(caller, &library) != 0 && std::strstr(library.dli_fname, only) != nullptr);
}

} // namespace

State state;

int number(const char* variable)
{
    const char* text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : 0;
}

void begin()
{
    state.calls = state.live = 0;
    state.failed = "-";
    state.failingCall = number("PN_FAULT_CALL");
    state.again = number("PN_FAULT_AGAIN");
    state.isSticky = number("PN_FAULT_STICKY") != 0;
    state.fault = VkResult(number("PN_FAULT_RESULT"));
}

bool fails(const char* name, void* caller)
{
    const char* only = std::getenv("PN_FAULT_NAME");
    if ((only != nullptr && std::strcmp(name, only) != 0) || !isCounted(caller))
        return false;
    const int call = ++state.calls;
    const int since = state.failingCall > 0 ? call - state.failingCall : -1;
    const bool isFault = since == 0 || (since > 0 && (state.isSticky || since == state.again));
    const char* none = state.failed;
    if (isFault && std::strcmp(none, "-") == 0)
        state.failed.compare_exchange_strong(none, name);
    return isFault;
}

void report()
{
    const char* path = std::getenv("PN_FAULT_REPORT");
    std::FILE* file = path != nullptr ? std::fopen(path, "w") : nullptr;
    if (file == nullptr)
        return;
    std::fprintf(file, "%d %d %s\n", state.calls.load(), state.live.load(), state.failed.load());
    std::fclose(file);
}

} // namespace fault
