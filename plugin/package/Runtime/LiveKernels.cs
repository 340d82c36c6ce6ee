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
            Shader.SetGlobalTexture(rowsId, Texture);
            return row;
        }

        internal static void Release(int row) => taken[row] = false;
    }

    /// <summary>A compute shader with its buffers and parameters, which runs whenever it is told to.</summary>
    internal sealed class LiveKernel : IDisposable
    {
        private const string Kernel = "Run";

        private readonly ComputeShader shader;
        private readonly int kernel, x, y;
        private readonly ComputeBuffer constants;
        private readonly int constantBytes;
        private readonly List<Action> bindings = new List<Action>(); // scripts share a shader, and each binds its own

        /// <summary>parameters: the words of the kernel's constant buffer but for the groups along x, which follow them.</summary>
        internal LiveKernel(string path, int x, int y, params uint[] parameters)
        {
            shader = Resources.Load<ComputeShader>("ProbeNorm/" + path);
            if (shader == null || !shader.IsSupported(shader.FindKernel(Kernel)))
                throw new InvalidOperationException("the compute shader " + path + " does not run on this device");
            kernel = shader.FindKernel(Kernel);
            this.x = x;
            this.y = y;
            var words = new uint[(parameters.Length + 4) / 4 * 4]; // a constant buffer is vectors of four
            parameters.CopyTo(words, 0);
            words[parameters.Length] = (uint)x;
            constants = new ComputeBuffer(words.Length, sizeof(uint), ComputeBufferType.Constant);
            constants.SetData(words);
            constantBytes = sizeof(uint) * words.Length;
        }

        internal LiveKernel Bind(string name, ComputeBuffer buffer) => Bind(() => shader.SetBuffer(kernel, name, buffer));
        internal LiveKernel Bind(string name, GraphicsBuffer buffer) => Bind(() => shader.SetBuffer(kernel, name, buffer));
        internal LiveKernel Bind(string name, Func<Texture> texture) => Bind(() => shader.SetTexture(kernel, name, texture()));

        internal void Run()
        {
            shader.SetConstantBuffer("Params", constants, 0, constantBytes);
            foreach (var binding in bindings)
                binding();
            shader.Dispatch(kernel, x, y, 1);
        }

        public void Dispose() => constants.Dispose();

        private LiveKernel Bind(Action binding)
        {
            bindings.Add(binding);
            return this;
        }
    }

    /// <summary>The kernels of one live probe, and their buffers, which are made once. Coefficients and what shaders read stay on
    /// the device.</summary>
    internal sealed class LiveKernels : IDisposable
    {
        private const int Floats = 3 * CubemapTables.Coefficients, CombinePartials = 32, CountWords = 4;
        private const int DenominatorWords = 168, FaceLanes = 8; // shaders/shared/denominator.h, CubeFace.compute
        private const uint NoMaximum = 0x7fffffff;

        private readonly List<IDisposable> owned = new List<IDisposable>();
        private readonly List<LiveKernel> copies = new List<LiveKernel>(), projections = new List<LiveKernel>(); // by face
        private readonly List<LiveKernel> ends = new List<LiveKernel>(); // after the six faces
        private LiveKernel window, row;
        private Texture source;

        /// <summary>Nine rows r g b.</summary>
        internal GraphicsBuffer Coefficients { get; private set; }

        /// <summary>Call it once. faceSize 0: somebody else projects into Coefficients. row: of LiveRows.</summary>
        internal void Make(int faceSize, Vector4 decode, int row, float floorShare)
        {
            Coefficients = Own(new GraphicsBuffer(
                GraphicsBuffer.Target.Raw | GraphicsBuffer.Target.CopyDestination, Floats, sizeof(float)));
            if (faceSize > 0)
                MakeProjection(new CubemapTables(new CubemapShape(faceSize), Format.Rgba16F), decode);
            var denominators = NewBuffer(DenominatorWords + 1);
            window = MakeWindow(denominators);
            this.row = Own(new LiveKernel("Live/LiveRow", 1, 1, (uint)row, Words.Of(floorShare), DenominatorWords))
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

        public void Dispose() => owned.ForEach(each => each.Dispose());

        private T Own<T>(T resource) where T : IDisposable
        {
            owned.Add(resource);
            return resource;
        }

        private ComputeBuffer NewBuffer(int words) => Own(new ComputeBuffer(words, sizeof(uint), ComputeBufferType.Raw));

        // One face's texels are on the device at a time.
        private void MakeProjection(CubemapTables tables, Vector4 decode)
        {
            var shape = tables.Shape;
            var tableWords = MakeTables(tables);
            ComputeBuffer texels = NewBuffer(2 * shape.Size * shape.Size), counts = NewBuffer(CountWords);
            var partials = NewBuffer(CubemapShape.FaceCount * shape.Blocks * Floats);
            for (var face = 0u; face < CubemapShape.FaceCount; ++face)
            {
                copies.Add(MakeCopy(face, shape.Size, decode).Bind("Texels", texels));
                projections.Add(MakeFace(face, tables).Bind("Texels", texels).Bind("Tables", tableWords)
                    .Bind("Partials", partials).Bind("Counts", counts));
            }
            MakeEnds(tables, tableWords, partials);
        }

        private ComputeBuffer MakeTables(CubemapTables tables)
        {
            var words = NewBuffer(tables.Length);
            words.SetData(tables.Floats, 0, 0, tables.Floats.Length);
            words.SetData(tables.Terms, 0, tables.TermOffset, tables.Terms.Length);
            return words;
        }

        private LiveKernel MakeCopy(uint face, int size, Vector4 decode)
        {
            var groups = (size + FaceLanes - 1) / FaceLanes;
            return Own(new LiveKernel("Live/CubeFace", groups, groups,
                face, (uint)size, Words.Of(decode.x), Words.Of(decode.y), Words.Of(decode.w))).Bind("_ProbeNormCube", () => source);
        }

        // The words of ShProjectParams (shaders/shared/sh_project.h), as in ComputeRun.
        private LiveKernel MakeFace(uint face, CubemapTables tables)
        {
            var shape = tables.Shape;
            int n = shape.Size, half = shape.Half;
            return Own(new LiveKernel("Compute/ShProjectRgba16f", 1, shape.Blocks,
                (uint)half, (uint)half, (uint)shape.SegmentsLog2, (uint)shape.LaneColumnsLog2, (uint)shape.GroupLanesLog2,
                1, CubemapShape.FaceCount, face, 0, (uint)shape.Blocks, (uint)(n * n), (uint)((half - 1) * n),
                (uint)((n - half) * n), (uint)(half - 1), (uint)(n - half), (uint)n, (uint)n, (uint)tables.WeightOffset / 2,
                (uint)tables.Stride, 0, (uint)tables.FactorOffset, (uint)tables.Stride, 0, 0, NoMaximum,
                Words.Of(tables.ReciprocalSize), 0, 0, 0, 0));
        }

        // The words of ShCombineParams and ShFinalizeParams.
        private void MakeEnds(CubemapTables tables, ComputeBuffer tableWords, ComputeBuffer partials)
        {
            var left = ComputeRun.BlocksAfterCombining(tables.Shape);
            if (left != tables.Shape.Blocks)
            {
                var sums = NewBuffer(CubemapShape.FaceCount * left * Floats);
                ends.Add(Own(new LiveKernel("Compute/ShCombine", CubemapShape.FaceCount * left, 1,
                    (uint)(CubemapShape.FaceCount * left), CombinePartials, Floats))
                    .Bind("Partials", partials).Bind("Sums", sums));
                partials = sums;
            }
            ends.Add(Own(new LiveKernel("Compute/ShFinalize" + left, 1, 1,
                1, 1, (uint)tables.TermOffset / 2, (uint)(tables.TermOffset + 2 * tables.TermCount), (uint)tables.TermCount,
                Words.Of(tables.Scale)))
                .Bind("Partials", partials).Bind("Tables", tableWords).Bind("Coefficients", Coefficients));
        }

        // The window of a bake: the light of no channel is negative. The words are those of DenominatorParams, as in
        // ComputeDivide; of its results only the window's width is used.
        private LiveKernel MakeWindow(ComputeBuffer denominators)
        {
            const double linear = 2.0 / 3.0, quadratic = 1.0 / 4.0; // of the cosine lobe
            return Own(new LiveKernel("Compute/Denominator", 1, 1,
                    1, 1, 0, 0, 0, Words.Of((float)ManagedLight.L0), Words.Of((float)(ManagedLight.L1 * linear)),
                    Words.Of((float)(ManagedLight.L2M1 * quadratic)), Words.Of((float)(ManagedLight.L2M0 * quadratic)),
                    Words.Of((float)(ManagedLight.L2M2 * quadratic)), 0, 0, 0, 0, DenominatorWords, Floats, 1))
                .Bind("Coefficients", Coefficients).Bind("Denominators", denominators);
        }
    }
}
