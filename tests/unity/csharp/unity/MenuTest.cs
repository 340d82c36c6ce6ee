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

        // Its zeros stand for the preset's values; taken as they are, they would make reflections black.
        public static void ANormalizationThatIsNotResolvedIsResolved()
        {
            using (var context = Scenes.CpuContext())
            {
                var result = context.ProjectEnvironment(Scenes.Texels(Scenes.HalfCubemap(1)));
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
            return typeof(BakeMenu).Assembly.GetTypes().SelectMany(type => type.GetMethods(any))
                .SelectMany(method => method.GetCustomAttributes<MenuItem>(),
                    (method, item) => new KeyValuePair<MenuItem, MethodInfo>(item, method));
        }

        internal static object Choose(string path, params object[] arguments) =>
            Items().Single(each => each.Key.itemName == path && !each.Key.isValidateFunction)
                .Value.Invoke(null, arguments);

        internal static bool IsEnabled(string path) =>
            (bool)Items().Single(each => each.Key.itemName == path && each.Key.isValidateFunction)
                .Value.Invoke(null, null);

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

        // Each menu item that the manual names exists, in the package or in Unity.
        public static void TheManualNamesItemsThatExist()
        {
            var unitys = new[] { "Window/Rendering/Lighting", "Window/General/Test Runner" };
            var root = Program.Variable("PN_PACKAGE");
            var texts = Directory.GetFiles(root, "*.md", SearchOption.AllDirectories).Select(File.ReadAllText);
            var named = texts.SelectMany(text => Regex.Matches(text, @"\*((?:Tools|Window|Edit|GameObject|Assets) > [^*]+)\*")
                .Cast<Match>().Select(match => Regex.Replace(match.Groups[1].Value, @"\s+", " ").Replace(" > ", "/"))).ToList();
            Check.That(named.Count > 6, "items are found");
            foreach (var path in named.Except(unitys))
                Check.That(Items().Any(each => each.Key.itemName == path), path + " is in a menu");
        }
    }

    /// <summary>Materials whose shaders are exchanged.</summary>
    public static class MaterialTest
    {
        private const string all = "Tools/ProbeNorm/Convert All Materials ", selected = "Assets/ProbeNorm/Convert Selected Materials ";
        private static Shader AddShader(string name) => Shader.known[name] = new Shader { name = name };

        private static Material AddMaterial(Shader shader, string path, string name = "")
        {
            var material = new Material(shader) { name = name };
            AssetDatabase.CreateAsset(material, path);
            return material;
        }

        private static void Clear()
        {
            Scenes.Clear();
            Shader.known.Clear();
        }

        public static void TheyAreConvertedAndBack()
        {
            CheckConversion("Universal Render Pipeline/Lit", "ProbeNorm/Lit", all, true);
            foreach (var menu in new[] { all, selected })
                foreach (var name in new[] { "Standard", "Standard (Specular setup)" })
                    CheckConversion(name, "ProbeNorm/" + name, menu, false);
        }

        private static void CheckConversion(string plain, string normalized, string menu, bool isUrp)
        {
            string forth = menu + "To ProbeNorm", back = menu + "Back";
            Clear();
            if (isUrp)
                UseUrp();
            AddShader(normalized);
            var mine = AddMaterial(AddShader(plain), "Assets/Floor.mat");
            mine.renderQueue = 3000;
            mine.shaderKeywords = new[] { "_NORMALMAP" };
            var foreign = AddMaterial(mine.shader, "Packages/com.other/Floor.mat");
            Selection.objects = new UnityEngine.Object[] { mine };
            MenuItemTest.Choose(forth);
            Check.Equal(normalized + ", " + plain, mine.shader.name + ", " + foreign.shader.name, forth);
            Check.Equal("3000 _NORMALMAP", mine.renderQueue + " " + mine.shaderKeywords.Single(), "queue and keywords");
            MenuItemTest.Choose(back);
            Check.Equal(plain, mine.shader.name, back);
            Check.That(!Debug.lines.Any(line => line.StartsWith("error")), "no word of shaders that this project lacks");
        }

        internal static void UseUrp() => UnityEngine.Rendering.GraphicsSettings.currentRenderPipeline =
            ScriptableObject.CreateInstance<UnityEngine.Rendering.Universal.UniversalRenderPipelineAsset>();

        // Standard's materials in a project of URP wait for Unity's own conversion, and HDRP's stay as they are.
        public static void ThoseOfOtherPipelinesAreNotConverted()
        {
            Clear();
            AddShader("ProbeNorm/Standard");
            var material = AddMaterial(AddShader("Standard"), "Assets/Floor.mat", "Floor");
            UseUrp();
            MenuItemTest.Choose(all + "To ProbeNorm");
            Check.Equal("Standard", material.shader.name, "in URP");
            Check.That(Debug.lines.Single().EndsWith("1 of Standard: Floor"), "it is listed");
        }

        public static void ThoseThatKeepTheirReflectionsAreListed()
        {
            Clear();
            UseUrp();
            var plain = AddShader(MaterialConversion.Plain);
            var graph = AddShader("Shader Graphs/Lava");
            AddShader(MaterialConversion.Normalized);
            AddMaterial(plain, "Assets/Floor.mat", "Floor");
            AddMaterial(plain, "Assets/Door.fbx", "Door");
            AddMaterial(graph, "Assets/Lava.mat", "Lava");
            AddMaterial(AddShader("Universal Render Pipeline/Unlit"), "Assets/Sign.mat", "Sign");
            var cube = new GameObject("Cube").AddComponent<Renderer>();
            cube.sharedMaterial = AddMaterial(plain, "Packages/com.unity.render-pipelines.universal/Lit.mat", "Lit");
            new GameObject("Bare").AddComponent<Renderer>();
            MenuItemTest.Choose(all + "To ProbeNorm");
            Check.Equal("warning: ProbeNorm: materials that keep their shader and its reflections:\n" +
                "1 of Shader Graphs/Lava: Lava\n2 of Universal Render Pipeline/Lit: Door (Assets/Door.fbx), " +
                "Lit (Packages/com.unity.render-pipelines.universal/Lit.mat)",
                Debug.lines.Single(line => line.StartsWith("warning")), "list");
            Check.That(Debug.lines.Any(line => line.Contains("Door: ") && line.Contains("extract it")), "the model's is an error");
            for (var i = 0; i < 9; ++i)
                AddMaterial(graph, "Assets/Rock" + i + ".mat", "Rock" + i);
            var kept = MaterialConversion.FindKept();
            Check.That(kept[0].StartsWith("10 of Shader Graphs/Lava: ") && kept[0].EndsWith(" and 2 more"), kept[0]);
        }

        private static Renderer AddCube(string name, Material material, Vector3 centre)
        {
            var cube = new GameObject(name).AddComponent<Renderer>();
            cube.sharedMaterial = material;
            cube.bounds = new Bounds(centre, new Vector3(1, 1, 1));
            return cube;
        }

        private static string Reasons() =>
            string.Join("\n", NotNormalized.Find().Select(each => each.Target.name + ": " + each.Reason));

        // In HDRP the light of the probes around counts: two boxes reach from 1 to 5 and from -1 to 3 along x.
        public static void RenderersThatAreNotNormalizedAreListedAndWhy()
        {
            var probes = Scenes.Hall(2);
            Shader.known.Clear();
            probes[0].bounds = new Bounds(new Vector3(3, 2, 3), new Vector3(4, 6, 8));
            Vector3 here = new Vector3(1, 2, 3), far = new Vector3(3.6f, 2, 3);
            var plain = AddMaterial(AddShader(MaterialConversion.Plain), "Assets/Floor.mat", "Floor");
            var ours = AddMaterial(AddShader(MaterialConversion.Normalized), "Assets/Wall.mat", "Wall");
            var graph = AddMaterial(AddShader("Shader Graphs/Lava"), "Assets/Lava.mat", "Lava");
            AddCube("Plain", plain, far);
            AddCube("Ours", ours, far);
            AddCube("Graph", graph, here);
            AddCube("Unlit", AddMaterial(AddShader("Universal Render Pipeline/Unlit"), "Assets/Sign.mat", "Sign"), far);
            AddCube("Bare", null, far);
            AddCube("Off", plain, far).enabled = false;
            AddCube("Inactive", plain, far).gameObject.activeInHierarchy = false;
            foreach (var name in new[] { "Universal Render Pipeline/Simple Lit", "Universal Render Pipeline/Baked Lit" })
                AddCube("Without reflections", AddMaterial(AddShader(name), name + ".mat", "Simple"), far);
            var terrain = new GameObject("Hill").AddComponent<Terrain>();
            terrain.transform.position = new Vector3(11, 2, 3);
            terrain.terrainData = new TerrainData { bounds = new Bounds(new Vector3(-10, 0, 0), new Vector3(1, 1, 1)) };
            terrain.materialTemplate =
                AddMaterial(AddShader("Universal Render Pipeline/Terrain/Lit"), "Assets/Grass.mat", "Grass");
            const string plainLine = "Plain: Floor has Universal Render Pipeline/Lit: convert it\n";
            const string hill = "\nHill: Grass has Universal Render Pipeline/Terrain/Lit: ProbeNorm has no shader in its place";
            Check.Equal(plainLine + "Graph: Lava has Shader Graphs/Lava: a Lit graph takes no reflection; use the sub graphs in an " +
                "Unlit graph" + hill, Reasons(), "list");
            using (var folder = new TemporaryFolder())
            {
                var path = folder.Path + "/Lava.shader";
                System.IO.File.WriteAllText(path, "a graph");
                AssetDatabase.assets[path] = graph.shader;
                Check.That(Reasons().Contains("Lava"), "a file that has nothing of ours");
                AssetDatabase.dependencies[path] = new[] { "Packages/com.probenorm/Runtime/Shaders/Universal/Graph.hlsl" };
                Check.Equal(plainLine + hill.Substring(1), Reasons(), "a graph with our sub graph");
                AssetDatabase.dependencies.Clear();
                System.IO.File.WriteAllText(path, "#include \"Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl\"");
                Check.Equal(plainLine + hill.Substring(1), Reasons(), "a shader that includes our file");
            }
            probes[0].gameObject.AddComponent<HDAdditionalReflectionData>().texture = probes[0].texture;
            Scenes.Bake(probes[0]);
            Check.Equal("Graph: Probe (1) is not baked\nHill: Probe (1) is not baked", Reasons(), "HDRP's materials take what is baked");
            Scenes.Bake(probes[1]);
            Check.Equal("", Reasons(), "of all probes");
        }

        // The project's folder is the current one, as in Unity.
        public static void UrpIsChangedInTheProjectAndBackByteForByte()
        {
            const string item = "Tools/ProbeNorm/Normalize All URP Shaders";
            const string text = "half3 GlobalIllumination() {}\r\n", newer = "half4 GlobalIllumination() {}\n";
            Scenes.Bake(Scenes.Hall(1));
            Debug.lines.Clear();
            AddCube("Terrain", AddMaterial(AddShader("Universal Render Pipeline/Terrain/Lit"), "Assets/Grass.mat"), new Vector3());
            var before = System.IO.Directory.GetCurrentDirectory();
            using (var project = new TemporaryFolder())
                try
                {
                    System.IO.Directory.SetCurrentDirectory(project.Path);
                    MenuItemTest.Choose(item);
                    Check.That(Debug.lines.Single().Contains("move the folder of"), "URP of the cache is left alone");
                    Check.That(!MenuItemTest.IsEnabled(item), "no URP");
                    const string library = "Packages/com.unity.render-pipelines.universal/ShaderLibrary/";
                    const string file = library + "GlobalIllumination.hlsl", plain = library + "PlainGlobalIllumination.hlsl";
                    System.IO.Directory.CreateDirectory(library);
                    System.IO.File.WriteAllText(file, text);
                    Check.That(MenuItemTest.IsEnabled(item) && !Menu.ticked.Contains(item), "off");
                    UnityEditor.PackageManager.PackageInfo.versions[Pipelines.Urp] = "17.4.0";
                    MenuItemTest.Choose(item);
                    Check.That(Debug.lines.Last().Contains("URP 17.4.0 is newer than 17.3"), "a newer URP");
                    Check.Equal(text, System.IO.File.ReadAllText(file), "which is left alone");
                    UnityEditor.PackageManager.PackageInfo.versions[Pipelines.Urp] = "17.3.0";
                    Check.Equal(1, NotNormalized.Find().Count, "listed while it is off");
                    AssetDatabase.locked.Add(file);
                    AssetDatabase.canCheckOut = false;
                    MenuItemTest.Choose(item);
                    AssetDatabase.canCheckOut = true;
                    Check.That(Debug.lines.Last().Contains(file + " could not be checked out"), "version control");
                    Check.Equal(text + 1, System.IO.File.ReadAllText(file) + System.IO.Directory.GetFiles(library).Length, "nothing else");
                    MenuItemTest.Choose(item);
                    Check.Equal(text, System.IO.File.ReadAllText(plain), "URP's file");
                    Check.That(System.IO.File.ReadAllText(file).EndsWith(
                        "#include \"Packages/com.probenorm/Runtime/Shaders/Universal/Everywhere.hlsl\"\n"), "ours");
                    Check.That(MenuItemTest.IsEnabled(item) && Menu.ticked.Contains(item), "on");
                    Check.Equal(0, NotNormalized.Find().Count, "all shaders are normalized");
                    MenuItemTest.Choose(item);
                    Check.Equal(text, System.IO.File.ReadAllText(file), "back");
                    Check.Equal(1, System.IO.Directory.GetFiles(library).Length, "files");
                    MenuItemTest.Choose(item);
                    System.IO.File.WriteAllText(file, System.IO.File.ReadAllText(file).Replace("\n", "\r\n"));
                    Check.That(MenuItemTest.IsEnabled(item) && Menu.ticked.Contains(item), "on, with other ends of lines");
                    System.IO.File.WriteAllText(file, newer);
                    Check.That(MenuItemTest.IsEnabled(item) && !Menu.ticked.Contains(item), "off after an update of URP");
                    MenuItemTest.Choose(item);
                    Check.Equal(newer, System.IO.File.ReadAllText(plain), "the file of the update");
                    MenuItemTest.Choose(item);
                    Check.Equal(newer, System.IO.File.ReadAllText(file), "back again");
                    Check.Equal(1, System.IO.Directory.GetFiles(library).Length, "files in the end");
                }
                finally
                {
                    System.IO.Directory.SetCurrentDirectory(before);
                }
        }

        public static void TheBakeWindowListsThemWhenItIsAsked()
        {
            Scenes.Bake(Scenes.Hall(1));
            Shader.known.Clear();
            var material = AddMaterial(AddShader(MaterialConversion.Plain), "Assets/Floor.mat", "Floor");
            var cubes = Enumerable.Range(0, 102).Select(i => AddCube("Plain", material, new Vector3(1, 2, 3))).ToList();
            cubes.Skip(1).ToList().ForEach(cube => cube.enabled = false);
            using (var window = new Window())
            {
                Check.That(!window.Draw().Any(line => line.Contains("convert it")), "not yet");
                window.Draw("List Renderers That Are Not Normalized");
                var lines = window.Draw();
                Check.That(lines.Contains("Floor has Universal Render Pipeline/Lit: convert it"), "the line");
                Check.That(lines.Contains("1 renderers are not normalized"), "the count");
                EditorApplication.ChangeHierarchy();
                Check.That(!window.Draw().Any(line => line.Contains("convert it")), "it is forgotten");
                cubes.ForEach(cube => cube.enabled = true);
                window.Draw("List Renderers That Are Not Normalized");
                lines = window.Draw();
                Check.Equal(100, lines.Count(line => line.Contains("convert it")), "the button is back; lines");
                Check.That(lines.Contains("102 renderers are not normalized; the first 100 are shown"), "the count of all");
            }
        }

        public static void WhatCannotBeConvertedStays()
        {
            Clear();
            var material = AddMaterial(AddShader(MaterialConversion.Plain), "Assets/Floor.mat");
            Check.Throws<System.InvalidOperationException>(() => MaterialConversion.Convert(new[] { material },
                MaterialConversion.Plain, MaterialConversion.Normalized, null), "is not in this project");
#if UNITY_2022_3_OR_NEWER
            material.isVariant = true; // which keeps its parent's shader
            AddShader(MaterialConversion.Normalized);
            Check.Equal(0, MaterialConversion.Convert(new[] { material }, MaterialConversion.Plain, MaterialConversion.Normalized,
                null), "converted");
#endif
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
            Scenes.Bake(probes = Scenes.Hall(1));
            probes[0].texture = Scenes.HalfCubemap(9);
            Check.Equal(ProbeState.Baked, StateOf(probes[0]), "a texture that is drawn, which nobody hashes");
        }

        public static void AnotherPlatformMakesNoBakeStale()
        {
            var probe = Scenes.Hall(1)[0];
            var file = System.IO.Path.GetTempFileName();
            var importer = new TextureImporter();
            try
            {
                AssetDatabase.assets[file] = probe.texture;
                AssetImporter.all[file] = importer;
                probe.texture.imageContentsHash = new Hash128(1, 2);
                Scenes.Bake(probe);
                probe.texture.imageContentsHash = new Hash128(1, 3);
                probe.decodeOfTexture = new Vector4(34.5f, 2.2f, 0, 1); // RGBM
                Check.Equal(ProbeState.Baked, StateOf(probe), "as another platform imports the file");
                importer.maxTextureSize = 64;
                Check.Equal(ProbeState.TextureChanged, StateOf(probe), "imported otherwise on all platforms");
                importer.maxTextureSize = 2048;
                Check.Equal(ProbeState.Baked, StateOf(probe), "imported as before");
                importer.imported = TextureImporterCubemapConvolution.Diffuse;
                Check.Equal(ProbeState.TextureChanged, StateOf(probe), "filtered otherwise");
                importer.imported = TextureImporterCubemapConvolution.None;
                System.IO.File.WriteAllText(file, "another picture");
                System.IO.File.SetLastWriteTimeUtc(file, System.DateTime.UtcNow.AddSeconds(2));
                Check.Equal(ProbeState.TextureChanged, StateOf(probe), "another file");
            }
            finally
            {
                AssetImporter.all.Clear();
                System.IO.File.Delete(file);
            }
        }

        public static void ClippedTexturesAreBakedWithAWarning()
        {
            var probes = Scenes.Hall(2);
            probes[0].decodeOfTexture = new Vector4(4.6f, 1, 0, 0);
            Check.Equal("", string.Join(", ", BakeMenu.Bake(probes)), "errors");
            Check.Equal("warning: ProbeNorm: Probe (0): this platform stores its texture as dLDR, which clips radiance above 4.6. Bake " +
                "with another platform, or set Project Settings > Player > HDR Cubemap Encoding higher",
                string.Join(", ", Debug.lines.Where(line => line.StartsWith("warning"))), "warning");
        }

        public static void StaleProbesAreBakedAfterTheLightingIfWished()
        {
            var probes = Scenes.Hall(2);
            EditorEvents.Listen();
            EditorEvents.Listen(); // scripts were reloaded
            Scenes.Bake(probes);
            probes[1].transform.position += new Vector3(0, 1, 0);
            Scenes.CompleteLighting();
            Check.Equal(ProbeState.Moved, StateOf(probes[1]), "not wished");
            Scenes.Edit("bakesAfterLighting", true);
            Debug.lines.Clear();
            Scenes.CompleteLighting();
            Scenes.Edit("bakesAfterLighting", false);
            Check.Equal(ProbeState.Baked, StateOf(probes[1]), "wished");
            Check.That(Debug.lines.Contains("log: ProbeNorm: 1 stale probes baked again after the lighting"), "log");
        }
    }
}
