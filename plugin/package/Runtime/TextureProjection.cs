using System;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Projects a Cubemap or a RenderTexture on any graphics API: it reads the texels back and projects them on a
    /// thread of its own, or by compute shaders. Yield the object or poll IsDone, and dispose it.</summary>
    public sealed class TextureProjection : CustomYieldInstruction, IDisposable
    {
        private readonly Context context;
        private readonly ProjectOptions options;
        private readonly CubemapReading reading;
        private Projection projection; // null until the texels are there
        private ComputeProjection computed; // the same where there is no context

        /// <summary>context: null projects by compute shaders (ComputeProjection), which needs no native library.
        /// hdrDecode: ReflectionProbe.textureHDRDecodeValues; null for a texture that holds radiance.</summary>
        public TextureProjection(
            Context context, Texture cubemap, Vector4? hdrDecode = null, int mip = 0, ProjectOptions options = null)
        {
            if (context == null && ComputeProjection.UnavailableReason.Length > 0)
                throw new InvalidOperationException(ComputeProjection.UnavailableReason);
            this.context = context;
            this.options = options;
            reading = new CubemapReading(cubemap, hdrDecode ?? HdrDecode.Neutral, mip);
        }

        /// <summary>Projects the probe's texture as it was baked or last rendered.</summary>
        public static TextureProjection OfProbe(Context context, ReflectionProbe probe, ProjectOptions options = null)
        {
            if (probe == null)
                throw new ArgumentNullException(nameof(probe));
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null)
                throw new InvalidOperationException(probe.name + " has no texture; bake it, or let it render");
            return new TextureProjection(context, captured.Texture, captured.HdrDecode, 0, options);
        }

        public CubemapRoute Route => reading.Route;

        /// <summary>Called once with the texels; what it returns is projected.</summary>
        internal Func<CubemapTexels, CubemapTexels> Prepare { get; set; } = texels => texels;

        public bool IsDone
        {
            get
            {
                if (!HasBegun && reading.IsDone && reading.Error == null)
                    Begin();
                return reading.Error != null || HasBegun && (computed != null ? computed.IsDone : projection.IsDone);
            }
        }

        public override bool keepWaiting => !IsDone;

        /// <summary>Which self-test of compute shaders this device has failed; "": none.</summary>
        internal string SelfTestProblem => computed?.SelfTestProblem ?? "";

        /// <summary>Compute shaders run to their end.</summary>
        public void Cancel() => projection?.Cancel();

        /// <summary>The result of a projection that is done. Throws an exception if it failed.</summary>
        public ProjectResult GetResult()
        {
            if (!IsDone)
                throw new InvalidOperationException("the projection is not done");
            if (reading.Error != null)
                throw new InvalidOperationException(reading.Error);
            return WaitForBegun();
        }

        /// <summary>Waits for the device and the thread. Use it in an editor or in batch mode, not in a game's frame.</summary>
        public ProjectResult Wait()
        {
            reading.Wait();
            return IsDone ? GetResult() : WaitForBegun();
        }

        public void Dispose()
        {
            projection?.Dispose();
            computed?.Dispose();
            reading.Dispose();
        }

        private bool HasBegun => projection != null || computed != null;

        private void Begin()
        {
            var texels = Prepare(reading.Texels);
            if (context == null)
                computed = new ComputeProjection(texels, options);
            else
                projection = context.StartProjecting(new[] { texels }, options);
        }

        private ProjectResult WaitForBegun() => computed != null ? computed.Wait() : projection.Wait()[0];
    }
}
