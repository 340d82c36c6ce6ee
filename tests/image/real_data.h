// Where real environment maps are on a machine that has the packages of scripts/packages.txt.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

inline std::string qtCreatorMap(const std::string& name)
{
    return "/usr/share/qtcreator/qml/qmlpuppet/mockfiles/images/preview_" + name + ".hdr";
}

// Written by scripts/fetch-test-data.sh.
inline std::string pmndrsFolder()
{
    return std::string(PN_DOWNLOADS) + "/pmndrs-assets";
}

// PN_REQUIRE_DATA is for machines that must have all data, such as the ones that test every change.
#define PN_SKIP_WITHOUT(path)                                                                                          \
    if (!std::filesystem::exists(path))                                                                                \
    {                                                                                                                  \
        if (std::getenv("PN_REQUIRE_DATA") != nullptr)                                                                 \
            FAIL() << path << " is missing";                                                                           \
        GTEST_SKIP() << path << " is missing";                                                                         \
    }
