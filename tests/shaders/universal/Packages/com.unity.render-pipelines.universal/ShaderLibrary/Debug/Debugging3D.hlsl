#ifndef UNIVERSAL_DEBUGGING3D_INCLUDED
#define UNIVERSAL_DEBUGGING3D_INCLUDED

bool IsOnlyAOLightingFeatureEnabled()
{
    return false;
}

#endif
