using System;
using System.Collections.Generic;

namespace ProbeNorm.Editing
{
    /// <summary>What a build machine says after -executeMethod.</summary>
    internal sealed class BatchArguments
    {
        internal List<string> Scenes { get; } = new List<string>();
        /// <summary>Folder to write a manifest to, in place of baking; null.</summary>
        internal string Export { get; private set; }
        /// <summary>Folder of `probenorm bake` to read results from, in place of baking; null.</summary>
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

        // The editor's own options pass; a misspelt one of ours must not.
        private static void RefuseUnknown(string argument)
        {
            if (argument.StartsWith("-probenorm", StringComparison.OrdinalIgnoreCase))
                throw new ArgumentException(
                    argument + " is unknown; there are -probenormScene, -probenormExport and -probenormImport");
        }
    }
}
