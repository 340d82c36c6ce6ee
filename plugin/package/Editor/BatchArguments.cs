using System;
using System.Collections.Generic;

namespace ProbeNorm.Editing
{
    /// <summary>The command line arguments of a batch bake.</summary>
    internal sealed class BatchArguments
    {
        internal List<string> Scenes { get; } = new List<string>();
        /// <summary>The folder for a manifest, which is written in place of a bake; null bakes.</summary>
        internal string Export { get; private set; }
        /// <summary>A folder that `probenorm bake` wrote, whose results are read in place of a bake; null bakes.</summary>
        internal string Import { get; private set; }

        internal static BatchArguments Parse(IReadOnlyList<string> arguments)
        {
            var parsed = new BatchArguments();
            for (var i = 0; i < arguments.Count; ++i)
            {
                switch (arguments[i])
                {
                    case "-probenormScene": parsed.Scenes.Add(ValueOf(arguments, ref i)); break;
                    case "-probenormExport": parsed.Export = ValueOf(arguments, ref i); break;
                    case "-probenormImport": parsed.Import = ValueOf(arguments, ref i); break;
                    default: RefuseUnknown(arguments[i]); break;
                }
            }
            if (parsed.Export != null && parsed.Import != null)
                throw new ArgumentException("-probenormExport and -probenormImport exclude each other");
            return parsed;
        }

        private static string ValueOf(IReadOnlyList<string> arguments, ref int i)
        {
            if (i + 1 >= arguments.Count || arguments[i + 1].StartsWith("-", StringComparison.Ordinal))
                throw new ArgumentException(arguments[i] + " needs a value");
            return arguments[++i];
        }

        // Options of the editor are ignored. A misspelt option of ours is an error.
        private static void RefuseUnknown(string argument)
        {
            if (argument.StartsWith("-probenorm", StringComparison.OrdinalIgnoreCase))
                throw new ArgumentException(
                    argument + " is unknown; there are -probenormScene, -probenormExport and -probenormImport");
        }
    }
}
