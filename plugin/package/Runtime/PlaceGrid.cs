using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>The light of light probes around all probes, for the pass of deferred reflections, which knows no renderer:
    /// GlobalIllumination.hlsl has the layout. It is measured when it is needed first, when light probes have changed, and when a
    /// probe reaches out of it.</summary>
    internal static class PlaceGrid
    {
        private const float MostCells = 64; // per axis; else one per metre
        private static readonly int placesId = Shader.PropertyToID("_ProbeNormPlaces");
        private static readonly int cornerId = Shader.PropertyToID("_ProbeNormPlacesCorner");
        private static readonly int sizeId = Shader.PropertyToID("_ProbeNormPlacesSize");
        private static Bounds box;
        private static Texture3D texture;

        internal static void Clear()
        {
            if (texture != null)
                Object.DestroyImmediate(texture);
            Shader.SetGlobalVector(cornerId, new Vector4());
        }

        internal static void Update(List<NormalizedProbe> probes)
        {
            if (GraphicsSettings.GetShaderMode(BuiltinShaderType.DeferredReflections) != BuiltinShaderMode.UseCustom)
                return;
            var around = probes[0].GetComponent<ReflectionProbe>().bounds;
            foreach (var probe in probes)
                around.Encapsulate(probe.GetComponent<ReflectionProbe>().bounds);
            if (texture != null && box.Contains(around.min) && box.Contains(around.max))
                return;
            Clear();
            box = around;
            Measure(CellsOf(box.size.x), CellsOf(box.size.y), CellsOf(box.size.z));
        }

        private static int CellsOf(float size) => Mathf.CeilToInt(Mathf.Clamp(size, 1, MostCells));

        private static void Measure(int width, int height, int depth)
        {
            var colors = new Color[3 * width * height * depth];
            for (var i = 0; i < colors.Length / 3; ++i)
            {
                int x = i % width, row = i / width;
                var share = new Vector3((x + 0.5f) / width, (row % height + 0.5f) / height, (row / height + 0.5f) / depth);
                SphericalHarmonicsL2 light;
                LightProbes.GetInterpolatedProbe(box.min + Vector3.Scale(share, box.size), null, out light);
                for (var c = 0; c < 3; ++c)
                    colors[(3 * row + c) * width + x] = new Color(light[c, 3], light[c, 1], light[c, 2], light[c, 0]);
            }
            texture = new Texture3D(3 * width, height, depth, TextureFormat.RGBAHalf, false) { hideFlags = HideFlags.HideAndDontSave };
            texture.SetPixels(colors);
            texture.Apply(false, true);
            Shader.SetGlobalTexture(placesId, texture);
            Shader.SetGlobalVector(cornerId, new Vector4(box.min.x, box.min.y, box.min.z, width));
            Shader.SetGlobalVector(sizeId, new Vector4(box.size.x, box.size.y, box.size.z, 0));
        }
    }
}
