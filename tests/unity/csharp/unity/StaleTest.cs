using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Tests
{
    /// <summary>Whether a bake still holds, and what bakes it again.</summary>
    public static class StaleTest
    {
        private static ProbeState StateOf(ReflectionProbe probe) => ProbeStatus.Of(probe, ProbeNormSettings.instance);

        public static void StaleBakesAreSeen()
        {
            var probes = Scenes.Hall(4);
            foreach (var probe in probes)
                probe.texture.imageContentsHash = new Hash128(1, 2);
            Check.Equal(ProbeState.NotBaked, StateOf(probes[0]), "before");
            Scenes.Bake(probes);
            Check.That(probes.All(probe => StateOf(probe) == ProbeState.Baked), "after");
            probes[0].transform.position += new Vector3(0.02f, 0, 0);
            probes[1].texture.imageContentsHash = new Hash128(1, 3);
            probes[2].decodeOfTexture = new Vector4(2, 1, 0, 0);
            Check.Equal("Moved TextureChanged TextureChanged Baked", string.Join(" ", probes.Select(StateOf)), "states");
            ProbeNormSettings.instance.SetOwnTuning(true, 3);
            Check.Equal(ProbeState.SettingsChanged, StateOf(probes[3]), "with other settings");
            probes[3].texture = null;
            Check.Equal(ProbeState.NoTexture, StateOf(probes[3]), "without a texture");
        }

        public static void TexturesThatNobodyHashesAreNotStale()
        {
            var probes = Scenes.Hall(1);
            Scenes.Bake(probes);
            probes[0].texture = Scenes.HalfCubemap(9);
            Check.Equal(ProbeState.Baked, StateOf(probes[0]), "a texture that is drawn");
        }

        public static void StaleProbesAreBakedAfterTheLightingIfWished()
        {
            var probes = Scenes.Hall(2);
            EditorEvents.Listen();
            EditorEvents.Listen(); // scripts were reloaded
            Scenes.Bake(probes);
            probes[1].transform.position += new Vector3(0, 1, 0);
            CompleteLighting();
            Check.Equal(ProbeState.Moved, StateOf(probes[1]), "not wished");
            Edit(ProbeNormSettings.instance, "bakesAfterLighting", true);
            Debug.lines.Clear();
            CompleteLighting();
            Edit(ProbeNormSettings.instance, "bakesAfterLighting", false);
            Check.Equal(ProbeState.Baked, StateOf(probes[1]), "wished");
            Check.That(Debug.lines.Contains("log: ProbeNorm: 1 stale probes baked again after the lighting"), "log");
        }

        private static void CompleteLighting()
        {
            Lightmapping.Complete();
            EditorApplication.delayCall?.Invoke();
            EditorApplication.delayCall = null;
        }

        private static void Edit(ProbeNormSettings settings, string field, object value)
        {
            EditorGUILayout.edited = field;
            EditorGUILayout.value = value;
            ProbeNormSettings.CreateProvider().guiHandler("");
            EditorGUILayout.edited = "";
        }
    }
}
