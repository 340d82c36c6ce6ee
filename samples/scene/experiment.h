// The whole experiment: captures, light probes, three views, and the errors of each method against the truth.
#pragma once

#include "error.h"
#include "view.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scene {

struct Settings
{
    int width = 320;       // of a picture, in pixels; its height is 9/16 of it
    unsigned samples = 64; // of each of a picture's subpixels
    int probeSize = 128;
    unsigned probeSamples = 128;
    int lightProbeSize = 16;
    unsigned lightProbeSamples = 32;
    unsigned threadCount = 2;
    Projection projection = Projection::Infinite;
    std::string device = "auto";
    std::filesystem::path output; // empty: no pictures
};

struct MethodResult
{
    std::string method;
    SpecularError specular;
    double similarity; // SSIM of the picture with the truth's
};

struct ViewResult
{
    std::string name;
    std::string title;
    std::vector<MethodResult>
        methods; // the plain probe first, then normalized by the preset probenorm, then the others
};

struct Results
{
    Settings settings;
    std::string device;
    std::size_t lightProbeCount;
    std::vector<ViewResult> views;
};

// Called with what begins; from the calling thread.
using Progress = std::function<void(const std::string& message)>;

Results runExperiment(const Settings& settings, const Progress& progress);

// What the scene is there to show, and does not: one line each. Empty: all holds.
std::vector<std::string> findFailures(const Results& results);

} // namespace scene
