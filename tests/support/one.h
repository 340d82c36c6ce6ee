/* Calls for many, with one item; for C and C++. Tests of one cubemap name what varies, and leave the item to these. */
#ifndef PN_TESTS_ONE_H
#define PN_TESTS_ONE_H

#include "probenorm/probenorm.h"

static inline PnResult normalizeOne(PnContext context, uint32_t mipCount, const PnEnvironmentView* mips,
                                    const PnNormalization* normalization, const PnSh* light,
                                    const PnProjectOptions* options, const PnCubemapTarget* targets, PnSh* outSh,
                                    PnProjectInfo* outProjectInfo, PnNormalizeInfo* outInfo)
{
    const PnNormalizeItem item = {sizeof(item), mipCount, mips, targets, light, 0, 0};
    return pnNormalizeCubemaps(context, 1, &item, normalization, options, outSh, outProjectInfo, outInfo, 0);
}

static inline PnResult prefilterOne(PnContext context, const PnEnvironmentView* cubemap, const PnPrefilter* prefilter,
                                    const PnProjectOptions* options, const PnCubemapTarget* targets,
                                    PnPrefilterInfo* outInfo)
{
    const PnPrefilterItem item = {sizeof(item), 0, cubemap, targets};
    return pnPrefilterCubemaps(context, 1, &item, prefilter, options, outInfo, 0);
}

static inline PnResult extractOne(PnContext context, const PnEnvironmentView* environment,
                                  const PnProjectOptions* options, const PnLightOptions* lightOptions,
                                  PnLights* outLights, PnSh* outResidualSh, uint64_t residualFloats, float* residual)
{
    const PnLightItem item = {sizeof(item), 0, environment, residualFloats, residual};
    return pnExtractLights(context, 1, &item, options, lightOptions, outLights, outResidualSh, 0);
}

/* The factor of a probe that is looked up along the reflections, without a correction for parallax. */
static inline PnResult factorsOf(const PnNormalization* normalization, const PnSh* probe, const PnSh* local,
                                 uint32_t count, const float* reflections, const float* normals, const float* roughness,
                                 float* outFactors)
{
    PnSurfaces surfaces = {sizeof(surfaces), count, 0, reflections, normals, roughness, 0, probe, local, 0, 0, 0, 1,
                           reflections,      0};
    return pnEvaluateReflection(normalization, &surfaces, outFactors);
}

#endif
