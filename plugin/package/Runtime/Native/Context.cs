using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>A device, or the CPU, that runs the calls. Any thread may use it; calls take turns. Dispose it.</summary>
    public sealed unsafe class Context : IDisposable
    {
        private readonly object gate = new object(); // the library allows one thread at a time
        private readonly ContextHandle handle;

        public Context(ContextOptions options = null)
        {
            LibraryInfo.Require();
            options = options ?? new ContextOptions();
            var desc = new ContextDesc
            {
                StructSize = (uint)sizeof(ContextDesc),
                Backend = options.Backend,
                DeviceIndex = checked((uint)options.DeviceIndex),
                ThreadCount = checked((uint)options.ThreadCount),
                TimeoutMs = checked((uint)options.TimeoutMs),
                ChunkBytes = checked((ulong)options.ChunkBytes),
                Flags = (options.KeepLog ? ContextFlags.KeepLog : 0) |
                        (options.Validation ? ContextFlags.Validation : 0),
            };
            Library.Check(Library.pnCreateContext(&desc, out handle));
            ReadInfo();
        }

        /// <summary>Cpu or Vulkan.</summary>
        public Backend Backend { get; private set; }
        /// <summary>"AVX2", or the device's name.</summary>
        public string Name { get; private set; }
        /// <summary>Whether the device gives the CPU backend's bits.</summary>
        public bool IsReproducible { get; private set; }
        public int ThreadCount { get; private set; }

        /// <summary>Projects a cubemap or an equirectangular map, and waits for it.</summary>
        public ProjectResult ProjectEnvironment(EnvironmentTexels environment, ProjectOptions options = null)
        {
            if (environment == null)
                throw new ArgumentNullException(nameof(environment));
            return Project(new[] { environment }, ProjectOptions.ToNative(options), null)[0];
        }

        /// <summary>Projects many cubemaps and maps, of any sizes and formats, and waits for them. Each has the bits that it has
        /// alone. After an error the exception has those that were finished.</summary>
        public ProjectResult[] ProjectEnvironments(
            IReadOnlyList<EnvironmentTexels> environments, ProjectOptions options = null, CallProgress progress = null)
        {
            RequireAll(environments, nameof(environments));
            var results = Project(environments, ProjectOptions.ToNative(options), progress?.words);
            GC.KeepAlive(progress);
            return results;
        }

        /// <summary>Starts to project cubemaps and maps on a thread of its own. Leave the arrays alone until it is
        /// done.</summary>
        public Projection StartProjecting(IReadOnlyList<EnvironmentTexels> environments, ProjectOptions options = null)
        {
            return new Projection(this, environments, options);
        }

        /// <summary>Takes small bright lights out of a cubemap or a map, and projects the rest. keepsTexels: return the rest as
        /// texels, too.</summary>
        public EnvironmentLights ExtractLights(EnvironmentTexels environment, LightOptions lightOptions = null,
            ProjectOptions options = null, bool keepsTexels = false)
        {
            if (environment == null)
                throw new ArgumentNullException(nameof(environment));
            return ExtractLights(new[] { environment }, lightOptions, options, null, keepsTexels)[0];
        }

        /// <summary>The same for many cubemaps and maps, on all threads of the context. Each has the bits that it has
        /// alone.</summary>
        public EnvironmentLights[] ExtractLights(IReadOnlyList<EnvironmentTexels> environments,
            LightOptions lightOptions = null, ProjectOptions options = null, CallProgress progress = null,
            bool keepsTexels = false)
        {
            RequireAll(environments, nameof(environments));
            using (var pins = new Pins())
            {
                var call = new LightsCall(environments, keepsTexels, pins);
                lock (gate)
                    return call.Run(handle, lightOptions, options, progress);
            }
        }

        /// <summary>Divides a cubemap, mip by mip, by light, or by its own where that is null; waits for it.</summary>
        public NormalizedCubemap NormalizeCubemap(
            IReadOnlyList<CubemapTexels> mips, Normalization normalization = null, Sh light = null,
            ProjectOptions options = null)
        {
            return NormalizeCubemaps(new[] { new CubemapMips(mips, light) }, normalization, options)[0];
        }

        /// <summary>Divides many cubemaps, of any sizes and formats, and waits for them. Each has the bits that it has alone.
        /// After an error the exception has those that were finished.</summary>
        public NormalizedCubemap[] NormalizeCubemaps(IReadOnlyList<CubemapMips> cubemaps,
            Normalization normalization = null, ProjectOptions options = null, CallProgress progress = null)
        {
            RequireAll(cubemaps, nameof(cubemaps));
            using (var pins = new Pins())
            {
                var buffers = cubemaps.Select(cubemap => new NormalizeBuffers(cubemap, pins)).ToArray();
                var items = AtLeastOne(buffers.Select(each => each.Item).ToArray());
                var shs = new Native.Sh[items.Length];
                var infos = new NormalizeInfo[items.Length];
                infos[0].StructSize = (uint)sizeof(NormalizeInfo);
                var nativeNormalization = Normalization.ToNative(normalization);
                var native = ProjectOptions.ToNative(options, progress?.words);
                uint completed;
                Result result;
                fixed (NormalizeItem* firstItem = items)
                fixed (Native.Sh* firstSh = shs)
                fixed (NormalizeInfo* firstInfo = infos)
                    lock (gate)
                        result = Library.pnNormalizeCubemaps(handle, (uint)buffers.Length, firstItem,
                            &nativeNormalization, &native, firstSh, null, firstInfo, out completed);
                GC.KeepAlive(progress);
                var finished = buffers.Take((int)completed)
                    .Select((each, i) => each.Result(ref shs[i], ref infos[i])).ToArray();
                if (result != Result.Success)
                    throw new ProbeNormException(result, Library.LastError(), null, finished);
                return finished;
            }
        }

        /// <summary>Makes the mips of a cubemap for surfaces of rising roughness, and waits for it. NaN counts as 0, infinity as
        /// 65504. prefilter may be null, which means all defaults. options.Negative and options.MaxRadiance apply to the
        /// cubemap's texels.</summary>
        public PrefilteredCubemap PrefilterCubemap(
            CubemapTexels cubemap, Prefilter prefilter = null, ProjectOptions options = null)
        {
            if (cubemap == null)
                throw new ArgumentNullException(nameof(cubemap));
            return PrefilterCubemaps(new[] { cubemap }, prefilter, options)[0];
        }

        /// <summary>The same for many cubemaps, of any sizes and formats. Each has the bits that it has alone. Those whose chains
        /// down to one texel differ in length need prefilter.MipCount. After an error the exception has those that were
        /// finished.</summary>
        public PrefilteredCubemap[] PrefilterCubemaps(IReadOnlyList<CubemapTexels> cubemaps, Prefilter prefilter = null,
            ProjectOptions options = null, CallProgress progress = null)
        {
            RequireAll(cubemaps, nameof(cubemaps));
            using (var pins = new Pins())
            {
                var call = new PrefilterCall(cubemaps, prefilter, pins);
                lock (gate)
                    return call.Run(handle, options, progress);
            }
        }

        /// <summary>What may be wrong with a cubemap and its mips, each half the size of the one before, or with a map; the
        /// gravest finding comes first.</summary>
        public EnvironmentFinding[] CheckEnvironment(params EnvironmentTexels[] mips)
        {
            RequireAll(mips, nameof(mips));
            using (var pins = new Pins())
            {
                var views = Views(mips, pins);
                lock (gate)
                    return EnvironmentFinding.All((uint capacity, Finding* findings, out uint count) =>
                        Library.pnCheckEnvironment(handle, (uint)mips.Length, views, capacity, findings, out count));
            }
        }

        /// <summary>Fixes what CheckEnvironment finds in a map, or in one mip of a cubemap.</summary>
        public FixedEnvironment FixEnvironment(EnvironmentTexels environment, FixFlags fixes)
        {
            if (environment == null)
                throw new ArgumentNullException(nameof(environment));
            var texels = new float[checked(4 * environment.TexelCount)];
            var info = new FixInfo { StructSize = (uint)sizeof(FixInfo) };
            using (var pins = new Pins())
            {
                var view = environment.View(pins);
                lock (gate)
                    Library.Check(Library.pnFixEnvironment(
                        handle, &view, (uint)fixes, (ulong)texels.Length, texels, &info));
            }
            return new FixedEnvironment(texels, info);
        }

        /// <summary>Blocks of BC6H, as Unity's TextureFormat.BC6H has them. isSigned: negative channels are kept.</summary>
        public byte[] EncodeBc6h(PictureTexels picture, Bc6hEffort effort = Bc6hEffort.High, bool isSigned = false)
        {
            if (picture == null)
                throw new ArgumentNullException(nameof(picture));
            var blocks = new byte[16 * ((picture.Width + 3) / 4) * ((picture.Height + 3) / 4)];
            using (var pins = new Pins())
            {
                var view = picture.View(pins);
                lock (gate)
                    Library.Check(Library.pnEncodeBc6h(
                        handle, &view, effort, isSigned ? 1u : 0u, (ulong)blocks.Length, blocks));
            }
            return blocks;
        }

        /// <summary>Takes the oldest message of a context with KeepLog. Any thread may call it at any time.</summary>
        public bool TakeLogMessage(out LogEntry entry)
        {
            var message = new LogMessage { StructSize = (uint)sizeof(LogMessage) };
            Library.Check(Library.pnTakeLogMessage(handle, &message));
            entry = new LogEntry
            {
                Number = (long)message.Number,
                Level = message.Level,
                Text = Utf8.Read(message.Text, 1008),
            };
            return message.Number != 0;
        }

        /// <summary>Frees the context as soon as no call is in progress.</summary>
        public void Dispose() => handle.Dispose();

        internal ProjectResult[] Project(
            IReadOnlyList<EnvironmentTexels> environments, Native.ProjectOptions options, ProgressWords progress)
        {
            var count = environments.Count;
            var shs = AtLeastOne(new Native.Sh[count]);
            var infos = AtLeastOne(new Native.ProjectInfo[count]);
            infos[0].StructSize = (uint)sizeof(Native.ProjectInfo);
            options.Progress = progress != null ? progress.Words : null;
            uint completed;
            Result result;
            using (var pins = new Pins())
            {
                var views = Views(environments, pins);
                fixed (Native.Sh* firstSh = shs)
                fixed (Native.ProjectInfo* firstInfo = infos)
                    lock (gate)
                        result = Library.pnProjectEnvironments(
                            handle, (uint)count, views, &options, firstSh, firstInfo, out completed);
            }
            GC.KeepAlive(progress);
            var finished = new ProjectResult[completed];
            for (var i = 0; i < finished.Length; ++i)
                finished[i] = new ProjectResult(ref shs[i], ref infos[i]);
            if (result != Result.Success)
                throw new ProbeNormException(result, Library.LastError(), finished);
            return finished;
        }

        private static EnvironmentView* Views(IEnumerable<EnvironmentTexels> environments, Pins pins) =>
            (EnvironmentView*)pins.Add(AtLeastOne(environments.Select(each => each.View(pins)).ToArray()));

        private static void RequireAll<T>(IReadOnlyList<T> environments, string name) where T : class
        {
            if (environments == null || environments.Any(each => each == null))
                throw new ArgumentException("must be there, and must not hold null", name);
        }

        // So that fixed gives an address.
        private static T[] AtLeastOne<T>(T[] items) => items.Length > 0 ? items : new T[1];

        private void ReadInfo()
        {
            var info = new ContextInfo { StructSize = (uint)sizeof(ContextInfo) };
            Library.Check(Library.pnGetContextInfo(handle, &info));
            Backend = info.Backend;
            Name = Utf8.Read(info.Name, 256);
            IsReproducible = info.IsReproducible != 0;
            ThreadCount = (int)info.ThreadCount;
        }
    }
}
