using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Samples
{
    /// <summary>Builds the bright room, the dark room and the alcove. Numbers are metres, and y is up. z is as in
    /// samples/scene; Mirror() turns it around, since Unity's axes are left-handed.</summary>
    public static class TwoRooms
    {
        private const float Wall = 0.2f, Height = 3, HalfDepth = 2.5f;
        private static readonly float[] sphereRoughness = { 0.1f, 0.3f, 0.5f, 0.7f, 0.9f };
        private static readonly Color white = new Color(0.75f, 0.73f, 0.7f, 1), grey = new Color(0.45f, 0.48f, 0.55f, 1);

        [MenuItem("GameObject/ProbeNorm/Two Rooms")]
        public static void Build()
        {
            EditorSceneManager.NewScene(NewSceneSetup.EmptyScene, NewSceneMode.Single);
            RenderSettings.ambientMode = AmbientMode.Flat;
            RenderSettings.ambientLight = new Color(0, 0, 0, 1);
            BuildBrightRoom();
            BuildDividingWall();
            BuildDarkRoom();
            BuildAlcove();
            AddReflectionProbe(new Vector3(-3, 1.5f, 0));
            AddLightProbes();
            AddCamera("Dark room", new Vector3(4.5f, 1.5f, -1.9f), new Vector3(2, 0.45f, 0), true);
            AddCamera("Bright room", new Vector3(-1.1f, 1.5f, -1.9f), new Vector3(-3.6f, 0.45f, 0), false);
            AddCamera("Alcove", new Vector3(6.6f, 1.2f, 2.2f), new Vector3(6, 0.25f, -0.5f), false);
        }

        private static void BuildBrightRoom()
        {
            AddFloors(-6, 0.1f, new Color(0.5f, 0.4f, 0.3f, 1));
            AddShell(-6, 0, white, new Color(0.2f, 0.5f, 0.5f, 1), white);
            AddBox("Orange wall", -6 - Wall, 0, -HalfDepth, -6, Height, HalfDepth, Paint(new Color(0.7f, 0.4f, 0.2f, 1)));
            AddBox("Blue block", -5.4f, 0, 0.6f, -4.4f, 0.7f, 1.8f, Paint(new Color(0.3f, 0.35f, 0.6f, 1)));
            AddSpheres(new Vector3(-4.6f, 0.35f, -1.4f), new Vector3(-2.4f, 0.35f, 1.2f), 0.35f);
            AddLamp(-4.3f, 0, 1.2f, new Color(14, 13, 12, 1));
            AddLamp(-1.6f, 0, 1.2f, new Color(14, 13, 12, 1));
        }

        // The wall has a doorway one metre wide.
        private static void BuildDividingWall()
        {
            const float halfDoor = 0.5f, doorHeight = 2.1f;
            AddBox("Dividing wall", 0, 0, -HalfDepth, Wall, Height, -halfDoor, Paint(white));
            AddBox("Dividing wall", 0, 0, halfDoor, Wall, Height, HalfDepth, Paint(white));
            AddBox("Lintel", 0, doorHeight, -halfDoor, Wall, Height, halfDoor, Paint(white));
        }

        private static void BuildDarkRoom()
        {
            AddFloors(0.1f, 7.2f, new Color(0.3f, 0.3f, 0.32f, 1));
            AddShell(Wall, 7.2f, grey, grey, grey);
            AddBox("End wall", 7.2f, 0, -HalfDepth, 7.2f + Wall, Height, HalfDepth, Paint(grey));
            AddBox("Brown block", 0.5f, 0, 1.5f, 1.5f, 0.7f, 2.3f, Paint(new Color(0.5f, 0.35f, 0.2f, 1)));
            AddSpheres(new Vector3(1, 0.35f, -1.4f), new Vector3(3.2f, 0.35f, 1.2f), 0.35f);
            AddLamp(3, 1.2f, 0.4f, new Color(5, 5.6f, 6.8f, 1));
        }

        // The alcove is the dark room's far end, behind a screen with a gap.
        private static void BuildAlcove()
        {
            AddBox("Screen", 4.9f, 0, -HalfDepth, 5, Height, 1.3f, Paint(grey));
            AddSpheres(new Vector3(5.3f, 0.18f, -0.2f), new Vector3(6.9f, 0.18f, -0.8f), 0.18f);
            AddLamp(6.1f, -1.2f, 0.4f, new Color(6, 0.5f, 0.25f, 1));
        }

        // One half of the floor is smoother than the other half.
        private static void AddFloors(float fromX, float toX, Color albedo)
        {
            AddBox("Smooth floor", fromX, -Wall, -HalfDepth, toX, 0, 0, MakeMaterial(albedo, 0, 0.3f));
            AddBox("Rough floor", fromX, -Wall, 0, toX, 0, HalfDepth, MakeMaterial(albedo, 0, 0.6f));
        }

        private static void AddShell(float fromX, float toX, Color ceiling, Color back, Color front)
        {
            AddBox("Ceiling", fromX, Height, -HalfDepth, toX, Height + Wall, HalfDepth, Paint(ceiling));
            AddBox("Wall", fromX, 0, -HalfDepth - Wall, toX, Height, -HalfDepth, Paint(back));
            AddBox("Wall", fromX, 0, HalfDepth, toX, Height, HalfDepth + Wall, Paint(front));
        }

        private static void AddBox(string name, float x0, float y0, float z0, float x1, float y1, float z1, Material material)
        {
            var box = Add(PrimitiveType.Cube, name, material, true);
            box.transform.position = Mirror(new Vector3((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2));
            box.transform.localScale = new Vector3(x1 - x0, y1 - y0, z1 - z0);
        }

        // Metal spheres, from smooth to rough. Light probes light them, as they light everything that moves.
        private static void AddSpheres(Vector3 from, Vector3 to, float radius)
        {
            for (var i = 0; i < sphereRoughness.Length; ++i)
            {
                var steel = MakeMaterial(new Color(0.85f, 0.83f, 0.8f, 1), 1, sphereRoughness[i]);
                var sphere = Add(PrimitiveType.Sphere, "Roughness " + sphereRoughness[i], steel, false);
                sphere.transform.position = Mirror(from + (to - from) * (i / (sphereRoughness.Length - 1f)));
                sphere.transform.localScale = new Vector3(2 * radius, 2 * radius, 2 * radius);
            }
        }

        // A square just under the ceiling, which shines into lightmaps, light probes and the cubemap alike.
        private static void AddLamp(float x, float z, float edge, Color radiance)
        {
            var material = Paint(new Color(0, 0, 0, 1));
            material.EnableKeyword("_EMISSION");
            material.SetColor("_EmissionColor", radiance);
            material.globalIlluminationFlags = MaterialGlobalIlluminationFlags.BakedEmissive;
            var lamp = Add(PrimitiveType.Quad, "Lamp", material, true);
            lamp.transform.position = Mirror(new Vector3(x, Height - 0.01f, z));
            lamp.transform.rotation = Quaternion.Euler(-90, 0, 0); // a quad faces -z; turned, it faces down
            lamp.transform.localScale = new Vector3(edge, edge, 1);
        }

        private static GameObject Add(PrimitiveType type, string name, Material material, bool isStatic)
        {
            var made = GameObject.CreatePrimitive(type);
            made.name = name;
            made.GetComponent<Renderer>().sharedMaterial = material;
            if (isStatic)
                GameObjectUtility.SetStaticEditorFlags(
                    made, StaticEditorFlags.ContributeGI | StaticEditorFlags.ReflectionProbeStatic);
            return made;
        }

        private static Material Paint(Color albedo)
        {
            var material = MakeMaterial(albedo, 0, 1);
            material.SetFloat("_EnvironmentReflections", 0); // Lambert
            material.SetFloat("_SpecularHighlights", 0);
            material.EnableKeyword("_ENVIRONMENTREFLECTIONS_OFF");
            material.EnableKeyword("_SPECULARHIGHLIGHTS_OFF");
            material.SetFloat("_GlossyReflections", 0); // of the Built-in pipeline
            material.EnableKeyword("_GLOSSYREFLECTIONS_OFF");
            return material;
        }

        private static Material MakeMaterial(Color albedo, float metallic, float roughness)
        {
            var material = new Material(FindShader());
            material.SetColor("_BaseColor", albedo);
            material.SetColor("_Color", albedo); // of the Built-in pipeline
            material.SetFloat("_Metallic", metallic);
            material.SetFloat("_Smoothness", 1 - roughness);
            material.SetFloat("_Glossiness", 1 - roughness);
            return material;
        }

        private static Shader FindShader()
        {
            var pipeline = GraphicsSettings.currentRenderPipeline;
            if (pipeline == null)
                return FindShader("ProbeNorm/Standard", "Standard");
            if (pipeline.GetType().Name.StartsWith("HD"))
                return Shader.Find("HDRP/Lit");
            return FindShader("ProbeNorm/Lit", "Universal Render Pipeline/Lit");
        }

        private static Shader FindShader(string wanted, string other)
        {
            var shader = Shader.Find(wanted);
            return shader != null ? shader : Shader.Find(other);
        }

        private static void AddReflectionProbe(Vector3 position)
        {
            var probe = new GameObject("Reflection probe").AddComponent<ReflectionProbe>();
            probe.transform.position = Mirror(position);
            probe.size = new Vector3(40, 20, 40); // so that both rooms reflect this probe
            probe.mode = ReflectionProbeMode.Baked;
            probe.resolution = 256;
            probe.hdr = true;
        }

        // About a metre apart, one grid for each room and for the alcove.
        private static void AddLightProbes()
        {
            var positions = new List<Vector3>();
            AddGrid(positions, new Vector3(-5.5f, 0.9f, -2), new Vector3(-0.5f, 2.4f, 2), 6);
            AddGrid(positions, new Vector3(0.7f, 0.9f, -2), new Vector3(4.5f, 2.4f, 2), 5);
            AddGrid(positions, new Vector3(5.5f, 0.9f, -2), new Vector3(6.7f, 2.4f, 2), 3);
            new GameObject("Light probes").AddComponent<LightProbeGroup>().probePositions = positions.ToArray();
        }

        private static void AddGrid(List<Vector3> positions, Vector3 low, Vector3 high, int columns)
        {
            const int rows = 3, depth = 5;
            for (var i = 0; i < columns * rows * depth; ++i)
            {
                int x = i % columns, y = i / columns % rows, z = i / (columns * rows);
                positions.Add(Mirror(new Vector3(low.x + (high.x - low.x) * x / (columns - 1),
                    low.y + (high.y - low.y) * y / (rows - 1), low.z + (high.z - low.z) * z / (depth - 1))));
            }
        }

        private static void AddCamera(string name, Vector3 position, Vector3 target, bool isEnabled)
        {
            var camera = new GameObject(name).AddComponent<Camera>();
            camera.enabled = isEnabled;
            camera.transform.position = Mirror(position);
            camera.transform.LookAt(Mirror(target));
        }

        private static Vector3 Mirror(Vector3 place) => new Vector3(place.x, place.y, -place.z);
    }
}
