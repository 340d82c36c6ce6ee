/* Written by scripts/bindings.py: the layout of every public struct on a 64-bit machine. A line that changes
 * breaks old binaries. Compiled as C99, C11, C++11 and C++20. */
#include <probenorm/probenorm.h>
#include <probenorm/probenorm_unity.h>
#include <probenorm/probenorm_vulkan.h>

#include <stddef.h>

#ifndef PN_FIELD /* others print the fields */
#define PN_JOIN2(a, b) a##b
#define PN_JOIN(a, b) PN_JOIN2(a, b)
#define PN_HOLDS(condition) typedef char PN_JOIN(pn_holds_, __LINE__)[(condition) ? 1 : -1]
#define PN_FIELD(Type, field, offset, bytes)                                                                           \
    PN_HOLDS(offsetof(Type, field) == (offset) && sizeof(((Type*)0)->field) == (bytes))
#endif

PN_HOLDS(sizeof(PnContextDesc) == 96);
PN_FIELD(PnContextDesc, structSize, 0, 4);
PN_FIELD(PnContextDesc, backend, 4, 4);
PN_FIELD(PnContextDesc, deviceIndex, 8, 4);
PN_FIELD(PnContextDesc, threadCount, 12, 4);
PN_FIELD(PnContextDesc, timeoutMs, 16, 4);
PN_FIELD(PnContextDesc, flags, 20, 4);
PN_FIELD(PnContextDesc, chunkBytes, 24, 8);
PN_FIELD(PnContextDesc, log, 32, 8);
PN_FIELD(PnContextDesc, logUserData, 40, 8);
PN_FIELD(PnContextDesc, loadKernels, 48, 8);
PN_FIELD(PnContextDesc, storeKernels, 56, 8);
PN_FIELD(PnContextDesc, kernelsUserData, 64, 8);
PN_FIELD(PnContextDesc, loadTables, 72, 8);
PN_FIELD(PnContextDesc, storeTables, 80, 8);
PN_FIELD(PnContextDesc, tablesUserData, 88, 8);

PN_HOLDS(sizeof(PnContextInfo) == 280);
PN_FIELD(PnContextInfo, structSize, 0, 4);
PN_FIELD(PnContextInfo, backend, 4, 4);
PN_FIELD(PnContextInfo, deviceIndex, 8, 4);
PN_FIELD(PnContextInfo, isReproducible, 12, 4);
PN_FIELD(PnContextInfo, subgroupSize, 16, 4);
PN_FIELD(PnContextInfo, threadCount, 20, 4);
PN_FIELD(PnContextInfo, name, 24, 256);

PN_HOLDS(sizeof(PnEnvironmentView) == 80);
PN_FIELD(PnEnvironmentView, structSize, 0, 4);
PN_FIELD(PnEnvironmentView, kind, 4, 4);
PN_FIELD(PnEnvironmentView, format, 8, 4);
PN_FIELD(PnEnvironmentView, width, 12, 4);
PN_FIELD(PnEnvironmentView, height, 16, 4);
PN_FIELD(PnEnvironmentView, rowPitchBytes, 20, 4);
PN_FIELD(PnEnvironmentView, faces, 24, 48);
PN_FIELD(PnEnvironmentView, faceBytes, 72, 8);

PN_HOLDS(sizeof(PnSh) == 304);
PN_FIELD(PnSh, bands, 0, 4);
PN_FIELD(PnSh, rgb, 4, 300);

PN_HOLDS(sizeof(PnProgress) == 12);
PN_FIELD(PnProgress, completed, 0, 4);
PN_FIELD(PnProgress, total, 4, 4);
PN_FIELD(PnProgress, cancel, 8, 4);

PN_HOLDS(sizeof(PnProjectOptions) == 48);
PN_FIELD(PnProjectOptions, structSize, 0, 4);
PN_FIELD(PnProjectOptions, bands, 4, 4);
PN_FIELD(PnProjectOptions, negative, 8, 4);
PN_FIELD(PnProjectOptions, badTexels, 12, 4);
PN_FIELD(PnProjectOptions, maxRadiance, 16, 4);
PN_FIELD(PnProjectOptions, reserved, 20, 4);
PN_FIELD(PnProjectOptions, progress, 24, 8);
PN_FIELD(PnProjectOptions, onProgress, 32, 8);
PN_FIELD(PnProjectOptions, userData, 40, 8);

PN_HOLDS(sizeof(PnProjectInfo) == 72);
PN_FIELD(PnProjectInfo, structSize, 0, 4);
PN_FIELD(PnProjectInfo, algorithm, 4, 4);
PN_FIELD(PnProjectInfo, nonFinite, 8, 4);
PN_FIELD(PnProjectInfo, negative, 12, 4);
PN_FIELD(PnProjectInfo, clamped, 16, 4);
PN_FIELD(PnProjectInfo, hasBadTexel, 20, 4);
PN_FIELD(PnProjectInfo, badFace, 24, 4);
PN_FIELD(PnProjectInfo, badX, 28, 4);
PN_FIELD(PnProjectInfo, badY, 32, 4);
PN_FIELD(PnProjectInfo, backend, 36, 4);
PN_FIELD(PnProjectInfo, isReproducible, 40, 4);
PN_FIELD(PnProjectInfo, reserved, 44, 4);
PN_FIELD(PnProjectInfo, uploadedBytes, 48, 8);
PN_FIELD(PnProjectInfo, gpuNanoseconds, 56, 8);
PN_FIELD(PnProjectInfo, callNanoseconds, 64, 8);

PN_HOLDS(sizeof(PnNormalization) == 56);
PN_FIELD(PnNormalization, structSize, 0, 4);
PN_FIELD(PnNormalization, preset, 4, 4);
PN_FIELD(PnNormalization, bands, 8, 4);
PN_FIELD(PnNormalization, channels, 12, 4);
PN_FIELD(PnNormalization, lobe, 16, 4);
PN_FIELD(PnNormalization, dering, 20, 4);
PN_FIELD(PnNormalization, floor, 24, 4);
PN_FIELD(PnNormalization, low, 28, 4);
PN_FIELD(PnNormalization, high, 32, 4);
PN_FIELD(PnNormalization, fadeBegin, 36, 4);
PN_FIELD(PnNormalization, fadeEnd, 40, 4);
PN_FIELD(PnNormalization, weight, 44, 4);
PN_FIELD(PnNormalization, version, 48, 4);
PN_FIELD(PnNormalization, mapping, 52, 4);

PN_HOLDS(sizeof(PnPresetInfo) == 32);
PN_FIELD(PnPresetInfo, structSize, 0, 4);
PN_FIELD(PnPresetInfo, version, 4, 4);
PN_FIELD(PnPresetInfo, isFactor, 8, 4);
PN_FIELD(PnPresetInfo, canDivide, 12, 4);
PN_FIELD(PnPresetInfo, needsNormals, 16, 4);
PN_FIELD(PnPresetInfo, needsAverage, 20, 4);
PN_FIELD(PnPresetInfo, needsCoefficients, 24, 4);
PN_FIELD(PnPresetInfo, reserved, 28, 4);

PN_HOLDS(sizeof(PnSurfaces) == 104);
PN_FIELD(PnSurfaces, structSize, 0, 4);
PN_FIELD(PnSurfaces, count, 4, 4);
PN_FIELD(PnSurfaces, radiance, 8, 8);
PN_FIELD(PnSurfaces, reflections, 16, 8);
PN_FIELD(PnSurfaces, normals, 24, 8);
PN_FIELD(PnSurfaces, roughness, 32, 8);
PN_FIELD(PnSurfaces, metallic, 40, 8);
PN_FIELD(PnSurfaces, probe, 48, 8);
PN_FIELD(PnSurfaces, local, 56, 8);
PN_FIELD(PnSurfaces, localAlongNormals, 64, 8);
PN_FIELD(PnSurfaces, localAlongReflections, 72, 8);
PN_FIELD(PnSurfaces, isDivided, 80, 4);
PN_FIELD(PnSurfaces, isFactor, 84, 4);
PN_FIELD(PnSurfaces, lookups, 88, 8);
PN_FIELD(PnSurfaces, probeLuminances, 96, 8);

PN_HOLDS(sizeof(PnCubemapTarget) == 72);
PN_FIELD(PnCubemapTarget, structSize, 0, 4);
PN_FIELD(PnCubemapTarget, format, 4, 4);
PN_FIELD(PnCubemapTarget, rowPitchBytes, 8, 4);
PN_FIELD(PnCubemapTarget, reserved, 12, 4);
PN_FIELD(PnCubemapTarget, faces, 16, 48);
PN_FIELD(PnCubemapTarget, faceBytes, 64, 8);

PN_HOLDS(sizeof(PnNormalizeInfo) == 56);
PN_FIELD(PnNormalizeInfo, structSize, 0, 4);
PN_FIELD(PnNormalizeInfo, backend, 4, 4);
PN_FIELD(PnNormalizeInfo, isReproducible, 8, 4);
PN_FIELD(PnNormalizeInfo, width, 12, 4);
PN_FIELD(PnNormalizeInfo, minimumBefore, 16, 4);
PN_FIELD(PnNormalizeInfo, minimumAfter, 20, 4);
PN_FIELD(PnNormalizeInfo, energyKept, 24, 4);
PN_FIELD(PnNormalizeInfo, average, 28, 4);
PN_FIELD(PnNormalizeInfo, uploadedBytes, 32, 8);
PN_FIELD(PnNormalizeInfo, gpuNanoseconds, 40, 8);
PN_FIELD(PnNormalizeInfo, callNanoseconds, 48, 8);

PN_HOLDS(sizeof(PnNormalizeItem) == 40);
PN_FIELD(PnNormalizeItem, structSize, 0, 4);
PN_FIELD(PnNormalizeItem, mipCount, 4, 4);
PN_FIELD(PnNormalizeItem, mips, 8, 8);
PN_FIELD(PnNormalizeItem, targets, 16, 8);
PN_FIELD(PnNormalizeItem, light, 24, 8);
PN_FIELD(PnNormalizeItem, givenMipCount, 32, 4);
PN_FIELD(PnNormalizeItem, reserved, 36, 4);

PN_HOLDS(sizeof(PnPrefilter) == 32);
PN_FIELD(PnPrefilter, structSize, 0, 4);
PN_FIELD(PnPrefilter, lobe, 4, 4);
PN_FIELD(PnPrefilter, mapping, 8, 4);
PN_FIELD(PnPrefilter, effort, 12, 4);
PN_FIELD(PnPrefilter, baseSize, 16, 4);
PN_FIELD(PnPrefilter, mipCount, 20, 4);
PN_FIELD(PnPrefilter, roughness, 24, 8);

PN_HOLDS(sizeof(PnPrefilterInfo) == 40);
PN_FIELD(PnPrefilterInfo, structSize, 0, 4);
PN_FIELD(PnPrefilterInfo, backend, 4, 4);
PN_FIELD(PnPrefilterInfo, isReproducible, 8, 4);
PN_FIELD(PnPrefilterInfo, reserved, 12, 4);
PN_FIELD(PnPrefilterInfo, uploadedBytes, 16, 8);
PN_FIELD(PnPrefilterInfo, gpuNanoseconds, 24, 8);
PN_FIELD(PnPrefilterInfo, callNanoseconds, 32, 8);

PN_HOLDS(sizeof(PnPrefilterItem) == 24);
PN_FIELD(PnPrefilterItem, structSize, 0, 4);
PN_FIELD(PnPrefilterItem, reserved, 4, 4);
PN_FIELD(PnPrefilterItem, cubemap, 8, 8);
PN_FIELD(PnPrefilterItem, targets, 16, 8);

PN_HOLDS(sizeof(PnPictureView) == 40);
PN_FIELD(PnPictureView, structSize, 0, 4);
PN_FIELD(PnPictureView, width, 4, 4);
PN_FIELD(PnPictureView, height, 8, 4);
PN_FIELD(PnPictureView, format, 12, 4);
PN_FIELD(PnPictureView, rowPitchBytes, 16, 4);
PN_FIELD(PnPictureView, reserved, 20, 4);
PN_FIELD(PnPictureView, texels, 24, 8);
PN_FIELD(PnPictureView, texelBytes, 32, 8);

PN_HOLDS(sizeof(PnLight) == 44);
PN_FIELD(PnLight, direction, 0, 12);
PN_FIELD(PnLight, irradiance, 12, 12);
PN_FIELD(PnLight, peak, 24, 12);
PN_FIELD(PnLight, angularRadius, 36, 4);
PN_FIELD(PnLight, texelCount, 40, 4);

PN_HOLDS(sizeof(PnLightOptions) == 16);
PN_FIELD(PnLightOptions, structSize, 0, 4);
PN_FIELD(PnLightOptions, maxLights, 4, 4);
PN_FIELD(PnLightOptions, minShare, 8, 4);
PN_FIELD(PnLightOptions, maxAngularRadius, 12, 4);

PN_HOLDS(sizeof(PnLights) == 716);
PN_FIELD(PnLights, structSize, 0, 4);
PN_FIELD(PnLights, count, 4, 4);
PN_FIELD(PnLights, threshold, 8, 4);
PN_FIELD(PnLights, light, 12, 704);

PN_HOLDS(sizeof(PnLightItem) == 32);
PN_FIELD(PnLightItem, structSize, 0, 4);
PN_FIELD(PnLightItem, reserved, 4, 4);
PN_FIELD(PnLightItem, environment, 8, 8);
PN_FIELD(PnLightItem, residualFloats, 16, 8);
PN_FIELD(PnLightItem, residual, 24, 8);

PN_HOLDS(sizeof(PnFinding) == 360);
PN_FIELD(PnFinding, structSize, 0, 4);
PN_FIELD(PnFinding, kind, 4, 4);
PN_FIELD(PnFinding, severity, 8, 4);
PN_FIELD(PnFinding, fixes, 12, 4);
PN_FIELD(PnFinding, count, 16, 4);
PN_FIELD(PnFinding, mip, 20, 4);
PN_FIELD(PnFinding, face, 24, 4);
PN_FIELD(PnFinding, x, 28, 4);
PN_FIELD(PnFinding, y, 32, 4);
PN_FIELD(PnFinding, value, 36, 4);
PN_FIELD(PnFinding, limit, 40, 4);
PN_FIELD(PnFinding, average, 44, 4);
PN_FIELD(PnFinding, irradiance, 48, 4);
PN_FIELD(PnFinding, reflection, 52, 4);
PN_FIELD(PnFinding, places, 56, 24);
PN_FIELD(PnFinding, turns, 80, 24);
PN_FIELD(PnFinding, text, 104, 256);

PN_HOLDS(sizeof(PnFixInfo) == 24);
PN_FIELD(PnFixInfo, structSize, 0, 4);
PN_FIELD(PnFixInfo, fixed, 4, 4);
PN_FIELD(PnFixInfo, texels, 8, 4);
PN_FIELD(PnFixInfo, faces, 12, 4);
PN_FIELD(PnFixInfo, average, 16, 4);
PN_FIELD(PnFixInfo, fixedAverage, 20, 4);

PN_HOLDS(sizeof(PnDeringInfo) == 20);
PN_FIELD(PnDeringInfo, structSize, 0, 4);
PN_FIELD(PnDeringInfo, width, 4, 4);
PN_FIELD(PnDeringInfo, minimumBefore, 8, 4);
PN_FIELD(PnDeringInfo, minimumAfter, 12, 4);
PN_FIELD(PnDeringInfo, energyKept, 16, 4);

PN_HOLDS(sizeof(PnDeviceInfo) == 548);
PN_FIELD(PnDeviceInfo, structSize, 0, 4);
PN_FIELD(PnDeviceInfo, index, 4, 4);
PN_FIELD(PnDeviceInfo, type, 8, 4);
PN_FIELD(PnDeviceInfo, vendorId, 12, 4);
PN_FIELD(PnDeviceInfo, deviceId, 16, 4);
PN_FIELD(PnDeviceInfo, apiVersion, 20, 4);
PN_FIELD(PnDeviceInfo, driverVersion, 24, 4);
PN_FIELD(PnDeviceInfo, subgroupSize, 28, 4);
PN_FIELD(PnDeviceInfo, isSupported, 32, 4);
PN_FIELD(PnDeviceInfo, name, 36, 256);
PN_FIELD(PnDeviceInfo, driver, 292, 256);

PN_HOLDS(sizeof(PnLogMessage) == 1024);
PN_FIELD(PnLogMessage, structSize, 0, 4);
PN_FIELD(PnLogMessage, level, 4, 4);
PN_FIELD(PnLogMessage, number, 8, 8);
PN_FIELD(PnLogMessage, text, 16, 1008);

PN_HOLDS(sizeof(PnUnityInfo) == 304);
PN_FIELD(PnUnityInfo, structSize, 0, 4);
PN_FIELD(PnUnityInfo, isLoaded, 4, 4);
PN_FIELD(PnUnityInfo, hasDevice, 8, 4);
PN_FIELD(PnUnityInfo, renderer, 12, 4);
PN_FIELD(PnUnityInfo, jobCount, 16, 8);
PN_FIELD(PnUnityInfo, pendingJobs, 24, 8);
PN_FIELD(PnUnityInfo, frame, 32, 8);
PN_FIELD(PnUnityInfo, safeFrame, 40, 8);
PN_FIELD(PnUnityInfo, reason, 48, 256);

PN_HOLDS(sizeof(PnUnityJobDesc) == 64);
PN_FIELD(PnUnityJobDesc, structSize, 0, 4);
PN_FIELD(PnUnityJobDesc, mip, 4, 4);
PN_FIELD(PnUnityJobDesc, texture, 8, 8);
PN_FIELD(PnUnityJobDesc, options, 16, 8);
PN_FIELD(PnUnityJobDesc, normalization, 24, 8);
PN_FIELD(PnUnityJobDesc, target, 32, 8);
PN_FIELD(PnUnityJobDesc, buffer, 40, 8);
PN_FIELD(PnUnityJobDesc, bufferOffset, 48, 8);
PN_FIELD(PnUnityJobDesc, mipCount, 56, 4);
PN_FIELD(PnUnityJobDesc, flags, 60, 4);

PN_HOLDS(sizeof(PnUnityJobInfo) == 32);
PN_FIELD(PnUnityJobInfo, structSize, 0, 4);
PN_FIELD(PnUnityJobInfo, faceSize, 4, 4);
PN_FIELD(PnUnityJobInfo, vulkanFormat, 8, 4);
PN_FIELD(PnUnityJobInfo, route, 12, 4);
PN_FIELD(PnUnityJobInfo, isOwnSubmission, 16, 4);
PN_FIELD(PnUnityJobInfo, reserved, 20, 4);
PN_FIELD(PnUnityJobInfo, frame, 24, 8);

PN_HOLDS(sizeof(PnUnityPrefilterTables) == 128);
PN_FIELD(PnUnityPrefilterTables, structSize, 0, 4);
PN_FIELD(PnUnityPrefilterTables, levelCount, 4, 4);
PN_FIELD(PnUnityPrefilterTables, symmetryOffset, 8, 4);
PN_FIELD(PnUnityPrefilterTables, valueOffset, 12, 4);
PN_FIELD(PnUnityPrefilterTables, gatherOffset, 16, 4);
PN_FIELD(PnUnityPrefilterTables, weightOffset, 20, 4);
PN_FIELD(PnUnityPrefilterTables, tileOffset, 24, 64);
PN_FIELD(PnUnityPrefilterTables, wordCount, 88, 8);
PN_FIELD(PnUnityPrefilterTables, weightCount, 96, 8);
PN_FIELD(PnUnityPrefilterTables, words, 104, 8);
PN_FIELD(PnUnityPrefilterTables, weights, 112, 8);
PN_FIELD(PnUnityPrefilterTables, memory, 120, 8);

PN_HOLDS(sizeof(PnUnityMessage) == 536);
PN_FIELD(PnUnityMessage, structSize, 0, 4);
PN_FIELD(PnUnityMessage, level, 4, 4);
PN_FIELD(PnUnityMessage, number, 8, 8);
PN_FIELD(PnUnityMessage, job, 16, 8);
PN_FIELD(PnUnityMessage, text, 24, 512);

PN_HOLDS(PN_VULKAN_FLOAT_CONTROLS == 1);
PN_HOLDS(PN_VULKAN_ROUTE_COPY == 1);
PN_HOLDS(PN_VULKAN_ROUTE_FETCH == 2);

PN_HOLDS(sizeof(PnVulkanDevice) == 48);
PN_FIELD(PnVulkanDevice, structSize, 0, 4);
PN_FIELD(PnVulkanDevice, queueFamilyIndex, 4, 4);
PN_FIELD(PnVulkanDevice, instance, 8, 8);
PN_FIELD(PnVulkanDevice, physicalDevice, 16, 8);
PN_FIELD(PnVulkanDevice, device, 24, 8);
PN_FIELD(PnVulkanDevice, getInstanceProcAddr, 32, 8);
PN_FIELD(PnVulkanDevice, apiVersion, 40, 4);
PN_FIELD(PnVulkanDevice, flags, 44, 4);

PN_HOLDS(sizeof(PnVulkanJobDesc) == 56);
PN_FIELD(PnVulkanJobDesc, structSize, 0, 4);
PN_FIELD(PnVulkanJobDesc, faceSize, 4, 4);
PN_FIELD(PnVulkanJobDesc, format, 8, 4);
PN_FIELD(PnVulkanJobDesc, usage, 12, 4);
PN_FIELD(PnVulkanJobDesc, options, 16, 8);
PN_FIELD(PnVulkanJobDesc, normalization, 24, 8);
PN_FIELD(PnVulkanJobDesc, mipCount, 32, 4);
PN_FIELD(PnVulkanJobDesc, reserved, 36, 4);
PN_FIELD(PnVulkanJobDesc, prefilter, 40, 8);
PN_FIELD(PnVulkanJobDesc, targetUsage, 48, 4);
PN_FIELD(PnVulkanJobDesc, reserved2, 52, 4);

PN_HOLDS(sizeof(PnVulkanJobInfo) == 24);
PN_FIELD(PnVulkanJobInfo, structSize, 0, 4);
PN_FIELD(PnVulkanJobInfo, route, 4, 4);
PN_FIELD(PnVulkanJobInfo, targetFormat, 8, 4);
PN_FIELD(PnVulkanJobInfo, reserved, 12, 4);
PN_FIELD(PnVulkanJobInfo, scratchBytes, 16, 8);

PN_HOLDS(sizeof(PnVulkanImage) == 40);
PN_FIELD(PnVulkanImage, structSize, 0, 4);
PN_FIELD(PnVulkanImage, mip, 4, 4);
PN_FIELD(PnVulkanImage, firstLayer, 8, 4);
PN_FIELD(PnVulkanImage, layout, 12, 4);
PN_FIELD(PnVulkanImage, finalLayout, 16, 4);
PN_FIELD(PnVulkanImage, stage, 20, 4);
PN_FIELD(PnVulkanImage, access, 24, 4);
PN_FIELD(PnVulkanImage, reserved, 28, 4);
PN_FIELD(PnVulkanImage, image, 32, 8);

PN_HOLDS(sizeof(PnVulkanRecordInfo) == 72);
PN_FIELD(PnVulkanRecordInfo, structSize, 0, 4);
PN_FIELD(PnVulkanRecordInfo, reserved, 4, 4);
PN_FIELD(PnVulkanRecordInfo, commandBuffer, 8, 8);
PN_FIELD(PnVulkanRecordInfo, source, 16, 8);
PN_FIELD(PnVulkanRecordInfo, target, 24, 8);
PN_FIELD(PnVulkanRecordInfo, buffer, 32, 8);
PN_FIELD(PnVulkanRecordInfo, bufferOffset, 40, 8);
PN_FIELD(PnVulkanRecordInfo, bufferStage, 48, 4);
PN_FIELD(PnVulkanRecordInfo, bufferAccess, 52, 4);
PN_FIELD(PnVulkanRecordInfo, firstMip, 56, 4);
PN_FIELD(PnVulkanRecordInfo, mipCount, 60, 4);
PN_FIELD(PnVulkanRecordInfo, firstFace, 64, 4);
PN_FIELD(PnVulkanRecordInfo, faceCount, 68, 4);
