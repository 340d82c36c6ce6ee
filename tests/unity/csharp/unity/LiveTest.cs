using System;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>The component that follows a probe's texture, with its kernels on a device. Expected light is the CPU's.</summary>
    public static class LiveTest
    {
        private const BindingFlags hidden = BindingFlags.Instance | BindingFlags.NonPublic;

        internal static LiveProbe Add(Texture texture, bool oneFacePerFrame = false, ProbeData baked = null)
        {
            var probe = Scenes.AddProbe("Live", texture);
            probe.gameObject.AddComponent<NormalizedProbe>().Data = baked;
            var live = probe.gameObject.AddComponent<LiveProbe>();
            typeof(LiveProbe).GetField("oneFacePerFrame", hidden).SetValue(live, oneFacePerFrame);
            return live;
        }

        internal static ProbeData Data(LiveProbe live) => live.GetComponent<NormalizedProbe>().Data;
        private static void Show(LiveProbe live, Texture texture) => live.GetComponent<ReflectionProbe>().texture = texture;

        private static void Update(LiveProbe live)
        {
            ++Time.frameCount;
            Messages.Send(live, "LateUpdate");
        }

        private static void UpdateUntilBaked(LiveProbe live)
        {
            for (var frame = 0; frame < 200 && !Data(live).IsBaked; ++frame)
                Update(live);
            Check.That(Data(live).IsBaked, "it is followed: " + string.Join("; ", Debug.lines));
        }

        private static BakedProbe Expected(Cubemap cubemap)
        {
            using (var context = Scenes.CpuContext())
                return BakedProbe.From(context.ProjectEnvironment(Scenes.Texels(cubemap)));
        }

        // The row on the device, against the library's light in Unity's form.
        internal static void CheckRow(LiveProbe live, Cubemap cubemap, string what, float scale = 1)
        {
            var data = ScriptableObject.CreateInstance<ProbeData>();
            data.Set(Expected(cubemap), new Vector3());
            var row = LiveRows.Texture.Read().Skip(4 * LiveRows.VectorCount * Data(live).LiveRow).Take(29).ToArray();
            var expected = data.ShaderVectors.SelectMany(v => new[] { v.x, v.y, v.z, v.w }).ToArray();
            for (var i = 0; i < 27; ++i)
                Check.That(Math.Abs(row[i] - scale * expected[i]) <= 2e-6 * scale * data.AverageLuminance,
                    what + ": number " + i + " is " + row[i] + ", expected " + scale * expected[i]);
            Check.That(Math.Abs(row[28] - scale * data.Floor) <= 1e-6 * scale * data.Floor, what + ": floor " + row[28]);
        }

        internal static void CheckLate(LiveProbe live, Cubemap cubemap) =>
            Check.SameBits(UnityLight.ToFloats(Expected(cubemap).Light), UnityLight.ToFloats(Data(live).Light), "late light");

        private static Cubemap Cube(int seed) => Scenes.HalfCubemap(seed);

        // One bright face, whose light needs a window against ringing.
        private static Cubemap Sun()
        {
            var cubemap = Cube(0);
            for (var face = 1; face < 6; ++face)
                for (var i = 0; i < cubemap.faceBytes[face].Length; i += 2)
                    cubemap.faceBytes[face][i + 1] = 0x20; // halves near 0.01
            return cubemap;
        }

        public static void LightStaysOnTheDeviceAndIsThereInTheSameFrame()
        {
            Scenes.Clear();
            using (new LiveDevice())
            {
                Cubemap first = Cube(3), second = Cube(4);
                var live = Add(first);
                UpdateUntilBaked(live);
                Check.Equal(LiveRoute.Compute, live.Route, "route");
                CheckRow(live, first, "first");
                CheckLate(live, first);
                foreach (var next in new[] { second, Sun(), Cube(5) })
                {
                    Show(live, next);
                    Messages.Send(live, "LateUpdate"); // and no frame goes by, in which a read-back could end
                    CheckRow(live, next, "in the frame");
                    CheckLate(live, first);
                }
                var table = new ProbeTable();
                table.Add(Data(live), new Vector3());
                Check.Equal(Data(live).LiveRow + 1f, table.Probes[ProbeTable.VectorCount - 2].w, "the table's number of the row");
                Check.Equal<Texture>(LiveRows.Texture, Shader.globalTextures[Shader.PropertyToID("_ProbeNormLive")], "global texture");
                for (var frame = 0; frame < 60; ++frame)
                    Update(live);
                CheckLate(live, Cube(5));
                Check.That(Expected(Sun()).WindowWidth < 0.99f, "one of them needs a window: " + Expected(Sun()).WindowWidth);
                Check.Equal("", string.Join("; ", Debug.lines), "warnings");
            }
        }

        public static void SizesAndDecodingsAreFollowed()
        {
            Scenes.Clear();
            using (new LiveDevice())
            {
                var cubemap = Cube(6);
                var live = Add(cubemap);
                live.GetComponent<ReflectionProbe>().decodeOfTexture = new Vector4(4, 1, 0, 0);
                UpdateUntilBaked(live);
                CheckRow(live, cubemap, "four times the light", 4);
                live.GetComponent<ReflectionProbe>().decodeOfTexture = new Vector4(1, 1, 0, 0);
                live.GetComponent<ReflectionProbe>().intensity = 3; // which is no light of the texture's
                for (var frame = 0; frame < 60; ++frame)
                    Update(live);
                CheckRow(live, cubemap, "with the probe's intensity");
            }
        }

        // Intensity is divided out of the decode values, which leaves roundings.
        public static void AFadingIntensityDoesNotStartAgain()
        {
            Scenes.Clear();
            using (new LiveDevice())
            {
                var live = Add(Cube(6));
                var probe = live.GetComponent<ReflectionProbe>();
                probe.decodeOfTexture = new Vector4(4.1f, 1, 0, 0);
                UpdateUntilBaked(live);
                var source = SourceOf(live);
                var light = LiveRows.Texture.Read();
                foreach (var intensity in Enumerable.Range(0, 20).Select(i => 0.97f - 0.05f * i).Concat(new[] { 0f, 1e-3f }))
                {
                    probe.intensity = intensity;
                    probe.decodeOfTexture.x = 4.1f + 1e-6f * intensity; // two steps of a float
                    Update(live);
                }
                Check.That(ReferenceEquals(source, SourceOf(live)), "the same source");
                Check.SameBits(light, LiveRows.Texture.Read(), "light");
                probe.decodeOfTexture = new Vector4(4.2f, 1, 0, 0);
                Update(live);
                Check.That(!ReferenceEquals(source, SourceOf(live)), "another texture's decode values");
            }
        }

        private static object SourceOf(LiveProbe live) => typeof(LiveProbe).GetField("source", hidden).GetValue(live);

        public static void WhatWasBakedComesBackForAll()
        {
            Scenes.Clear();
            using (new LiveDevice())
            {
                var baked = ScriptableObject.CreateInstance<ProbeData>();
                baked.Set(Expected(Cube(7)), new Vector3());
                foreach (var data in new[] { baked, null })
                {
                    var live = Add(Cube(1), false, data);
                    var renderer = new GameObject("Floor").AddComponent<Renderer>();
                    var receiver = renderer.gameObject.AddComponent<NormalizedRenderer>();
                    receiver.Probe = live.GetComponent<NormalizedProbe>();
                    typeof(LiveProbe).GetField("receivers", hidden).SetValue(live, new[] { null, receiver });
                    UpdateUntilBaked(live);
                    var hdrp = live.gameObject.AddComponent<HDAdditionalReflectionData>();
                    Check.Equal("", HdrpNormalization.Write(live.GetComponent<ReflectionProbe>(), Data(live)), "HDRP");
                    Messages.Send(live, "OnDisable");
                    var block = new MaterialPropertyBlock();
                    renderer.GetPropertyBlock(block);
                    var floor = block.GetVector(Shader.PropertyToID("_ProbeNormFloor"));
                    Check.Equal(data == null ? 0f : data.Floor, floor.x, "the receiver's floor");
                    var up = new float[] { 0, 1, 0 };
                    var light = data == null ? new float[3] : UnityLight.FromSphericalHarmonicsL2(data.Light).EvaluateIrradiance(up);
                    var luminance = 0.2126729f * light[0] + 0.7151522f * light[1] + 0.0721750f * light[2];
                    Check.Near(luminance, hdrp.Divisor(new Vector3(0, 1, 0), true), 1e-5 * luminance, "HDRP's divisor");
                }
            }
        }

        public static void ATestThatNobodyWaitsForEnds()
        {
            using (new LiveDevice())
            {
                ComputeSelfTest.tests.Clear();
                var one = new ComputeProjection(Scenes.Texels(Cube(1)));
                var other = new ComputeProjection(Scenes.Texels(Cube(1)));
                one.Dispose();
                one.Dispose();
                Check.Equal(1, ComputeSelfTest.tests.Count, "the other one waits");
                other.Dispose();
                Check.Equal("0 0", ComputeSelfTest.tests.Count + " " + ComputeBuffer.liveCount, "tests and buffers");
                using (var again = new ComputeProjection(Scenes.Texels(Cube(1))))
                    Check.That(again.Wait().Info.IsReproducible, "it runs again");
            }
        }

        public static void OneFacePerFrameEndsWithTheSixth()
        {
            Scenes.Clear();
            using (new LiveDevice())
            {
                Cubemap first = Cube(1), second = Cube(2);
                var live = Add(first, true);
                UpdateUntilBaked(live);
                ComputeShader.dispatched.Clear();
                for (var frame = 0; frame < 12 && !ComputeShader.dispatched.Contains("LiveRow"); ++frame)
                    Update(live);
                Show(live, second);
                for (var face = 0; face < 6; ++face)
                {
                    CheckRow(live, first, "before the sixth face");
                    ComputeShader.dispatched.Clear();
                    Update(live);
                    var dispatched = string.Join(" ", ComputeShader.dispatched);
                    Check.Equal("CubeFace ShProjectRgba16f" + (face < 5 ? "" : " ShFinalize1 Denominator LiveRow"), dispatched,
                        "kernels of face " + face);
                }
                CheckRow(live, second, "after it");
            }
        }

        public static void EachProbeHasARowAndGivesItBack()
        {
            Scenes.Clear();
            using (new LiveDevice())
            {
                var baked = ScriptableObject.CreateInstance<ProbeData>();
                baked.Set(BakedProbe.From(new ProjectionOf(Cube(7)).Result, new Normalization { preset = Preset.Classic }), new Vector3());
                LiveProbe one = Add(Cube(1), false, baked), other = Add(Cube(2));
                UpdateUntilBaked(one);
                UpdateUntilBaked(other);
                Check.Equal("0 1", Data(one).LiveRow + " " + Data(other).LiveRow, "rows");
                var rows = LiveRows.Texture;
                Check.That(Data(one).Preset == Preset.Classic && Data(one).Bounds.y == 7, "settings of the bake stay");
                CheckRow(other, Cube(2), "the second row");
                Messages.Send(one, "OnDisable");
                Check.That(ReferenceEquals(Data(one), baked), "the bake is back");
                Check.That(rows == LiveRows.Texture && rows.HasHandle, "the texture of the second one");
                Messages.Send(other, "OnDisable");
                Check.That(LiveRows.Texture == null && rows == null && !rows.HasHandle, "the texture is gone");
                Check.Equal("0 1", LiveRows.Take() + " " + LiveRows.Take(), "free rows");
                Check.That(LiveRows.Texture.HasHandle, "another texture is there before a kernel writes it");
                LiveRows.Release(0);
                LiveRows.Release(1);
                Check.Equal("0 0", ComputeBuffer.liveCount + " " + GraphicsBuffer.all.Count, "buffers");
            }
        }

        private static string Warnings() => string.Join("\n", Debug.lines.Where(line => line.StartsWith("warning: ")));

        private static void CheckFallsBack(LiveRoute expected, string reason)
        {
            Scenes.Clear();
            var cubemap = Cube(9);
            var live = Add(cubemap);
            Update(live); // which begins the self-tests
            AsyncGPUReadback.fails = false;
            for (var frame = 0; frame < (expected == LiveRoute.None ? 60 : 5000) && !Data(live).IsBaked; ++frame)
            {
                Update(live);
                System.Threading.Thread.Sleep(1); // a thread projects
            }
            Check.Equal(expected, live.Route, reason);
            Check.That(Warnings().Contains(reason), Warnings());
            Check.Equal(1, Debug.lines.Count, "messages");
            Check.Equal(-1, Data(live).LiveRow, "row");
            if (expected == LiveRoute.ReadBack)
                CheckLate(live, cubemap);
            else
                Check.That(!Data(live).IsBaked, "nothing is made up");
            Messages.Send(live, "OnDisable");
        }

        public static void WhatADeviceCannotDoIsSaidOnce()
        {
            SystemInfo.supportsComputeShaders = false;
            CheckFallsBack(LiveRoute.ReadBack, "Live: a live probe's light is some frames late, since texels are read back: " +
                "this device's kernels write no textures");
            SystemInfo.supportsAsyncGPUReadback = false;
            CheckFallsBack(LiveRoute.None, "Live: a live probe is not normalized: this device's kernels");
            SystemInfo.supportsComputeShaders = true;
            CheckFallsBack(LiveRoute.None, "no asynchronous readback");
            SystemInfo.supportsAsyncGPUReadback = true;
            SystemInfo.graphicsDeviceType = GraphicsDeviceType.OpenGLES3;
            CheckFallsBack(LiveRoute.ReadBack, "shaders of OpenGL ES read no live light");
            SystemInfo.graphicsDeviceType = GraphicsDeviceType.Vulkan;
        }

        public static void KernelsThatFailTheirSelfTestAreNotUsed()
        {
            foreach (var kernel in new[] { "ShProjectRgba16f", "Denominator" })
                using (new LiveDevice())
                {
                    ComputeSelfTest.tests.Clear();
                    ComputeShader.broken = kernel;
                    CheckFallsBack(LiveRoute.ReadBack, "this device's compute shaders fail their self-test");
                    ComputeShader.broken = "";
                    ComputeSelfTest.tests.Clear();
                }
        }

        public static void SelfTestsThatCannotBeReadBackAreNoProof()
        {
            ComputeSelfTest.tests.Clear();
            foreach (var fails in new[] { true, false }) // it is decided once
                using (new LiveDevice())
                {
                    AsyncGPUReadback.fails = fails;
                    CheckFallsBack(LiveRoute.ReadBack, "this device could not read back the self-test of its compute shaders");
                    Check.Equal("0 0", ComputeBuffer.liveCount + " " + GraphicsBuffer.all.Count, "buffers");
                }
            ComputeSelfTest.tests.Clear();
        }

        // The first is of the projection, the second of the row, the third of the self-test alone.
        public static void KernelsThatADeviceCannotCompileAreNotUsed()
        {
            foreach (var kernel in new[] { "CubeFace", "LiveRow", "NormalizeRgbRgba16f" })
                using (new LiveDevice())
                {
                    ComputeSelfTest.tests.Clear();
                    ComputeShader.unsupported = kernel;
                    CheckFallsBack(LiveRoute.ReadBack, "texels are read back: the compute shader " +
                        (kernel.StartsWith("Normalize") ? "Compute/" : "Live/") + kernel + " does not run on this device");
                    ComputeShader.unsupported = "";
                    Check.Equal("0 0", ComputeBuffer.liveCount + " " + GraphicsBuffer.all.Count, kernel + ": buffers");
                    ComputeSelfTest.tests.Clear();
                }
        }

        private sealed class ProjectionOf
        {
            internal readonly ProjectResult Result;

            internal ProjectionOf(Cubemap cubemap)
            {
                using (var context = Scenes.CpuContext())
                    Result = context.ProjectEnvironment(Scenes.Texels(cubemap));
            }
        }

        internal sealed class LiveDevice : IDisposable
        {
            private readonly ShaderDevice device = new ShaderDevice();

            public void Dispose()
            {
                foreach (var live in UnityEngine.Object.FindObjectsOfType<LiveProbe>())
                    Messages.Send(live, "OnDisable");
                foreach (var texture in UnityEngine.Object.FindObjectsOfType<Texture>())
                    texture.FreeHandle();
                device.Dispose();
            }
        }
    }
}
