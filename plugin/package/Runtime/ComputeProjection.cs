using System;
using ProbeNorm.Native;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Projects a cubemap by Unity's compute shaders, on any graphics API that has them, and without the native
    /// library: three bands, faces of up to 2048 x 2048 texels. On each device the kernels are first compared with known bits:
    /// Info.IsReproducible of the result says whether they are the CPU's. Info.Backend is Auto, and no time is
    /// measured.</summary>
    public sealed class ComputeProjection : ComputeTask<ProjectResult>
    {
        /// <summary>Library's algorithm whose bits the kernels have.</summary>
        internal const int Algorithm = 2;

        private const float LeastMaximum = 1f / 16384, MostMaximum = 18446744073709551616f; // 2^-14, 2^64

        private readonly ProjectOptions options;
        private readonly ComputeRun run;

        public ComputeProjection(CubemapTexels cubemap, ProjectOptions options = null)
        {
            if (cubemap == null)
                throw new ArgumentNullException(nameof(cubemap));
            this.options = options ?? new ProjectOptions();
            if (UnavailableReason.Length > 0)
                throw new InvalidOperationException(UnavailableReason);
            CheckOptions(this.options);
            var faces = CopyFaces(cubemap);
            run = new ComputeRun(faces, cubemap.Format, cubemap.FaceSize, this.options);
            Start(run, () => ComputeSelfTest.For(cubemap.Format, cubemap.FaceSize));
        }

        /// <summary>Why this device cannot do it, in a sentence for users; "" where it can.</summary>
        public static string UnavailableReason =>
            !SystemInfo.supportsComputeShaders || !SystemInfo.supportsSetConstantBuffer ?
                "this graphics API has no compute shaders, or no constant buffers for them; probes that were baked elsewhere work" :
            !SystemInfo.supportsAsyncGPUReadback ? "this graphics API has no asynchronous readback; bake with another" :
            ComputeKernels.UnavailableReason;

        /// <summary>The coefficients on the device, nine rows r g b, for shaders of the same frame. It lives until
        /// Dispose.</summary>
        public ComputeBuffer CoefficientBuffer => run.CoefficientBuffer;

        internal override ProjectResult MakeResult(bool isReproducible)
        {
            var info = run.CheckedInfo(options);
            info.IsReproducible = isReproducible ? 1u : 0;
            var sh = new Sh(CubemapTables.Bands, Array.ConvertAll(run.Coefficients, Words.ToFloat)).Data;
            return new ProjectResult(ref sh, ref info);
        }

        internal static int TexelBytes(Format format)
        {
            switch (format)
            {
                case Format.Rgba32F: return 16;
                case Format.Rgb32F: return 12;
                case Format.Rgba16F: return 8;
                case Format.Undefined: return 0;
                default: return 4;
            }
        }

        internal static void CheckFaceSize(CubemapTexels cubemap)
        {
            if (cubemap.FaceSize > ComputeRun.MaxFaceSize)
                throw new ArgumentOutOfRangeException(
                    nameof(cubemap), cubemap.FaceSize, "compute shaders take faces of up to 2048 x 2048 texels");
        }

        internal static byte[][] CopyFaces(CubemapTexels cubemap)
        {
            CheckFaceSize(cubemap);
            var faces = new byte[CubemapShape.FaceCount][];
            for (var face = 0; face < faces.Length; ++face)
            {
                faces[face] = cubemap.CopyFace(face);
                if (faces[face].Length != cubemap.FaceSize * cubemap.FaceSize * TexelBytes(cubemap.Format))
                    throw new ArgumentException("must hold the texels of each face, without padding", nameof(cubemap));
            }
            return faces;
        }

        internal static void CheckOptions(ProjectOptions options)
        {
            if (options.Bands != 0 && options.Bands != CubemapTables.Bands)
                throw new ArgumentOutOfRangeException(nameof(options), options.Bands, "compute shaders make 3 bands");
            if (options.MaxRadiance != 0 && !(options.MaxRadiance >= LeastMaximum && options.MaxRadiance <= MostMaximum))
                throw new ArgumentOutOfRangeException(
                    nameof(options), options.MaxRadiance, "MaxRadiance must be 0 for none, or in 2^-14..2^64");
        }
    }
}
