#pragma once

#include "core/sh/factor.h"

// The surfaces whose reflections are normalized: checked before anything is written, then evaluated one by one.
namespace pn::api {

struct Surfaces
{
    std::size_t count;
    const float* reflections;
    const float* normals;
    const float* roughness;
    const float* metallic = nullptr;

    void check(const Preset& preset) const;
    Surface at(std::size_t i) const;

private:
    // False also for callers that look along normals, and pass the same directions twice.
    bool hasNormals() const { return normals != nullptr && normals != reflections; }
};

// The inputs beyond the directions: radiance and the local light.
void checkReflections(const PnSurfaces& surfaces, const Preset& preset);

void evaluateReflections(const FactorFormula& formula, const PnSurfaces& surfaces, float* out);

} // namespace pn::api
