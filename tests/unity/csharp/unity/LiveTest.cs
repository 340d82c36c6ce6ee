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
                return BakedProbe.From(context.ProjectCubemap(Scenes.Texels(cubemap)));
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
                Check.That(Data(one).Preset == Preset.Classic && Data(one).Bounds.y == 7, "settings of the bake stay");
                CheckRow(other, Cube(2), "the second row");
                Messages.Send(one, "OnDisable");
                Check.That(ReferenceEquals(Data(one), baked), "the bake is back");
                Messages.Send(other, "OnDisable");
                Check.Equal("0 1", LiveRows.Take() + " " + LiveRows.Take(), "free rows");
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

        private sealed class ProjectionOf
        {
            internal readonly ProjectResult Result;

            internal ProjectionOf(Cubemap cubemap)
            {
                using (var context = Scenes.CpuContext())
                    Result = context.ProjectCubemap(Scenes.Texels(cubemap));
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
