using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
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
