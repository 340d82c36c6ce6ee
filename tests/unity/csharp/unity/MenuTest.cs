using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Tests
{
    /// <summary>Bakes that a menu or an inspector starts and waits for.</summary>
    public static class MenuTest
    {
        public static void ABakeCanBeCancelled()
        {
            var probes = Scenes.Hall(8);
            EditorUtility.cancels = done => done > 0.2f;
            var errors = BakeMenu.Bake(probes);
            EditorUtility.cancels = null;
            var baked = probes.Count(probe => probe.GetComponent<NormalizedProbe>() != null);
            Check.That(baked >= 2 && baked < 8, "some are baked, and stay: " + baked);
            Check.Equal("cancelled: " + baked + " of 8 probes are done", errors.Single(), "it is said");
            Check.That(!EditorUtility.isProgressShown, "the bar is gone");
        }

        public static void TheBarGoesWhereABakeCannotBegin()
        {
            var probes = Scenes.Hall(1);
            EditorUtility.isProgressShown = true;
            EditorApplication.isPlayingOrWillChangePlaymode = true;
            Check.Equal(1, BakeMenu.Bake(probes).Count, "errors");
            EditorApplication.isPlayingOrWillChangePlaymode = false;
            Check.That(!EditorUtility.isProgressShown, "the bar is gone");
        }

        // Its zeros stand for the preset's values; taken as they are, they would make reflections black.
        public static void ANormalizationThatIsNotResolvedIsResolved()
        {
            using (var context = Scenes.CpuContext())
            {
                var texels = CubemapTexels.FromFaces(System.Array.ConvertAll(
                    Scenes.HalfCubemap(1).faceBytes, bytes => (System.Array)bytes), Format.Rgba16F, Scenes.FaceSize);
                var result = context.ProjectCubemap(texels);
                foreach (var normalization in new[] { null, new Normalization() })
                {
                    var data = ScriptableObject.CreateInstance<ProbeData>();
                    data.Set(BakedProbe.From(result, normalization), new Vector3());
                    Check.Equal("1 " + float.MaxValue, data.Weight + " " + data.Bounds.y, "weight and upper bound");
                }
                var own = new Normalization().Resolved();
                own.weight = 0;
                Check.Equal(0f, BakedProbe.From(result, own).Normalization.weight, "a 0 that is meant");
            }
        }
    }
}
