using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
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

    /// <summary>The items that the package adds to the editor's menus: each is chosen once.</summary>
    public static class MenuItemTest
    {
        private static IEnumerable<KeyValuePair<MenuItem, MethodInfo>> Items()
        {
            const BindingFlags any = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            return new[] { typeof(BakeMenu).Assembly, typeof(FeatureCheck).Assembly, typeof(Samples.TwoRooms).Assembly }
                .SelectMany(assembly => assembly.GetTypes()).SelectMany(type => type.GetMethods(any))
                .SelectMany(method => method.GetCustomAttributes<MenuItem>(),
                    (method, item) => new KeyValuePair<MenuItem, MethodInfo>(item, method));
        }

        internal static object Choose(string path, params object[] arguments)
        {
            return Items().Single(each => each.Key.itemName == path && !each.Key.isValidateFunction)
                .Value.Invoke(null, arguments);
        }

        private static bool IsEnabled(string path)
        {
            return (bool)Items().Single(each => each.Key.itemName == path && each.Key.isValidateFunction)
                .Value.Invoke(null, null);
        }

        private static bool IsBaked(ReflectionProbe probe) => probe.GetComponent<NormalizedProbe>() != null;

        public static void OneProbeAndSelectedProbesAreBaked()
        {
            const string selected = "GameObject/Light/ProbeNorm: Bake Selected Probes";
            var probes = Scenes.Hall(3);
            Choose("CONTEXT/ReflectionProbe/Bake ProbeNorm", new MenuCommand(probes[1]));
            Check.Equal("False True False", string.Join(" ", probes.Select(IsBaked)), "the probe whose menu it is");
            Check.That(!IsEnabled(selected), "nothing is selected");
            Selection.gameObjects = new[] { probes[2].gameObject };
            Check.That(IsEnabled(selected), "a probe is selected");
            Choose(selected);
            Check.Equal("False True True", string.Join(" ", probes.Select(IsBaked)), "the selected one");
            EditorApplication.isPlayingOrWillChangePlaymode = true;
            Check.That(!IsEnabled(selected), "not in Play Mode");
            EditorApplication.isPlayingOrWillChangePlaymode = false;
        }

        public static void AllMaterialsAreConvertedAndBack()
        {
            const string folder = "Edit/Rendering/Materials/";
            CheckConversion("Universal Render Pipeline/Lit", folder + "Convert All URP Lit Materials To ProbeNorm Lit",
                "ProbeNorm/Lit", folder + "Convert All ProbeNorm Lit Materials Back To URP Lit");
            foreach (var name in new[] { "Standard", "Standard (Specular setup)" })
                CheckConversion(name, folder + "Convert All Standard Materials To ProbeNorm Standard",
                    "ProbeNorm/" + name, folder + "Convert All ProbeNorm Standard Materials Back To Standard");
        }

        private static void CheckConversion(string plain, string forth, string normalized, string back)
        {
            Scenes.Clear();
            foreach (var name in new[] { plain, normalized })
                Shader.known[name] = new Shader { name = name };
            var mine = new Material(Shader.Find(plain));
            var foreign = new Material(Shader.Find(plain));
            AssetDatabase.CreateAsset(mine, "Assets/Floor.mat");
            AssetDatabase.CreateAsset(foreign, "Packages/com.other/Floor.mat");
            Choose(forth);
            Check.Equal(normalized + ", " + plain, mine.shader.name + ", " + foreign.shader.name, forth);
            Choose(back);
            Check.Equal(plain, mine.shader.name, back);
            Shader.known.Clear();
        }

        public static void SceneViewsShowTheFactorWhereItIsTicked()
        {
            const string path = "Window/Rendering/ProbeNorm: Show Factor In Scene Views";
            foreach (var shows in new[] { true, false })
            {
                Choose(path);
                Check.That(IsEnabled(path), "it can be chosen");
                Check.Equal(shows, ProbeNormFeature.ShowsFactorInSceneViews, "shown");
                Check.Equal(shows, Menu.ticked.Contains(path), "ticked");
            }
        }

        public static void TheWindowOpens() => Choose("Window/Rendering/ProbeNorm Bake");

        // Each menu item that the manual names exists, in the package or in Unity.
        public static void TheManualNamesItemsThatExist()
        {
            var unitys = new[] { "Window/Rendering/Lighting", "Window/General/Test Runner" };
            var root = Program.Variable("PN_PACKAGE");
            var texts = Directory.GetFiles(root, "*.md", SearchOption.AllDirectories).Select(File.ReadAllText);
            var named = texts.SelectMany(text => Regex.Matches(text, @"\*((?:Window|Edit|GameObject|Assets) > [^*]+)\*")
                .Cast<Match>().Select(match => Regex.Replace(match.Groups[1].Value, @"\s+", " ").Replace(" > ", "/"))).ToList();
            Check.That(named.Count > 6, "items are found");
            foreach (var path in named.Except(unitys))
                Check.That(Items().Any(each => each.Key.itemName == path), path + " is in a menu");
        }
    }

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
