// What FaceDrawing draws.
Shader "Hidden/ProbeNorm/CubeFaces"
{
    SubShader
    {
        Cull Off
        ZWrite Off
        ZTest Always
        Pass
        {
            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex pnCubeVertex
            #pragma fragment pnCubeFragment
            #include "Packages/com.probenorm/Runtime/Shaders/CubeFaces.hlsl"
            ENDHLSL
        }
    }
}
