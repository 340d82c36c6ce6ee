using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Exports a scene's probes for `probenorm bake` on other machines, and imports the results.</summary>
    internal static class FarmBake
    {
        /// <summary>Writes captures and their manifest; returns a line for each probe that could not be read.</summary>
        internal static List<string> Export(
            IReadOnlyList<ReflectionProbe> probes, ProbeNormSettings settings, string folder,
            Func<int, bool> onProgress = null)
        {
            LibraryInfo.Require();
            ProbeAssets.RequireLinearSpace();
            var errors = new List<string>();
            var manifest = new BakeManifest(settings.ResolveNormalization(), settings.Options);
            Directory.CreateDirectory(Path.Combine(folder, "captures"));
            for (var i = 0; i < probes.Count; ++i)
            {
                if (onProgress != null && !onProgress(i))
                    throw new OperationCanceledException("the export was cancelled");
                try
                {
                    Export(probes[i], manifest, folder);
                }
                catch (Exception exception) when (exception is InvalidOperationException || exception is ArgumentException)
                {
                    errors.Add(probes[i].name + ": " + exception.Message);
                }
            }
            File.WriteAllText(Path.Combine(folder, BakeManifest.FileName), manifest.ToString());
            return errors;
        }

        /// <summary>Reads DIR/probes/ID.json for each probe. Returns an error for each probe without a usable file.</summary>
        internal static List<string> Import(
            IReadOnlyList<ReflectionProbe> probes, ProbeNormSettings settings, string folder)
        {
            ProbeAssets.RequireEditMode();
            var errors = new List<string>();
            var step = ProbeAssets.BeginStep();
            foreach (var probe in probes)
            {
                try
                {
                    var record = BakeRecord.Read(BakeRecord.PathOf(folder, ProbeAssets.IdOf(probe)), settings);
                    ProbeAssets.Save(probe, record, settings);
                }
                catch (Exception exception) when (exception is IOException || exception is InvalidDataException ||
                                                  exception is InvalidOperationException)
                {
                    errors.Add(probe.name + ": " + exception.Message);
                }
            }
            ProbeAssets.AsOneStep(step);
            return errors;
        }

        private static void Export(ReflectionProbe probe, BakeManifest manifest, string folder)
        {
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null)
                throw new InvalidOperationException("has no texture; bake it, or let it render");
            var id = ProbeAssets.IdOf(probe);
            var file = "captures/" + id + ".exr";
            using (var reading = new CubemapReading(captured.Texture, captured.HdrDecode, 0, true))
                ExrFile.Write(Path.Combine(folder, file), reading.Wait());
            manifest.Add(id, file, probe.transform.position, probe.bounds);
        }
    }
}
