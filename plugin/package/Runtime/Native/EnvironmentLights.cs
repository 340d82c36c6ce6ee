using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>What counts as a light.</summary>
    public sealed class LightOptions
    {
        /// <summary>1 to 16; 0 is 16.</summary>
        public int MaxLights { get; set; }
        /// <summary>The least share of the sky's irradiance that makes a light; 0 is 0.01.</summary>
        public float MinShare { get; set; }
        /// <summary>The largest radius of a light, in radians; larger ones, such as windows, stay. 0 is 7.5 degrees.</summary>
        public float MaxAngularRadius { get; set; }

        internal static unsafe Native.LightOptions ToNative(LightOptions options)
        {
            options = options ?? new LightOptions();
            return new Native.LightOptions
            {
                StructSize = (uint)sizeof(Native.LightOptions),
                MaxLights = checked((uint)options.MaxLights),
                MinShare = options.MinShare,
                MaxAngularRadius = options.MaxAngularRadius,
            };
        }
    }

    /// <summary>A small bright light of an environment, as a disc at infinity.</summary>
    public sealed class EnvironmentLight
    {
        /// <summary>x y z towards the light, in the environment's own axes.</summary>
        public float[] Direction { get; internal set; }
        /// <summary>r g b on a surface that faces it: the texels' unit times steradian. Unity's built-in and universal
        /// pipelines want this divided by pi, HDRP wants it as lux.</summary>
        public float[] Irradiance { get; internal set; }
        /// <summary>Radiance of its brightest texel.</summary>
        public float[] Peak { get; internal set; }
        /// <summary>Radians.</summary>
        public float AngularRadius { get; internal set; }
        public int TexelCount { get; internal set; }
    }

    /// <summary>Lights, the strongest first, and the environment without them.</summary>
    public sealed class EnvironmentLights
    {
        public IReadOnlyList<EnvironmentLight> Lights { get; }
        /// <summary>Coefficients of the residual.</summary>
        public Sh Residual { get; }
        /// <summary>The residual as r g b 1 of each texel, face by face and row by row; empty unless it was asked
        /// for.</summary>
        public float[] ResidualTexels { get; }
        /// <summary>The least luminance of the texels that were searched; 0 if none was bright enough.</summary>
        public float Threshold { get; }

        internal unsafe EnvironmentLights(ref Native.Lights lights, ref Native.Sh residual, float[] residualTexels)
        {
            var found = new List<EnvironmentLight>();
            fixed (uint* words = lights.Light)
                for (var i = 0; i < lights.Count; ++i)
                    found.Add(Read((Native.Light*)words + i));
            Lights = found;
            Residual = new Sh(ref residual);
            ResidualTexels = residualTexels;
            Threshold = lights.Threshold;
        }

        private static unsafe EnvironmentLight Read(Native.Light* light)
        {
            return new EnvironmentLight
            {
                Direction = new[] { light->Direction[0], light->Direction[1], light->Direction[2] },
                Irradiance = new[] { light->Irradiance[0], light->Irradiance[1], light->Irradiance[2] },
                Peak = new[] { light->Peak[0], light->Peak[1], light->Peak[2] },
                AngularRadius = light->AngularRadius,
                TexelCount = (int)light->TexelCount,
            };
        }
    }

    /// <summary>The arguments of one pnExtractLights.</summary>
    internal sealed unsafe class LightsCall
    {
        private readonly LightItem[] items;
        private readonly float[][] rest;
        private readonly int count;

        internal LightsCall(IReadOnlyList<EnvironmentTexels> environments, bool keepsTexels, Pins pins)
        {
            count = environments.Count;
            items = new LightItem[Math.Max(1, count)]; // so that fixed gives an address
            rest = environments.Select(each => new float[checked(keepsTexels ? 4 * each.TexelCount : 0)]).ToArray();
            var views = (EnvironmentView*)pins.Add(environments.Select(each => each.View(pins)).ToArray());
            for (var i = 0; i < count; ++i)
                items[i] = new LightItem
                {
                    StructSize = (uint)sizeof(LightItem),
                    Environment = views + i,
                    ResidualFloats = (ulong)rest[i].Length,
                    Residual = keepsTexels ? (float*)pins.Add(rest[i]) : null,
                };
        }

        internal EnvironmentLights[] Run(ContextHandle context, LightOptions lightOptions, ProjectOptions options,
            CallProgress progress)
        {
            var lights = new Native.Lights[items.Length];
            var shs = new Native.Sh[items.Length];
            lights[0].StructSize = (uint)sizeof(Native.Lights);
            var native = ProjectOptions.ToNative(options, progress?.words);
            var nativeLights = LightOptions.ToNative(lightOptions);
            uint completed;
            fixed (LightItem* firstItem = items)
            fixed (Native.Lights* firstLights = lights)
            fixed (Native.Sh* firstSh = shs)
                Library.Check(Library.pnExtractLights(
                    context, (uint)count, firstItem, &native, &nativeLights, firstLights, firstSh, out completed));
            GC.KeepAlive(progress);
            return Enumerable.Range(0, (int)completed)
                .Select(i => new EnvironmentLights(ref lights[i], ref shs[i], rest[i])).ToArray();
        }
    }
}
