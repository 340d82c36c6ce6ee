using System;
using System.Collections.Generic;
using ProbeNorm.Native;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>The rows of live probes, which shaders read where a probe's table entry names one (ProbeTable.hlsl).</summary>
    internal static class LiveRows
    {
        internal const int VectorCount = UnityLight.VectorCount + 1; // and the floor
        private static readonly int rowsId = Shader.PropertyToID("_ProbeNormLive");
        private static readonly bool[] taken = new bool[ProbeTable.MostProbes];

        /// <summary>Null until the first probe is live.</summary>
        internal static RenderTexture Texture { get; private set; }

        /// <summary>Why this device has none; "" where it has. OpenGL ES has few textures left beside URP/Lit's, so
        /// its shaders read no rows.</summary>
        internal static string UnavailableReason =>
            SystemInfo.graphicsDeviceType == UnityEngine.Rendering.GraphicsDeviceType.OpenGLES3 ?
                "shaders of OpenGL ES read no live light" :
            !SystemInfo.SupportsRandomWriteOnRenderTextureFormat(RenderTextureFormat.ARGBFloat) ?
                "this device's kernels write no textures of floats" : ComputeProjection.UnavailableReason;

        /// <summary>The number of a free row.</summary>
        internal static int Take()
        {
            var row = Array.IndexOf(taken, false);
            if (row < 0)
                throw new InvalidOperationException("more than " + ProbeTable.MostProbes + " probes are live");
            taken[row] = true;
            if (Texture == null)
                Texture = new RenderTexture(
                    VectorCount, ProbeTable.MostProbes, 0, RenderTextureFormat.ARGBFloat, RenderTextureReadWrite.Linear)
                {
                    enableRandomWrite = true, name = "ProbeNorm live light", hideFlags = HideFlags.HideAndDontSave,
                };
            Texture.Create();
            Shader.SetGlobalTexture(rowsId, Texture);
            return row;
        }

        /// <summary>The last row takes the texture with it.</summary>
        internal static void Release(int row)
        {
            taken[row] = false;
            if (Array.IndexOf(taken, true) >= 0)
                return;
            UnityEngine.Object.Destroy(Texture);
            Texture = null;
        }
    }

    /// <summary>The kernels of one live probe, and their buffers, which are made once. Coefficients and what shaders read stay on
    /// the device.</summary>
    internal sealed class LiveKernels : DeviceObjects
    {
        private const int FaceLanes = 8; // CubeFace.compute

        private readonly List<DeviceKernel> copies = new List<DeviceKernel>(), projections = new List<DeviceKernel>(); // by face
        private readonly List<DeviceKernel> ends = new List<DeviceKernel>(); // after the six faces
        private DeviceKernel window, row;
        private Texture source;

        /// <summary>Nine rows r g b.</summary>
        internal GraphicsBuffer Coefficients { get; private set; }

        /// <summary>Call it once. faceSize 0: somebody else projects into Coefficients. row: of LiveRows.</summary>
        internal void Make(int faceSize, Vector4 decode, int row, float floorShare)
        {
            Coefficients = Own(new GraphicsBuffer(
                GraphicsBuffer.Target.Raw | GraphicsBuffer.Target.CopyDestination, KernelWords.FloatsPerPartial, sizeof(float)));
            if (faceSize > 0)
                MakeProjection(new CubemapTables(new CubemapShape(faceSize), Format.Rgba16F), decode);
            var denominators = NewBuffer(KernelWords.DenominatorWords + 1);
            // The window of a bake: the light of no channel is negative. Of the results only the window's width is used.
            window = Own(new DeviceKernel("Compute/Denominator", 1, 1, KernelWords.OfDenominators(true, true, 0, 0)))
                .Bind("Coefficients", Coefficients).Bind("Denominators", denominators);
            this.row = Own(new DeviceKernel("Live/LiveRow", 1, 1, (uint)row, Words.Of(floorShare), KernelWords.DenominatorWords))
                .Bind("Coefficients", Coefficients).Bind("Denominators", denominators).Bind("Rows", () => LiveRows.Texture);
        }

        internal void ProjectFace(Texture cubemap, int face)
        {
            source = cubemap;
            copies[face].Run();
            projections[face].Run();
        }

        /// <summary>After the six faces.</summary>
        internal void FinishProjection() => ends.ForEach(each => each.Run());

        /// <summary>Writes what shaders read. Coefficients are there, or will be when the device gets so far.</summary>
        internal void WriteRow()
        {
            window.Run();
            row.Run();
        }

        // One face's texels are on the device at a time.
        private void MakeProjection(CubemapTables tables, Vector4 decode)
        {
            var shape = tables.Shape;
            var tableWords = Upload(tables);
            ComputeBuffer texels = NewBuffer(2 * shape.Size * shape.Size), counts = NewBuffer(KernelWords.CountWords);
            var partials = NewBuffer(CubemapShape.FaceCount * shape.Blocks * KernelWords.FloatsPerPartial);
            for (var face = 0u; face < CubemapShape.FaceCount; ++face)
            {
                copies.Add(MakeCopy(face, shape.Size, decode).Bind("Texels", texels));
                projections.Add(Own(new DeviceKernel("Compute/ShProjectRgba16f", 1, shape.Blocks,
                    KernelWords.OfProjection(tables, 1, face, 0, KernelWords.NoMaximum)))
                    .Bind("Texels", texels).Bind("Tables", tableWords).Bind("Partials", partials)
                    .Bind("Counts", counts)); // which the kernel needs, and nobody reads
            }
            MakeEnds(tables, tableWords, partials);
        }

        private DeviceKernel MakeCopy(uint face, int size, Vector4 decode)
        {
            var groups = (size + FaceLanes - 1) / FaceLanes;
            return Own(new DeviceKernel("Live/CubeFace", groups, groups,
                face, (uint)size, Words.Of(decode.x), Words.Of(decode.y), Words.Of(decode.w))).Bind("_ProbeNormCube", () => source);
        }

        private void MakeEnds(CubemapTables tables, ComputeBuffer tableWords, ComputeBuffer partials)
        {
            var left = KernelWords.BlocksAfterCombining(tables.Shape);
            if (left != tables.Shape.Blocks)
            {
                var sums = NewBuffer(CubemapShape.FaceCount * left * KernelWords.FloatsPerPartial);
                ends.Add(Own(new DeviceKernel("Compute/ShCombine", CubemapShape.FaceCount * left, 1,
                    KernelWords.OfCombination(CubemapShape.FaceCount * left)))
                    .Bind("Partials", partials).Bind("Sums", sums));
                partials = sums;
            }
            ends.Add(Own(new DeviceKernel("Compute/ShFinalize" + left, 1, 1, KernelWords.OfCoefficients(tables)))
                .Bind("Partials", partials).Bind("Tables", tableWords).Bind("Coefficients", Coefficients));
        }
    }
}
