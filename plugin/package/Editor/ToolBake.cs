using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>Bakes with the tool `probenorm` on a machine without a graphics device, where most cubemaps cannot be read.
    /// Unity keeps a baked probe's capture as OpenEXR beside the scene, and the tool reads that file.</summary>
    internal static class ToolBake
    {
        internal static bool IsNeeded(ReflectionProbe probe)
        {
            var texture = ProbeTexture.Of(probe).Texture;
            return texture != null && !texture.isReadable && FileOf(texture).Length > 0 &&
                   SystemInfo.graphicsDeviceType == GraphicsDeviceType.Null;
        }

        /// <summary>Waits for the tool. Throws an exception with the tool's message, or InvalidOperationException if the tool
        /// is missing.</summary>
        internal static BakedProbe Bake(ReflectionProbe probe, ProbeNormSettings settings)
        {
            var captured = ProbeTexture.Of(probe);
            // The file holds radiance, but HDRP's range compression is still in it.
            var scale = HdrpNormalization.Find(probe) != null ? captured.HdrDecode.x : 1;
            var options = settings.Options;
            var json = Run(settings.ToolPath, "project --device cpu --format json --window auto --bands 3" +
                (settings.Fixes != FixFlags.None ? " --fix " + settings.FixWords : "") +
                (options.Negative == NegativePolicy.Zero ? " --negative zero" : "") +
                (options.BadTexels == BadTexelPolicy.Error ? " --bad-texels error" : "") +
                " --scale " + scale.ToString("R", CultureInfo.InvariantCulture) + " \"" + FileOf(captured.Texture) + "\"");
            return BakeRecord.ReadLight((Dictionary<string, object>)Json.Parse(json), settings.ResolveNormalization());
        }

        private static string FileOf(Texture texture)
        {
            var path = AssetDatabase.GetAssetPath(texture);
            return path.EndsWith(".exr", StringComparison.OrdinalIgnoreCase) ? path : "";
        }

        private static string Run(string tool, string arguments)
        {
            var start = new ProcessStartInfo(tool, arguments)
            {
                RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false, CreateNoWindow = true,
            };
            try
            {
                using (var process = Process.Start(start))
                {
                    var error = process.StandardError.ReadToEndAsync();
                    var output = process.StandardOutput.ReadToEnd();
                    process.WaitForExit();
                    if (process.ExitCode != 0)
                        throw new InvalidDataException(error.Result.Trim());
                    return output;
                }
            }
            catch (Win32Exception)
            {
                throw new InvalidOperationException("its texture cannot be read without a graphics device; put the tool " +
                    "probenorm on the path, name it in Project Settings > ProbeNorm, or tick Read/Write in the import settings");
            }
        }
    }
}
