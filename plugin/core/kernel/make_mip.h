#pragma once

#include "core/kernel/geometry.h"
#include "core/kernel/sh_project.h"

namespace pn {

// Some rows of one face of a mip, made from the mip before.
struct MakeMipJob
{
    const MipWeights& weights;   // the rows to make are its rows, with their mirror images
    FaceTexels source;           // of weights.sourceSize
    TexelPolicy policy;          // of the source's colours
    float* target = nullptr;     // the whole face, RGBA32F, row after row
    std::vector<float>& scratch; // any size; kept by a thread from job to job
};

} // namespace pn
