// How a test tells the fault layer (fault_layer.cpp) which calls fail, and how the layer reports what happened.
#pragma once

#include <string>

namespace pn::fault {

struct Injection
{
    int code = 0; // VkResult
    int call = 0; // which call fails; 0 for none
    bool isSticky = false;
    int again = 0;                // that many calls after the first one, another one fails
    const char* name = nullptr;   // of the function whose calls count; null for all
    const char* caller = nullptr; // the library whose calls count; null for all
};

void inject(const Injection& fault);
void injectNothing();

struct Report
{
    int calls = -1, live = -1; // -1 if the layer did not say: a device was not destroyed
    std::string failed;        // the function
};

Report readReport(); // of the last device or instance that was destroyed
void dropReport();

} // namespace pn::fault
