#include "fault_run.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pn::fault {
namespace {

const std::string& reportPath()
{
    static const std::string path =
        std::filesystem::temp_directory_path() / ("pn_fault_" + std::to_string(getpid()) + ".txt");
    return path;
}

void set(const char* variable, const char* value)
{
    if (value != nullptr)
        setenv(variable, value, 1);
    else
        unsetenv(variable);
}

void set(const char* variable, int value)
{
    set(variable, std::to_string(value).c_str());
}

} // namespace

void inject(const Injection& fault)
{
    set("PN_FAULT_REPORT", reportPath().c_str());
    set("PN_FAULT_RESULT", fault.code);
    set("PN_FAULT_CALL", fault.call);
    set("PN_FAULT_STICKY", fault.isSticky ? 1 : 0);
    set("PN_FAULT_AGAIN", fault.again);
    set("PN_FAULT_NAME", fault.name);
    set("PN_FAULT_CALLER", fault.caller);
    dropReport();
}

void injectNothing()
{
    for (const char* variable : {"PN_FAULT_REPORT", "PN_FAULT_RESULT", "PN_FAULT_CALL", "PN_FAULT_STICKY",
                                 "PN_FAULT_AGAIN", "PN_FAULT_NAME", "PN_FAULT_CALLER"})
        unsetenv(variable);
    dropReport();
}

Report readReport()
{
    Report read;
    std::ifstream(reportPath()) >> read.calls >> read.live >> read.failed;
    return read;
}

void dropReport()
{
    std::remove(reportPath().c_str());
}

} // namespace pn::fault
