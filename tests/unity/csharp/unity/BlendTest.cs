using System;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.Experimental.Rendering;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>Blended states of a probe. Light adds up: a blend's light is the light of the blended cubemap.</summary>
    public static class BlendTest
    {
        private const BindingFlags hidden = BindingFlags.Instance | BindingFlags.NonPublic;

        // Floats of 0 to 2 that no other state has.
        private static float[] Texels(int seed)
        {
            var random = new Random(seed);
            return Enumerable.Range(0, 6 * 8 * 8 * 4).Select(i => 2 * (float)random.NextDouble()).ToArray();
        }

        private static ProbeData Bake(CubemapTexels texels, Normalization normalization = null)
        {
            var data = ScriptableObject.CreateInstance<ProbeData>();
            using (var context = Scenes.CpuContext())
                data.Set(BakedProbe.From(context.ProjectEnvironment(texels), normalization), new Vector3());
            return data;
        }

        private static ProbeData Bake(float[] texels) => Bake(CubemapTexels.FromArray(texels, Format.Rgba32F, 8));

        private static BlendedProbe Add(Texture texture, ReflectionProbeMode mode, params LightingState[] states)
        {
            var probe = Scenes.AddProbe("Hall", texture);
            probe.mode = mode;
            probe.gameObject.AddComponent<NormalizedProbe>();
            var blended = probe.gameObject.AddComponent<BlendedProbe>();
            blended.states = states;
            Messages.Send(blended, "LateUpdate");
            return blended;
        }

        private static BlendedProbe Add(params LightingState[] states) => Add(null, ReflectionProbeMode.Baked, states);
        private static ProbeData Shown(BlendedProbe blended) => blended.GetComponent<NormalizedProbe>().Data;

        private static void Update(BlendedProbe blended, params float[] weights)
        {
            for (var i = 0; i < weights.Length; ++i)
                blended.states[i].weight = weights[i];
            Messages.Send(blended, "LateUpdate");
        }

        private static void CheckLight(ProbeData expected, ProbeData actual, double tolerance, string what)
        {
            float[] a = UnityLight.ToFloats(expected.CalibratedLight), b = UnityLight.ToFloats(actual.CalibratedLight);
            for (var i = 0; i < 27; ++i)
                Check.Near(a[i], b[i], tolerance * expected.AverageLuminance, what + ", coefficient " + i);
            Check.Near(expected.Floor, actual.Floor, tolerance * expected.Floor, what + ", floor");
        }

        public static void ABlendHasTheLightOfTheBlendedCubemap()
        {
            Scenes.Clear();
            var texels = Enumerable.Range(1, 3).Select(Texels).ToArray();
            var blended = Add(texels.Select(each => new LightingState { data = Bake(each) }).ToArray());
            foreach (var weights in new[] { new[] { 0.2f, 0.3f, 0.5f }, new[] { 3f, 0, 1 }, new[] { 0f, 1e-3f, 0 } })
            {
                Update(blended, weights);
                var mixed = Enumerable.Range(0, texels[0].Length)
                    .Select(i => (float)(weights.Select((w, j) => (double)w * texels[j][i]).Sum() / weights.Sum())).ToArray();
                CheckLight(Bake(mixed), Shown(blended), 2e-6, "weights " + string.Join(" ", weights));
            }
            Check.That(blended.states.All(state => state.data.WindowWidth == 1), "no state needed a window, which is not linear");
            CheckLight(blended.states[1].data, Shown(blended), 1e-7, "one alone");
            Check.That(Shown(blended).IsBaked && Shown(blended).Bounds.y == float.MaxValue && Shown(blended).Weight == 1, "settings");
        }

        // What shaders divide by, in the form in which they read it.
        public static void DenominatorsBlendAndStayPositive()
        {
            Scenes.Clear();
            var dark = Texels(4).Select((texel, i) => i < 4 * 64 ? 50 + texel : 0.01f * texel).ToArray(); // rings: it has a window
            var blended = Add(new LightingState { data = Bake(dark), weight = 3 }, new LightingState { data = Bake(Texels(5)), weight = 1 });
            Check.That(blended.states[0].data.WindowWidth < 0.99f, "it has a window");
            for (var i = 0; i < 200; ++i)
            {
                double z = 1 - (2 * i + 1) / 200.0, phi = 2.4 * i, r = Math.Sqrt(1 - z * z), x = r * Math.Cos(phi), y = r * Math.Sin(phi);
                Func<ProbeData, double> dotted = data =>
                {
                    Vector4 a = data.ShaderVectors[0], b = data.ShaderVectors[3];
                    return a.x * x + a.y * y + a.z * z + a.w + b.x * x * y + b.y * y * z + b.z * z * z + b.w * z * x +
                        data.ShaderVectors[6].x * (x * x - y * y);
                };
                var expected = 0.75 * dotted(blended.states[0].data) + 0.25 * dotted(blended.states[1].data);
                Check.Near(expected, dotted(Shown(blended)), 1e-5, "denominator along direction " + i);
                Check.That(expected > -1e-5, "no light is negative, so no sum is");
            }
        }

        public static void EachStateHasACalibrationOfItsOwn()
        {
            Scenes.Clear();
            var states = new[] { new LightingState { data = Bake(Texels(1)), weight = 1 }, new LightingState { data = Bake(Texels(2)), weight = 1 } };
            double[] places = { 1.5, 0.5 };
            for (var i = 0; i < 2; ++i)
                states[i].data.Calibrate((float)(places[i] * states[i].data.AverageLuminance), true);
            var blended = Add(states);
            var expected = 0.5 * states.Select((state, i) => places[i] * state.data.AverageLuminance).Sum();
            Check.Near(expected, UnityLight.AverageLuminance(Shown(blended).CalibratedLight), 1e-6 * expected, "the blended places' light");
        }

        private static LightingState HalfState(int seed, float weight)
        {
            var cubemap = Scenes.HalfCubemap(seed);
            return new LightingState { name = "state " + seed, data = Bake(Scenes.Texels(cubemap)), texture = cubemap, weight = weight };
        }

        // The denominator must be of what the probe shows. Its texels are halves: 2^-11 of a value.
        public static void TheTextureBlendsWithItsDenominator()
        {
            foreach (var mode in new[] { ReflectionProbeMode.Baked, ReflectionProbeMode.Custom })
            {
                Scenes.Clear();
                var own = Scenes.HalfCubemap(9);
                var blended = Add(own, mode, HalfState(1, 1), HalfState(2, 0), HalfState(3, 0), HalfState(4, 0));
                var probe = blended.GetComponent<ReflectionProbe>();
                var shown = (RenderTexture)probe.texture;
                Check.That(shown.useMipMap && !shown.autoGenerateMips && shown.dimension == TextureDimension.Cube, "a cubemap with mips");
                foreach (var weights in new[] { new[] { 0f, 2, 0, 0 }, new[] { 0.25f, 0, 0.75f, 0 }, new[] { 1f, 2, 3, 4 }, new[] { 1f, 2, 4, 0 } })
                {
                    var before = shown.updateCount;
                    Update(blended, weights);
                    Check.That(ReferenceEquals(shown, probe.texture) && shown.updateCount > before, "URP copies it again");
                    var light = Bake(CubemapTexels.FromFaces(Array.ConvertAll(shown.faceBytes, face => (Array)face), Format.Rgba16F, 16));
                    CheckLight(light, Shown(blended), 1e-3, mode + " " + string.Join(" ", weights));
                }
                var count = ReflectionProbe.blendCount;
                Messages.Send(blended, "LateUpdate");
                Check.Equal(count, ReflectionProbe.blendCount, "blends where no weight has changed");
                blended.Apply();
                Messages.Send(blended, "LateUpdate");
                Check.Equal(count + 3, ReflectionProbe.blendCount, "blends when asked");
                var last = probe.texture;
                Messages.Send(blended, "OnDisable");
                Check.That(ReferenceEquals(probe.texture, own) && last == null, "its own texture is back, the other is gone");
                Messages.Send(blended, "OnEnable");
                Update(blended, 1, 1);
                Check.That(probe.texture != null && !ReferenceEquals(probe.texture, own), "it blends again");
            }
        }

        private static double[] ToDoubles(byte[][] faces) =>
            faces.SelectMany(bytes => Enumerable.Range(0, bytes.Length / 2).Select(i => (double)Halves.ToFloat(bytes, i))).ToArray();

        // A mip is a mean of radiance, so the mip of the blend is the blend of the mips; the mip over the light is what a rough
        // surface shows. A half is right to 2^-11, and each of the three steps rounds to one.
        public static void MipsBlendAsRadianceDoes()
        {
            Scenes.Clear();
            var states = new[] { HalfState(1, 1), HalfState(2, 2), HalfState(3, 5) };
            for (var i = 0; i < 3; ++i)
                states[i].texture.lowerMips = Enumerable.Range(1, 4).Select(mip => Array.ConvertAll(
                    Scenes.HalfCubemap(10 * mip + i).faceBytes, face => face.Take(face.Length >> 2 * mip).ToArray())).ToArray();
            var blended = Add(Scenes.HalfCubemap(9), ReflectionProbeMode.Baked, states);
            var shown = blended.GetComponent<ReflectionProbe>().texture;
            var up = new Func<ProbeData, double>(data => data.ShaderVectors[0].y + data.ShaderVectors[0].w - data.ShaderVectors[6].x);
            var own = states.Select((state, i) => new[] { 1, 2, 5 }[i] * up(state.data)).Sum() / 8;
            for (var mip = 0; mip < 5; ++mip)
            {
                Func<Texture, double[]> texels = of => ToDoubles(mip > 0 ? of.lowerMips[mip - 1] : of.faceBytes);
                double[] one = texels(states[0].texture), two = texels(states[1].texture), five = texels(states[2].texture);
                var expected = one.Select((texel, i) => (texel + 2 * two[i] + 5 * five[i]) / 8 / own).ToArray();
                for (var i = 0; i < expected.Length; ++i)
                    Check.Near(expected[i], texels(shown)[i] / up(Shown(blended)), 4 * expected[i] / 2048, "mip " + mip + ", " + i);
            }
        }

        // Unity refuses the last of three, whose format it cannot blend, after two went well.
        public static void ARefusedBlendLeavesNothingPartial()
        {
            Scenes.Clear();
            var blended = Add(Scenes.HalfCubemap(9), ReflectionProbeMode.Baked, HalfState(1, 1), HalfState(2, 2), HalfState(3, 3), HalfState(4, 0));
            var shown = blended.GetComponent<ReflectionProbe>().texture;
            var before = ToDoubles(shown.faceBytes);
            var light = UnityLight.ToFloats(Shown(blended).CalibratedLight);
            foreach (var size in new[] { Scenes.FaceSize, 2 * Scenes.FaceSize }) // a larger one needs new targets
            {
                foreach (var state in blended.states)
                    state.texture.width = size;
                blended.states[3].texture = new Cubemap(size, GraphicsFormat.RGB_BC6H_UFloat); // nothing that a half could hold
                foreach (var weights in new[] { new[] { 3f, 2, 0, 1 }, new[] { 1f, 0, 0, 1 }, new[] { 3f, 2, 1, 1 }, new[] { 0f, 0, 0, 1 } })
                {
                    Update(blended, weights);
                    Check.That(ReferenceEquals(shown, blended.GetComponent<ReflectionProbe>().texture) && shown != null, "the texture");
                    Check.That(before.SequenceEqual(ToDoubles(shown.faceBytes)), "its texels");
                    Check.That(light.SequenceEqual(UnityLight.ToFloats(Shown(blended).CalibratedLight)), "the light of its texels");
                }
            }
            Check.Equal(1, Debug.lines.Count, "said once");
            Update(blended, 1, 2, 3, 0);
            var now = blended.GetComponent<ReflectionProbe>().texture;
            Check.That(shown == null && now.width == 2 * Scenes.FaceSize && before.SequenceEqual(ToDoubles(now.faceBytes)), "blends again");
        }

        public static void AScriptMayBlendTheTexture()
        {
            Scenes.Clear();
            var blended = Add(new LightingState { data = Bake(Texels(1)), weight = 1 }, new LightingState { data = Bake(Texels(2)) });
            var probe = blended.GetComponent<ReflectionProbe>();
            var ofScript = probe.bakedTexture = Scenes.HalfCubemap(5);
            Update(blended, 1, 2);
            Check.That(ReferenceEquals(ofScript, probe.texture), "while it blends");
            Messages.Send(blended, "OnDisable");
            Check.That(ReferenceEquals(ofScript, probe.texture), "afterwards");
        }

        public static void WhatWasBakedComesBack()
        {
            Scenes.Clear();
            var probe = Scenes.AddProbe("Hall", null);
            var hdrp = probe.gameObject.AddComponent<HDAdditionalReflectionData>();
            var data = probe.gameObject.AddComponent<NormalizedProbe>().Data = Bake(Texels(1));
            var blended = probe.gameObject.AddComponent<BlendedProbe>();
            blended.states = new[] { new LightingState { data = Bake(Texels(2)), weight = 1 }, new LightingState { data = Bake(Texels(3)), weight = 1 } };
            Messages.Send(blended, "LateUpdate");
            var up = new Vector3(0, 1, 0);
            Func<ProbeData, float> along = of =>
                of.CalibratedLight[1, 0] - of.CalibratedLight[1, 6] + of.CalibratedLight[1, 1] - of.CalibratedLight[1, 8];
            var green = new Func<ProbeData, double>(of => along(of));
            Check.Near(0.5 * (green(blended.states[0].data) + green(blended.states[1].data)), green(Shown(blended)), 1e-5, "blended");
            var shown = hdrp.Divisor(up, true);
            Messages.Send(blended, "OnDisable");
            Check.That(ReferenceEquals(Shown(blended), data), "the bake");
            Check.That(Math.Abs(shown - hdrp.Divisor(up, true)) > 1e-4, "in HDRP's fields, too");
        }

        private static void CheckRefused(
            string reason, Func<LightingState[]> states, ReflectionProbeMode mode = ReflectionProbeMode.Baked)
        {
            Scenes.Clear(); // which destroys textures
            var own = Scenes.HalfCubemap(9);
            var blended = Add(own, mode, states());
            for (var frame = 0; frame < 3; ++frame)
            {
                blended.Apply();
                Messages.Send(blended, "LateUpdate");
            }
            Check.Equal("warning: ProbeNorm: Hall: nothing is blended: " + reason, string.Join("\n", Debug.lines), "said once");
            Check.That(!Shown(blended).IsBaked, "no light is made up");
            Check.That(ReferenceEquals(own, blended.GetComponent<ReflectionProbe>().texture), "its texture");
        }

        public static void WhatCannotBeBlendedIsSaidOnce()
        {
            Func<Action<LightingState>, LightingState[]> pair = change =>
            {
                LightingState one = HalfState(1, 1), other = HalfState(2, 1);
                other.name = "night";
                change(other);
                return new[] { one, other };
            };
            CheckRefused("no state has a weight", () => new LightingState[0]);
            CheckRefused("night is not baked", () => pair(night => night.data = null));
            CheckRefused("night was baked with another preset than state 1", () => pair(night => night.data =
                Bake(Scenes.Texels((Cubemap)night.texture), new Normalization { preset = Preset.Classic })));
            const string textures = "all states or none must have textures, cubemaps of one size with as many mips, unlike state 1 and night";
            CheckRefused(textures, () => pair(night => night.texture = null));
            CheckRefused(textures, () => pair(night => night.texture = new Cubemap(32, GraphicsFormat.R16G16B16A16_SFloat)));
            CheckRefused(textures, () => pair(night => night.texture = new RenderTexture(16, 16, 0, RenderTextureFormat.ARGBHalf,
                RenderTextureReadWrite.Linear)));
            CheckRefused("Unity could not blend the states' cubemaps",
                () => pair(night => night.texture = Scenes.Compressed(GraphicsFormat.RGB_BC6H_UFloat, Scenes.Same(new Color()))));
            CheckRefused("states of realtime probes and in HDRP have no textures; blend what the probe shows by a script",
                () => pair(night => { }), ReflectionProbeMode.Realtime);
        }

        public static void WeightsFollowLightingScenarios()
        {
            Scenes.Clear();
            var now = new LightingScenarios { Name = "Day" };
            LightingScenarios.Read = () => now;
            var blended = Add(new LightingState { name = "Day", data = Bake(Texels(1)) }, new LightingState { name = "Night", data = Bake(Texels(2)) });
            blended.followsScenarios = true;
            Func<string> weights = () =>
            {
                Messages.Send(blended, "LateUpdate");
                return string.Join(" ", blended.states.Select(state => state.weight));
            };
            Check.Equal("1 0", weights(), "day");
            now.Other = "Night";
            now.Factor = 0.25f;
            Check.Equal("0.75 0.25", weights(), "evening");
            var expected = 0.75 * blended.states[0].data.AverageLuminance + 0.25 * blended.states[1].data.AverageLuminance;
            Check.Near(expected, Shown(blended).AverageLuminance, 1e-6 * expected, "light");
            now.Name = "Night";
            Check.Equal("0 1", weights(), "night");
#if PROBENORM_CORE_17
            ScenarioReader.Register();
            ProbeReferenceVolume.instance.lightingScenario = "Day";
            ProbeReferenceVolume.instance.scenarioBlendingFactor = 0.5f; // of none
            Check.Equal("1 0", weights(), "day, of the volumes");
            ProbeReferenceVolume.instance.BlendLightingScenario("Night", 0.75f);
            Check.Equal("0.25 0.75", weights(), "late, of the volumes");
            blended.followsScenarios = false;
            Check.Equal("0.25 0.75", weights(), "a script sets them");
#endif
            LightingScenarios.Read = () => default(LightingScenarios);
        }
    }
}
