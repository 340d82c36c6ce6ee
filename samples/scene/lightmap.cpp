#include "lightmap.h"

#include <glm/geometric.hpp>

#include <numbers>

namespace scene {

// Paths are spread by the cosine, so that radiance alone has its inverse for a weight. The square of that weight has a
// logarithm for its mean, which adds little noise.
LightmapTexel traceLightmap(const PathTracer& tracer, const Hit& hit, unsigned paths, Random& random)
{
    constexpr float kY0 = 0.28209479f, kY1 = 0.48860251f;
    LightmapTexel texel{};
    for (unsigned i = 0; i < paths; ++i)
        for (const auto& [along, light] : tracer.incident(hit, random))
        {
            const float cosine = glm::dot(hit.normal, along);
            if (light == vec3(0.0f) || cosine <= 0.0f)
                continue;
            const vec3 radiance = light * (std::numbers::pi_v<float> / cosine);
            texel.alongNormal += light;
            texel.bands[0] += kY0 * radiance;
            texel.bands[1] += kY1 * along.y * radiance;
            texel.bands[2] += kY1 * along.z * radiance;
            texel.bands[3] += kY1 * along.x * radiance;
        }
    const float share = 1.0f / static_cast<float>(paths);
    texel.alongNormal *= share;
    for (vec3& coefficient : texel.bands)
        coefficient *= share;
    return texel;
}

} // namespace scene
