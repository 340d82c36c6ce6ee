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
}
