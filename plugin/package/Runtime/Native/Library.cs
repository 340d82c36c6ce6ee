using System;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    /// <summary>The C API, one to one. Names follow include/probenorm/probenorm.h.</summary>
    internal static unsafe partial class Library
    {
        private const string Name = "probenorm";
        private const CallingConvention Cdecl = CallingConvention.Cdecl;

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetVersion();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetAlgorithmVersion();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetResultName(Result result);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetLastErrorMessage();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEnumerateDevices(uint capacity, DeviceInfo* infos, out uint count);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnCreateContext(ref ContextDesc desc, out ContextHandle context);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern void pnDestroyContext(IntPtr context);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetContextInfo(ContextHandle context, ref ContextInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnTakeLogMessage(ContextHandle context, ref LogMessage message);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetFormatBytes(Format format);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnProjectCubemap(
            ContextHandle context, CubemapView* cubemap, ref ProjectOptions options, out Sh sh, ref ProjectInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnProjectEquirect(
            ContextHandle context, EquirectView* map, ref ProjectOptions options, out Sh sh, ref ProjectInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnProjectCubemaps(
            ContextHandle context, uint count, CubemapView* cubemaps, ref ProjectOptions options, Sh* shs,
            ProjectInfo* infos, out uint completed);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnProjectEquirects(
            ContextHandle context, uint count, EquirectView* maps, ref ProjectOptions options, Sh* shs,
            ProjectInfo* infos, out uint completed);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateRadiance(ref Sh sh, uint count, float[] directions, [Out] float[] rgb);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateIrradiance(
            ref Sh sh, uint count, float[] directions, [Out] float[] rgb);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnRotateSh(ref Sh sh, float[] matrix, out Sh result);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnWindowSh(ref Sh sh, Window window, float width, out Sh result);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnExtractLights(
            ContextHandle context, CubemapView* cubemap, EquirectView* map, ref ProjectOptions options,
            ref LightOptions lightOptions, ref Lights lights, out Sh residualSh, ulong residualFloats,
            float* residual);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnExtractLightsOfMany(
            ContextHandle context, uint count, LightItem* items, ref ProjectOptions options,
            ref LightOptions lightOptions, Lights* lights, Sh* residualShs, out uint completed);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnFindRadianceMinimum(ref Sh sh, [Out] float[] minimum);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnFindIrradianceMinimum(ref Sh sh, [Out] float[] minimum);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnDeringSh(ref Sh sh, float floor, out Sh result, ref DeringInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetPresetName(Preset preset);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnFindPreset(byte[] name, ref Normalization normalization);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetPresetInfo(Preset preset, ref PresetInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateFactor(
            ref Normalization normalization, ref Sh probe, ref Sh local, uint count, float[] reflections,
            float[] normals, float[] roughness, [Out] float[] factors);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateReflection(
            ref Normalization normalization, ref Surfaces surfaces, [Out] float[] radiance);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnPackLuminance(CubemapView* cubemap, ulong halfCount, [Out] ushort[] halves);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnNormalizeCubemap(
            ContextHandle context, uint mipCount, CubemapView* mips, ref Normalization normalization, Sh* light,
            ref ProjectOptions options, CubemapTarget* targets, out Sh sh, ref ProjectInfo projectInfo,
            ref NormalizeInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnNormalizeCubemaps(
            ContextHandle context, uint count, NormalizeItem* items, ref Normalization normalization,
            ref ProjectOptions options, Sh* shs, ProjectInfo* projectInfos, NormalizeInfo* infos, out uint completed);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetConventionName(Convention convention);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetAxesName(Axes axes);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnConventionFloatCount(Convention convention, uint bands);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnConvertToConvention(
            ref Sh sh, Convention convention, Axes axes, uint floatCount, [Out] float[] floats);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnConvertFromConvention(
            Convention convention, Axes axes, uint bands, uint floatCount, float[] floats, out Sh sh);

        /// <summary>Throws an exception with the library's message, unless the call succeeded.</summary>
        internal static void Check(Result result)
        {
            if (result != Result.Success)
                throw new ProbeNormException(result, Utf8.Read(pnGetLastErrorMessage()));
        }
    }
}
