/* The layout of probenorm_unity.h's structs, as layout.c has it for probenorm.h. C# mirrors them. */
#include <probenorm/probenorm_unity.h>

#include "layout.h"

PN_HOLDS(sizeof(PnUnityJob) == 8);
PN_HOLDS(sizeof(PnUnityJobState) == 4);
PN_HOLDS(sizeof(PnUnityEvent) == 4);

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

PN_HOLDS(sizeof(PnUnityMessage) == 536);
PN_FIELD(PnUnityMessage, structSize, 0, 4);
PN_FIELD(PnUnityMessage, level, 4, 4);
PN_FIELD(PnUnityMessage, number, 8, 8);
PN_FIELD(PnUnityMessage, job, 16, 8);
PN_FIELD(PnUnityMessage, text, 24, 512);
