using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    public enum RenderJobState
    {
        /// <summary>Waits for its render event.</summary>
        Created = 0,
        /// <summary>The device has not finished its frame yet.</summary>
        Recorded = 1,
        Done = 2,
        Failed = 3,
    }

    /// <summary>How a job read the texels: copied, which gives the CPU's bits, or fetched through the image.</summary>
    public enum RenderRoute
    {
        None = 0,
        Copy = 1,
        Fetch = 2,
    }

    /// <summary>What became of a job. All zero before its render event.</summary>
    public struct RenderJobInfo
    {
        public int FaceSize;
        /// <summary>VkFormat of the texture.</summary>
        public int VulkanFormat;
        public RenderRoute Route;
        /// <summary>Whether the plugin submitted it by itself.</summary>
        public bool IsOwnSubmission;
        /// <summary>The engine's frame that it was recorded in; 0: not known.</summary>
        public long Frame;
    }

    /// <summary>A projection on the engine's own device. Create it, issue its event, poll it, dispose it.</summary>
    public sealed unsafe class RenderJob : IDisposable
    {
        private ulong number;

        /// <summary>texture and target are values of Texture.GetNativeTexturePtr(), and must live until the event has run. The
        /// target receives the texels divided by the light; zero: no target. ownSubmission: use a command buffer of the
        /// plugin, for engines that do not give theirs or do not leave their render pass. buffer: GetNativeBufferPtr() of a
        /// GraphicsBuffer, which receives the coefficients as rows of three floats, from bufferOffset on, in bytes; zero: no
        /// buffer.</summary>
        public RenderJob(IntPtr texture, int mip = 0, ProjectOptions options = null,
            Normalization normalization = null, IntPtr target = default(IntPtr), int targetMipCount = 1,
            bool ownSubmission = false, IntPtr buffer = default(IntPtr), long bufferOffset = 0)
        {
            var nativeOptions = ProjectOptions.ToNative(options);
            var nativeNormalization = Normalization.ToNative(normalization);
            var desc = new UnityJobDesc
            {
                StructSize = (uint)sizeof(UnityJobDesc),
                Mip = checked((uint)mip),
                Texture = texture,
                Options = &nativeOptions,
                Normalization = target != IntPtr.Zero ? &nativeNormalization : null,
                Target = target,
                Buffer = buffer,
                BufferOffset = checked((ulong)bufferOffset),
                MipCount = checked((uint)(target != IntPtr.Zero ? targetMipCount : 0)),
                Flags = ownSubmission ? UnityJobFlags.OwnSubmission : UnityJobFlags.None,
            };
            Library.Check(Library.pnUnityCreateJob(ref desc, out number));
        }

        ~RenderJob()
        {
            Release();
        }

        /// <summary>The data for the event RenderPlugin.RunEventId. It is a number and not an address.</summary>
        public IntPtr EventData => new IntPtr((long)number);

        public RenderJobState State
        {
            get
            {
                UnityJobState state;
                Library.Check(Library.pnUnityGetJobState(number, out state));
                return (RenderJobState)state;
            }
        }

        public RenderRoute Route => Info.Route;

        public RenderJobInfo Info
        {
            get
            {
                var info = new UnityJobInfo { StructSize = (uint)sizeof(UnityJobInfo) };
                Library.Check(Library.pnUnityGetJobInfo(number, ref info));
                return new RenderJobInfo
                {
                    FaceSize = (int)info.FaceSize, VulkanFormat = info.VulkanFormat, Route = (RenderRoute)info.Route,
                    IsOwnSubmission = info.IsOwnSubmission != 0, Frame = (long)info.Frame,
                };
            }
        }

        /// <summary>The result of a job that is done. Throws an exception if the job failed.</summary>
        public ProjectResult GetResult()
        {
            Native.Sh sh;
            var info = new Native.ProjectInfo { StructSize = (uint)sizeof(Native.ProjectInfo) };
            Library.Check(Library.pnUnityGetJobResult(number, out sh, ref info));
            return new ProjectResult(ref sh, ref info);
        }

        /// <summary>Releases the job, in any state.</summary>
        public void Dispose()
        {
            Release();
            GC.SuppressFinalize(this);
        }

        private void Release()
        {
            var released = number;
            number = 0;
            if (released != 0)
                Library.pnUnityReleaseJob(released);
        }
    }
}
