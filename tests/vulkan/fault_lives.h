// What the fault tests let fail: a context, a job on a host's device or in an engine, from its making to its end.
#pragma once

#include "support/testing.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace pn::fault {

// How a life ended.
struct Ending
{
    PnResult result = PN_SUCCESS; // the first that is an error
    std::string message;          // of that error
    int wrongOutputs = 0;         // outputs that were written by a call that failed, or not by one that succeeded
    std::vector<std::byte> bytes; // coefficients and texels, if no call failed

    bool isGood(PnResult next, const char* text = pnGetLastErrorMessage())
    {
        if (result == PN_SUCCESS && next != PN_SUCCESS)
        {
            result = next;
            message = text;
        }
        return next == PN_SUCCESS;
    }

    void add(const void* data, std::size_t size)
    {
        const auto* begin = static_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), begin, begin + size);
    }
};

// An output of the caller's, which must stay as it is when the call fails and be written when it succeeds.
template <typename Struct>
class Output
{
public:
    Output()
    {
        std::memset(static_cast<void*>(&m_value), 0x5A, sizeof(Struct));
        if constexpr (requires { m_value.structSize; })
            m_value.structSize = sizeof(Struct);
        std::memcpy(m_before.data(), &m_value, sizeof(Struct));
    }

    Struct* get() { return &m_value; }
    void check(PnResult result, Ending& ending) const
    {
        const bool isWritten = std::memcmp(m_before.data(), &m_value, sizeof(Struct)) != 0;
        ending.wrongOutputs += isWritten != (result == PN_SUCCESS);
    }

private:
    Struct m_value;
    std::array<std::byte, sizeof(Struct)> m_before;
};

struct Life
{
    const char* name;
    Ending (*live)();
    const char* caller = nullptr; // PN_FAULT_CALLER: whose calls may fail; null for all
};

// One probe, with the call that projects or normalizes it, on the device and then on the CPU.
Ending projectCubemap();
Ending projectMap(); // in several chunks, with five bands
Ending projectMany();
Ending normalizeCubemap();
Ending normalizeMany();
Ending prefilterThree();
Ending projectStaged();            // on a device with memory of its own
Ending onTheCpu(Ending (*live)()); // the same without a device
Ending onHostDevice();
Ending inEngine();

inline constexpr const char* kLibrary = "libprobenorm";

inline constexpr Life kLives[] = {
    {"project a cubemap", projectCubemap},        {"project a map in chunks", projectMap},
    {"project four cubemaps", projectMany},       {"normalize a cubemap", normalizeCubemap},
    {"normalize three cubemaps", normalizeMany},  {"on a host's device", onHostDevice, kLibrary},
    {"in an engine", inEngine, kLibrary},         {"project through staging memory", projectStaged},
    {"prefilter three cubemaps", prefilterThree},
};

} // namespace pn::fault
