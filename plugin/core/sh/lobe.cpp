#include "core/sh/lobe.h"

#include "core/sh/evaluate.h"

namespace pn {

LobeWeights cosineLobe()
{
    return {kCosineLobe[0], kCosineLobe[1], kCosineLobe[2]};
}

// With x = n . l and t = 1 - x, D is proportional to 1 / (alpha^2 + (1 - alpha^2) t / 2)^2. Its integral
// y = t / (alpha^2 + (1 - alpha^2) t / 2) runs from 0 to 2 / (1 + alpha^2), and as the variable of the sum it leaves no
// lobe too narrow. Steps shrink towards the far end (1 - y / end = q^3), where t rises steeply for a narrow lobe.
LobeWeights ggxLobe(double roughness)
{
    constexpr int kPoints = 4096;
    const double alpha = roughness * roughness, a2 = alpha * alpha;
    if (a2 == 0.0)
        return {1.0, 1.0, 1.0};
    double sum0 = 0.0, sum1 = 0.0, sum2 = 0.0;
    for (int i = 0; i < kPoints; ++i)
    {
        const double q = (i + 0.5) / kPoints;
        const double y = (1.0 - q * q * q) * 2.0 / (1.0 + a2);
        const double x = 1.0 - a2 * y / (1.0 - 0.5 * (1.0 - a2) * y);
        const double weight = x * q * q;
        sum0 += weight;
        sum1 += weight * x;
        sum2 += weight * (1.5 * x * x - 0.5);
    }
    return {1.0, sum1 / sum0, sum2 / sum0};
}

} // namespace pn
