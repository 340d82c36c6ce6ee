#include "capture.h"

#include "parallel.h"
#include "scene.h"

#include <stdexcept>

namespace scene {

Cubemap capture(const PathTracer& tracer, vec3 position, const CaptureSettings& settings, unsigned threadCount)
{
    if (tracer.world().isSolid(position))
        throw std::logic_error("a probe must not be inside a box or a sphere");
    Cubemap cubemap(settings.faceSize);
    parallelFor(static_cast<std::size_t>(6 * cubemap.size), threadCount, [&](std::size_t row) {
        const int face = static_cast<int>(row) / cubemap.size, y = static_cast<int>(row) % cubemap.size;
        for (int x = 0; x < cubemap.size; ++x)
        {
            const std::size_t index = cubemap.index(face, x, y);
            Random random = randomOf(kSeed, settings.image, index);
            vec3 sum(0.0f);
            for (unsigned i = 0; i < settings.samples; ++i)
            {
                const float dx = random.next(), dy = random.next(); // in this order: arguments have none
                const vec2 at(static_cast<float>(x) + dx, static_cast<float>(y) + dy);
                sum += tracer.radiance({position, cubemap.direction(face, at)}, random);
            }
            cubemap.texels[index] = sum / static_cast<float>(settings.samples);
        }
    });
    return cubemap;
}

} // namespace scene
