using System.Linq;
using ProbeNorm.Samples;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Tests
{
    /// <summary>The sample scene, against the table of samples/scene/README.md.</summary>
    public static class TwoRoomsTest
    {
        private static GameObject[] Build()
        {
            Scenes.Clear();
            Shader.known["Standard"] = new Shader { name = "Standard" };
            Shader.known["ProbeNorm/Standard"] = new Shader { name = "ProbeNorm/Standard" };
            TwoRooms.Build();
            Shader.known.Clear();
            return SceneManager.GetActiveScene().GetRootGameObjects();
        }

        public static void ItHasTheShapesOfTheScene()
        {
            var all = Build();
            Check.Equal(15, all.Count(each => each.name.StartsWith("Roughness")), "spheres");
            Check.Equal(4, all.Count(each => each.name == "Lamp"), "lamps");
            Check.Equal(210, all.Single(each => each.name == "Light probes").GetComponent<LightProbeGroup>().probePositions.Length,
                "light probes"); // docs/scene.md
            var probe = all.Single(each => each.GetComponent<ReflectionProbe>() != null);
            Check.Equal(new Vector3(-3, 1.5f, 0), probe.transform.position, "reflection probe");
            var block = all.Single(each => each.name == "Blue block").transform;
            Check.Near(-1.2, block.position.z, 1e-6, "z is mirrored");
            Check.Near(0.7, block.localScale.y, 1e-6, "size");
        }

        public static void MaterialsAreNormalizedOnes()
        {
            foreach (var each in Build().Where(each => each.GetComponent<Renderer>() != null))
                Check.Equal("ProbeNorm/Standard", each.GetComponent<Renderer>().sharedMaterial.shader.name, each.name);
        }

        public static void LampsShineIntoWhatIsBaked()
        {
            var lamps = Build().Where(each => each.name == "Lamp").ToList();
            foreach (var lamp in lamps)
            {
                var material = lamp.GetComponent<Renderer>().sharedMaterial;
                Check.Equal(MaterialGlobalIlluminationFlags.BakedEmissive, material.globalIlluminationFlags, "baked");
                Check.That(material.colors["_EmissionColor"].r > 4, "radiance");
                Check.Equal(-90f, lamp.transform.rotation.degrees.x, "it faces down");
            }
        }

        public static void SpheresMoveAndWallsDoNot()
        {
            foreach (var each in Build().Where(each => each.GetComponent<Renderer>() != null))
                Check.Equal(each.name.StartsWith("Roughness"), each.staticFlags == 0, each.name);
        }
    }
}
