using System;
using System.Collections.Generic;
using ProbeNorm.Native;

namespace ProbeNorm
{
    public sealed class ContextOptions
    {
        public Backend Backend { get; set; }
        /// <summary>For Backend.Vulkan: Device.Index.</summary>
        public int DeviceIndex { get; set; }
        /// <summary>CPU threads of one call; 0 is one for each processor.</summary>
        public int ThreadCount { get; set; }
        /// <summary>How long to wait for the device; 0 is the library's choice.</summary>
        public int TimeoutMs { get; set; }
        /// <summary>Keep the last messages for Context.TakeLogMessage.</summary>
        public bool KeepLog { get; set; }
        /// <summary>Load Vulkan's validation layer, and log what it says.</summary>
        public bool Validation { get; set; }
    }

    /// <summary>One message of a context's log.</summary>
    public struct LogEntry
    {
        /// <summary>Counts from 1; a gap: older messages were dropped.</summary>
        public long Number;
        public LogLevel Level;
        public string Text;
    }

    /// <summary>A device, or the CPU, to work on. Any thread may use it; calls take turns. Dispose it.</summary>
    public sealed unsafe class Context : IDisposable
    {
        private readonly object gate = new object(); // the library wants one thread at a time
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
                Flags = (options.KeepLog ? ContextFlags.KeepLog : 0) |
                        (options.Validation ? ContextFlags.Validation : 0),
            };
            Library.Check(Library.pnCreateContext(ref desc, out handle));
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
            var native = ProjectOptions.ToNative(options);
            using (var pinned = cubemap.Pin())
            {
                Native.Sh sh;
                var view = pinned.View();
                var info = new Native.ProjectInfo { StructSize = (uint)sizeof(Native.ProjectInfo) };
                lock (gate)
                    Library.Check(Library.pnProjectCubemap(handle, &view, ref native, out sh, ref info));
                return new ProjectResult(ref sh, ref info);
            }
        }

        /// <summary>Projects a latitude-longitude map, whose texels lie in one array row by row, and waits for
        /// it.</summary>
        public ProjectResult ProjectEquirect(
            Array texels, Format format, int width, int height, ProjectOptions options = null)
        {
            var native = ProjectOptions.ToNative(options);
            using (var pinned = new PinnedArray(texels))
            {
                Native.Sh sh;
                var view = new EquirectView
                {
                    StructSize = (uint)sizeof(EquirectView),
                    Width = checked((uint)width),
                    Height = checked((uint)height),
                    Format = format,
                    Texels = pinned.Address,
                    TexelBytes = pinned.Bytes,
                };
                var info = new Native.ProjectInfo { StructSize = (uint)sizeof(Native.ProjectInfo) };
                lock (gate)
                    Library.Check(Library.pnProjectEquirect(handle, &view, ref native, out sh, ref info));
                return new ProjectResult(ref sh, ref info);
            }
        }

        /// <summary>Starts to project cubemaps on a thread of its own. Leave the arrays alone until it is
        /// done.</summary>
        public Projection StartProjecting(IReadOnlyList<CubemapTexels> cubemaps, ProjectOptions options = null)
        {
            return new Projection(this, cubemaps, options);
        }

        /// <summary>Takes small bright lights out of a cubemap, and projects the rest.</summary>
        public EnvironmentLights ExtractLights(
            CubemapTexels cubemap, LightOptions lightOptions = null, ProjectOptions options = null)
        {
            if (cubemap == null)
                throw new ArgumentNullException(nameof(cubemap));
            var native = ProjectOptions.ToNative(options);
            var nativeLights = LightOptions.ToNative(lightOptions);
            var lights = new Native.Lights { StructSize = (uint)sizeof(Native.Lights) };
            using (var pinned = cubemap.Pin())
            {
                Native.Sh sh;
                var view = pinned.View();
                lock (gate)
                    Library.Check(Library.pnExtractLights(
                        handle, &view, null, ref native, ref nativeLights, ref lights, out sh, 0, null));
                return new EnvironmentLights(ref lights, ref sh);
            }
        }

        /// <summary>Divides a cubemap, mip by mip, by light, or by its own where that is null; waits for it.</summary>
        public NormalizedCubemap NormalizeCubemap(
            IReadOnlyList<CubemapTexels> mips, Normalization normalization = null, Sh light = null,
            ProjectOptions options = null)
        {
            var job = new NormalizeCall(mips, normalization, light, options);
            lock (gate)
                return job.Run(handle);
        }

        /// <summary>The oldest message that nobody took, of a context with KeepLog; any thread, at any time.</summary>
        public bool TakeLogMessage(out LogEntry entry)
        {
            var message = new LogMessage { StructSize = (uint)sizeof(LogMessage) };
            Library.Check(Library.pnTakeLogMessage(handle, ref message));
            entry = new LogEntry
            {
                Number = (long)message.Number,
                Level = message.Level,
                Text = Utf8.Read(message.Text, 1008),
            };
            return message.Number != 0;
        }

        /// <summary>Frees it as soon as no call is in progress.</summary>
        public void Dispose() => handle.Dispose();

        internal Result Project(
            uint count, CubemapView* views, ref Native.ProjectOptions options, Native.Sh* shs,
            Native.ProjectInfo* infos, out uint completed)
        {
            lock (gate)
                return Library.pnProjectCubemaps(handle, count, views, ref options, shs, infos, out completed);
        }

        private void ReadInfo()
        {
            var info = new ContextInfo { StructSize = (uint)sizeof(ContextInfo) };
            Library.Check(Library.pnGetContextInfo(handle, ref info));
            Backend = info.Backend;
            Name = Utf8.Read(info.Name, 256);
            IsReproducible = info.IsReproducible != 0;
            ThreadCount = (int)info.ThreadCount;
        }
    }
}
