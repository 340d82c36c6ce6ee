#include "light.h"

#include <array>

namespace scene {

Irradiance irradianceOf(const PnSh& light, vec3 normal, vec3 reflection)
{
    static const float floor = probenorm::findPreset("probenorm").floor;
    PnSh calm;
    probenorm::check(pnDeringSh(&light, floor, &calm, nullptr));
    const std::array<vec3, 2> directions = {normal, reflection};
    std::array<vec3, 2> irradiance;
    probenorm::check(pnEvaluateIrradiance(&calm, 2, &directions[0].x, &irradiance[0].x));
    return {irradiance[0], irradiance[1]};
}

} // namespace scene
