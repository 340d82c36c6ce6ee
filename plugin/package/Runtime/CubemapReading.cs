using System;
using UnityEngine;
using UnityEngine.Experimental.Rendering;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>How the texels of a cubemap are read.</summary>
    public enum CubemapRoute
    {
        /// <summary>The texture's own bytes, from memory.</summary>
        Memory,
        /// <summary>Colours from memory, decoded on the CPU: 32-bit floats.</summary>
        Colors,
        /// <summary>The texture's own bytes, read back from the device.</summary>
        Readback,
        /// <summary>Drawn face by face, which decompresses and decodes, and read back as halves.</summary>
        Draw,
    }

    /// <summary>Brings one mip of a cubemap, whatever its format, to the CPU. Yield it, or poll IsDone; dispose
    /// it.</summary>
    public sealed class CubemapReading : CustomYieldInstruction, IDisposable
    {
        private readonly int faceSize;
        private readonly Format format;
        private readonly AsyncGPUReadbackRequest[] requests = new AsyncGPUReadbackRequest[0];
        private readonly FaceDrawing drawing;
        private readonly Array[] faces = new Array[CubemapTexels.FaceCount]; // the faces that have been read back
        private CubemapTexels texels;

        public CubemapRoute Route { get; }

        /// <summary>hdrDecode: ReflectionProbe.textureHDRDecodeValues; (1, 1, 0, 0) for a texture that holds radiance.
        /// </summary>
        public CubemapReading(Texture cubemap, Vector4 hdrDecode, int mip = 0)
            : this(cubemap, hdrDecode, mip, asPlainFloats: false) { }

        /// <summary>asPlainFloats: read RGBA of 16 or 32 bits, which image files can hold.</summary>
        internal CubemapReading(Texture cubemap, Vector4 hdrDecode, int mip, bool asPlainFloats)
        {
            CheckArguments(cubemap, mip);
            faceSize = Math.Max(1, cubemap.width >> mip);
            Route = ChooseRoute(cubemap, hdrDecode, asPlainFloats);
            format = TextureFormats.Find(cubemap.graphicsFormat);
            switch (Route)
            {
                case CubemapRoute.Memory: texels = ReadMemory((Cubemap)cubemap, mip); break;
                case CubemapRoute.Colors: texels = ReadColors((Cubemap)cubemap, hdrDecode, mip); break;
                case CubemapRoute.Readback: requests = RequestFaces(cubemap, mip); break;
                default:
                    format = Format.Rgba16F;
                    drawing = new FaceDrawing(cubemap, hdrDecode, mip, faceSize, Take);
                    requests = drawing.Requests;
                    break;
            }
        }

        /// <summary>True when the texels are there or reading has failed.</summary>
        public bool IsDone
        {
            get
            {
                for (var face = 0; face < requests.Length; ++face)
                    Poll(face);
                return texels != null || Error != null;
            }
        }

        public override bool keepWaiting => !IsDone;

        /// <summary>The error; null if there is none.</summary>
        public string Error { get; private set; }

        /// <summary>The texels of a reading that is done.</summary>
        public CubemapTexels Texels
        {
            get
            {
                if (!IsDone)
                    throw new InvalidOperationException("the reading is not done");
                return texels ?? throw new InvalidOperationException(Error);
            }
        }

        /// <summary>Waits for the device. Use it in an editor or in batch mode, not in a game's frame.</summary>
        public CubemapTexels Wait()
        {
            for (var face = 0; face < requests.Length; ++face)
            {
                if (!IsTaken(face))
                    requests[face].WaitForCompletion();
                Poll(face);
            }
            return Texels;
        }

        public void Dispose() => drawing?.Dispose();

        /// <summary>Prefers the texture's exact bytes, and memory over the device, so that a build machine without a device can
        /// bake.</summary>
        internal static CubemapRoute ChooseRoute(Texture cubemap, Vector4 hdrDecode, bool asPlainFloats)
        {
            var format = TextureFormats.Find(cubemap.graphicsFormat);
            var isPlain = format == Format.Rgba16F || format == Format.Rgba32F;
            var isExact = HdrDecode.IsNeutral(hdrDecode) && (asPlainFloats ? isPlain : format != Format.Undefined);
            if (cubemap is Cubemap && cubemap.isReadable)
                return isExact ? CubemapRoute.Memory : CubemapRoute.Colors;
            if (SystemInfo.graphicsDeviceType == GraphicsDeviceType.Null)
                throw new InvalidOperationException(
                    cubemap.name + " cannot be read without a graphics device; tick Read/Write in its import settings");
            if (!SystemInfo.supportsAsyncGPUReadback)
                throw new InvalidOperationException(
                    cubemap.name + " cannot be read back: this graphics API has no asynchronous readback; tick Read/Write " +
                    "in its import settings");
            return isExact && CanReadBack(cubemap.graphicsFormat) ? CubemapRoute.Readback : CubemapRoute.Draw;
        }

        private static bool CanReadBack(GraphicsFormat format)
        {
#if UNITY_2023_2_OR_NEWER
            return SystemInfo.IsFormatSupported(format, GraphicsFormatUsage.ReadPixels);
#else
            return SystemInfo.IsFormatSupported(format, FormatUsage.ReadPixels);
#endif
        }

        private static void CheckArguments(Texture cubemap, int mip)
        {
            if (cubemap == null)
                throw new ArgumentNullException(nameof(cubemap));
            if (cubemap.dimension != TextureDimension.Cube)
                throw new ArgumentException(cubemap.name + " must be a cubemap", nameof(cubemap));
            if (mip < 0 || mip >= cubemap.mipmapCount)
                throw new ArgumentOutOfRangeException(nameof(mip), mip, "must be below the texture's mipmapCount");
        }

        private CubemapTexels ReadMemory(Cubemap cubemap, int mip)
        {
            var faces = new Array[CubemapTexels.FaceCount];
            for (var face = 0; face < faces.Length; ++face)
                faces[face] = cubemap.GetPixelData<byte>(mip, (CubemapFace)face).ToArray();
            return CubemapTexels.FromFaces(faces, TextureFormats.Find(cubemap.graphicsFormat), faceSize);
        }

        // GetPixels decompresses, but leaves sRGB values as they are. They become linear here.
        private CubemapTexels ReadColors(Cubemap cubemap, Vector4 hdrDecode, int mip)
        {
            var isSrgb = GraphicsFormatUtility.IsSRGBFormat(cubemap.graphicsFormat);
            var faces = new Array[CubemapTexels.FaceCount];
            for (var face = 0; face < faces.Length; ++face)
            {
                var colors = cubemap.GetPixels((CubemapFace)face, mip);
                var floats = new float[4 * colors.Length];
                for (var i = 0; i < colors.Length; ++i)
                {
                    var color = isSrgb ? colors[i].linear : colors[i];
                    var rgb = HdrDecode.Decode(new Vector4(color.r, color.g, color.b, color.a), hdrDecode);
                    floats[4 * i] = rgb.x;
                    floats[4 * i + 1] = rgb.y;
                    floats[4 * i + 2] = rgb.z;
                    floats[4 * i + 3] = 1;
                }
                faces[face] = floats;
            }
            return CubemapTexels.FromFaces(faces, Format.Rgba32F, faceSize);
        }

        private AsyncGPUReadbackRequest[] RequestFaces(Texture cubemap, int mip)
        {
            var ofFaces = new AsyncGPUReadbackRequest[CubemapTexels.FaceCount];
            for (var face = 0; face < ofFaces.Length; ++face)
            {
                var index = face;
                ofFaces[face] = AsyncGPUReadback.Request(
                    cubemap, mip, 0, faceSize, 0, faceSize, face, 1, request => Take(index, request));
            }
            return ofFaces;
        }

        // An idle editor looks for finished requests only when it is asked.
        private void Poll(int face)
        {
            if (IsTaken(face))
                return;
            requests[face].Update();
            if (requests[face].done)
                Take(face, requests[face]);
        }

        private bool IsTaken(int face) => texels != null || Error != null || faces[face] != null;

        // Requests end in different frames, and their data lives for one frame. So each face is copied when its request ends.
        private void Take(int face, AsyncGPUReadbackRequest request)
        {
            if (IsTaken(face))
                return;
            if (request.hasError)
            {
                Error = "the device could not read back face " + face;
                return;
            }
            faces[face] = request.GetData<byte>().ToArray();
            if (Array.TrueForAll(faces, bytes => bytes != null))
                texels = CubemapTexels.FromFaces(faces, format, faceSize);
        }
    }

    /// <summary>Draws the faces of a cubemap as halves, with each texel where the library expects it, and reads them back.
    /// take is called with each face's request when it is done.</summary>
    internal sealed class FaceDrawing : IDisposable
    {
        private const string ShaderPath = "ProbeNorm/CubeFaces"; // in Resources, so that players have it
        private static readonly int cubeId = Shader.PropertyToID("_ProbeNormCube");
        private static readonly int faceId = Shader.PropertyToID("_ProbeNormFace");
        private static readonly int decodeId = Shader.PropertyToID("_ProbeNormDecode");

        private Material material; // null when disposed
        private readonly RenderTexture[] targets = new RenderTexture[CubemapTexels.FaceCount];

        internal AsyncGPUReadbackRequest[] Requests { get; } = new AsyncGPUReadbackRequest[CubemapTexels.FaceCount];

        internal FaceDrawing(Texture cubemap, Vector4 hdrDecode, int mip, int faceSize,
            Action<int, AsyncGPUReadbackRequest> take)
        {
            var shader = Resources.Load<Shader>(ShaderPath);
            if (shader == null || !shader.isSupported)
                throw new InvalidOperationException(ShaderPath + " does not run on this device");
            material = new Material(shader) { hideFlags = HideFlags.HideAndDontSave };
            using (var commands = new CommandBuffer { name = "ProbeNorm faces" })
            {
                for (var face = 0; face < targets.Length; ++face)
                {
                    targets[face] = RenderTexture.GetTemporary(
                        faceSize, faceSize, 0, RenderTextureFormat.ARGBHalf, RenderTextureReadWrite.Linear);
                    commands.SetGlobalTexture(cubeId, cubemap);
                    commands.SetGlobalVector(faceId, new Vector4(face, mip, faceSize, 0));
                    commands.SetGlobalVector(decodeId, hdrDecode);
                    commands.SetRenderTarget(targets[face]);
                    commands.DrawProcedural(Matrix4x4.identity, material, 0, MeshTopology.Triangles, 3);
                }
                Graphics.ExecuteCommandBuffer(commands);
            }
            for (var face = 0; face < targets.Length; ++face)
            {
                var index = face;
                Requests[face] = AsyncGPUReadback.Request(
                    targets[face], 0, TextureFormat.RGBAHalf, request => take(index, request));
            }
        }

        public void Dispose()
        {
            if (material == null)
                return;
            foreach (var target in targets)
                RenderTexture.ReleaseTemporary(target);
            if (Application.isPlaying)
                UnityEngine.Object.Destroy(material);
            else
                UnityEngine.Object.DestroyImmediate(material);
            material = null;
        }
    }
}
