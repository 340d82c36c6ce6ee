// ProbeNorm at work: captures become coefficients, which are interpolated between light probes.
#pragma once

#include "cubemap.h"
#include "scene.h"

#include <probenorm/probenorm.h>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scene {

// What ProbeNorm answered when it could not do what it was asked.
class ProbeNormError : public std::runtime_error
{
public:
    ProbeNormError(const char* call, PnResult result);
};

// A context of ProbeNorm, on the device the command line names.
class Projector
{
public:
    explicit Projector(const std::string& device);

    std::vector<PnSh> project(std::span<const Cubemap> cubemaps) const;
    std::string deviceName() const;

private:
    struct Destroy
    {
        void operator()(PnContext context) const { pnDestroyContext(context); }
    };
    std::unique_ptr<std::remove_pointer_t<PnContext>, Destroy> m_context;
};

// Positions of all light probes, volume by volume, x fastest.
std::vector<vec3> lightProbePositions();

// Light anywhere: interpolated linearly in x, y and z in the nearest volume.
class LightField
{
public:
    explicit LightField(std::vector<PnSh> probes) : m_probes(std::move(probes)) {}

    PnSh at(vec3 position) const;

private:
    std::vector<PnSh> m_probes; // in the order of lightProbePositions
};

} // namespace scene
