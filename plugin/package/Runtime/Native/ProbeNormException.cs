using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>What the library reported: which result, and in the message which field was wrong and why.</summary>
    public sealed class ProbeNormException : Exception
    {
        public Result Result { get; }

        /// <summary>If a call that projects several cubemaps failed: the results that were finished before. They are valid.</summary>
        public ProjectResult[] Finished { get; }

        /// <summary>If a call that normalizes several cubemaps failed: those that were finished before. They are valid.</summary>
        public NormalizedCubemap[] FinishedCubemaps { get; }

        public ProbeNormException(Result result, string message, ProjectResult[] finished = null,
            NormalizedCubemap[] finishedCubemaps = null)
            : base(string.IsNullOrEmpty(message) ? Utf8.Read(Library.pnGetResultName(result)) : message)
        {
            Result = result;
            Finished = finished ?? new ProjectResult[0];
            FinishedCubemaps = finishedCubemaps ?? new NormalizedCubemap[0];
        }
    }
}
