using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>What the library reported: which result, and in the message which field was wrong and why.</summary>
    public sealed class ProbeNormException : Exception
    {
        public Result Result { get; }

        /// <summary>Of a call on several cubemaps, those that were finished before; they are valid.</summary>
        public ProjectResult[] Finished { get; }

        public ProbeNormException(Result result, string message, ProjectResult[] finished = null)
            : base(string.IsNullOrEmpty(message) ? Utf8.Read(Library.pnGetResultName(result)) : message)
        {
            Result = result;
            Finished = finished ?? new ProjectResult[0];
        }
    }
}
