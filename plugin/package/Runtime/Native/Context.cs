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

        /// <summary>Projects one cubemap and waits for it.</summary>
        public ProjectResult ProjectCubemap(CubemapTexels cubemap, ProjectOptions options = null)
        {
            if (cubemap == null)
                throw new ArgumentNullException(nameof(cubemap));
            return Project(new[] { cubemap }, ProjectOptions.ToNative(options), null)[0];
        }

        /// <summary>Projects a latitude-longitude map, whose texels lie in one array row by row, and waits for
        /// it.</summary>
        public ProjectResult ProjectEquirect(
            Array texels, Format format, int width, int height, ProjectOptions options = null)
        {
            return ProjectEquirect(new EquirectTexels(texels, format, width, height), options);
        }

        public ProjectResult ProjectEquirect(EquirectTexels map, ProjectOptions options = null)
        {
            if (map == null)
                throw new ArgumentNullException(nameof(map));
            return ProjectEquirects(new[] { map }, options)[0];
        }

        /// <summary>Projects many maps, of any sizes and formats, and waits for them. Each has the bits that it has alone.
        /// After an error the exception has those that were finished.</summary>
        public ProjectResult[] ProjectEquirects(
            IReadOnlyList<EquirectTexels> maps, ProjectOptions options = null, CallProgress progress = null)
        {
            RequireAll(maps, nameof(maps));
            using (var pins = new Pins())
            {
                var views = maps.Select(map => map.View(pins)).ToArray();
                var first = (EquirectView*)pins.Add(AtLeastOne(views));
                return Project(views.Length, ProjectOptions.ToNative(options), progress?.words,
                    (Native.ProjectOptions* native, Native.Sh* shs, Native.ProjectInfo* infos, out uint completed) =>
                        Library.pnProjectEquirects(handle, (uint)views.Length, first, native, shs, infos, out completed));
            }
        }

        /// <summary>Starts to project cubemaps on a thread of its own. Leave the arrays alone until it is
        /// done.</summary>
        public Projection StartProjecting(IReadOnlyList<CubemapTexels> cubemaps, ProjectOptions options = null)
        {
            return new Projection(this, cubemaps, options);
        }

        /// <summary>Takes small bright lights out of a cubemap, and projects the rest. keepsTexels: return the rest as texels,
        /// too.</summary>
        public EnvironmentLights ExtractLights(CubemapTexels cubemap, LightOptions lightOptions = null,
            ProjectOptions options = null, bool keepsTexels = false)
        {
            if (cubemap == null)
                throw new ArgumentNullException(nameof(cubemap));
            return ExtractLights(new[] { cubemap }, lightOptions, options, null, keepsTexels)[0];
        }

        /// <summary>The same for a latitude-longitude map.</summary>
        public EnvironmentLights ExtractLights(EquirectTexels map, LightOptions lightOptions = null,
            ProjectOptions options = null, bool keepsTexels = false)
        {
            if (map == null)
                throw new ArgumentNullException(nameof(map));
            return ExtractLights(new[] { map }, lightOptions, options, null, keepsTexels)[0];
        }

        /// <summary>The same for many cubemaps, on all threads of the context. Each has the bits that it has alone.</summary>
        public EnvironmentLights[] ExtractLights(IReadOnlyList<CubemapTexels> cubemaps, LightOptions lightOptions = null,
            ProjectOptions options = null, CallProgress progress = null, bool keepsTexels = false)
        {
            RequireAll(cubemaps, nameof(cubemaps));
            using (var pins = new Pins())
            {
                var call = new LightsCall(cubemaps, keepsTexels, pins);
                lock (gate)
                    return call.Run(handle, lightOptions, options, progress);
            }
        }

        /// <summary>The same for many latitude-longitude maps.</summary>
        public EnvironmentLights[] ExtractLights(IReadOnlyList<EquirectTexels> maps, LightOptions lightOptions = null,
            ProjectOptions options = null, CallProgress progress = null, bool keepsTexels = false)
        {
            RequireAll(maps, nameof(maps));
            using (var pins = new Pins())
            {
                var call = new LightsCall(maps, keepsTexels, pins);
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

        /// <summary>What may be wrong with a cubemap and its mips; the gravest finding comes first.</summary>
        public unsafe EnvironmentFinding[] Check(params CubemapTexels[] mips)
        {
            using (var pins = new Pins())
            {
                var views = (CubemapView*)pins.Add(AtLeastOne(mips.Select(mip => mip.View(pins)).ToArray()));
                lock (gate)
                    return EnvironmentFinding.All((uint capacity, Finding* findings, out uint count) =>
                        Library.pnCheckEnvironment(handle, (uint)mips.Length, views, capacity, findings, out count));
            }
        }

        /// <summary>The same of an equirectangular map.</summary>
        public unsafe EnvironmentFinding[] Check(EquirectTexels map)
        {
            using (var pins = new Pins())
            {
                var view = map.View(pins);
                var at = &view;
                lock (gate)
                    return EnvironmentFinding.All((uint capacity, Finding* findings, out uint count) =>
                        Library.pnCheckEnvironment(handle, at, capacity, findings, out count));
            }
        }

        /// <summary>Fixes one mip of a cubemap by what Check finds in it.</summary>
        public unsafe FixedEnvironment Fix(CubemapTexels cubemap, FixFlags fixes)
        {
            using (var pins = new Pins())
            {
                var view = cubemap.View(pins);
                return Fix(&view, null, fixes, cubemap.TexelCount);
            }
        }

        /// <summary>The same of an equirectangular map.</summary>
        public unsafe FixedEnvironment Fix(EquirectTexels map, FixFlags fixes)
        {
            using (var pins = new Pins())
            {
                var view = map.View(pins);
                return Fix(null, &view, fixes, map.TexelCount);
            }
        }

        private unsafe FixedEnvironment Fix(CubemapView* cubemap, EquirectView* map, FixFlags fixes, long texelCount)
        {
            var texels = new float[checked(4 * texelCount)];
            var info = new FixInfo { StructSize = (uint)sizeof(FixInfo) };
            lock (gate)
                Library.Check(Library.pnFixEnvironment(
                    handle, cubemap, map, (uint)fixes, (ulong)texels.Length, texels, &info));
            return new FixedEnvironment(texels, info);
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

        internal unsafe void EncodeBc6h(EquirectView view, Bc6hEffort effort, bool isSigned, byte[] blocks)
        {
            lock (gate)
                Library.Check(Library.pnEncodeBc6h(handle, &view, effort, isSigned ? 1u : 0u, (ulong)blocks.Length, blocks));
        }

        internal ProjectResult[] Project(CubemapTexels[] cubemaps, Native.ProjectOptions options, ProgressWords progress)
        {
            using (var pins = new Pins())
            {
                var views = cubemaps.Select(cubemap => cubemap.View(pins)).ToArray();
                var first = (CubemapView*)pins.Add(AtLeastOne(views));
                return Project(views.Length, options, progress,
                    (Native.ProjectOptions* native, Native.Sh* shs, Native.ProjectInfo* infos, out uint completed) =>
                        Library.pnProjectCubemaps(handle, (uint)views.Length, first, native, shs, infos, out completed));
            }
        }

        private delegate Result ProjectMany(
            Native.ProjectOptions* options, Native.Sh* shs, Native.ProjectInfo* infos, out uint completed);

        private ProjectResult[] Project(int count, Native.ProjectOptions options, ProgressWords progress, ProjectMany run)
        {
            var shs = AtLeastOne(new Native.Sh[count]);
            var infos = AtLeastOne(new Native.ProjectInfo[count]);
            infos[0].StructSize = (uint)sizeof(Native.ProjectInfo);
            options.Progress = progress != null ? progress.Words : null;
            uint completed;
            Result result;
            fixed (Native.Sh* firstSh = shs)
            fixed (Native.ProjectInfo* firstInfo = infos)
                lock (gate)
                    result = run(&options, firstSh, firstInfo, out completed);
            GC.KeepAlive(progress);
            var finished = new ProjectResult[completed];
            for (var i = 0; i < finished.Length; ++i)
                finished[i] = new ProjectResult(ref shs[i], ref infos[i]);
            if (result != Result.Success)
                throw new ProbeNormException(result, Library.LastError(), finished);
            return finished;
        }

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
