using System;

namespace ProbeNorm
{
    /// <summary>Something that may be wrong with a probe's cubemap; docs/check.md of the library explains each name.</summary>
    [Serializable]
    public sealed class ProbeFinding
    {
        private static readonly string[] faces = { "+X", "-X", "+Y", "-Y", "+Z", "-Z" };

        public Severity severity;
        /// <summary>As `probenorm check` has it, such as "firefly".</summary>
        public string name = "";
        /// <summary>Face and texel of the worst of it; "": no single place.</summary>
        public string where = "";
        /// <summary>The evidence in numbers, and how much it changes the light.</summary>
        public string text = "";
        /// <summary>The flags that fix it; one is enough.</summary>
        public FixFlags fixes;

        internal static ProbeFinding From(EnvironmentFinding found) => new ProbeFinding
        {
            severity = found.Severity, name = found.Name, text = found.Text, fixes = found.Fixes,
            where = found.Face < 0 ? "" : "face " + faces[found.Face] + (found.X < 0 ? "" : ", texel " + found.X + " " + found.Y),
        };

        /// <summary>All of it, for people.</summary>
        public override string ToString() => name + (where.Length > 0 ? ", " + where : "") + ": " + text + ". Fix what the probe renders" +
            (fixes == FixFlags.None ? "" : ", or tick " + fixes.ToString().Replace(", ", " or ") +
                " in Project Settings > ProbeNorm, which keeps it out of the light that divides");
    }
}
