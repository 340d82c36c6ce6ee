using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Security.Cryptography;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    internal enum ProbeState
    {
        NoTexture,
        NotBaked,
        /// <summary>The probe stands more than a centimetre from where it was baked.</summary>
        Moved,
        /// <summary>The cubemap has different texels now, or is decoded differently.</summary>
        TextureChanged,
        SettingsChanged,
        Baked,
    }

    /// <summary>Whether a probe's bake is still up to date.</summary>
    internal static class ProbeStatus
    {
        private const float FarthestMove = 0.01f; // metres; HDRP allows the same

        internal static ProbeState Of(ReflectionProbe probe, ProbeNormSettings settings)
        {
            if (ProbeTexture.Of(probe).Texture == null)
                return ProbeState.NoTexture;
            var component = probe.GetComponent<NormalizedProbe>();
            var data = component != null ? component.Data : null;
            if (data == null || !data.IsBaked)
                return ProbeState.NotBaked;
            if (IsFar(probe.transform.position - data.CapturePosition))
                return ProbeState.Moved;
            if (Differ(data.source, SourceOf(probe)))
                return ProbeState.TextureChanged;
            return Differ(data.settings, settings.Key) ? ProbeState.SettingsChanged : ProbeState.Baked;
        }

        internal static string Describe(ProbeState state)
        {
            switch (state)
            {
                case ProbeState.NoTexture: return "no texture";
                case ProbeState.NotBaked: return "not baked";
                case ProbeState.Moved: return "stale: moved";
                case ProbeState.TextureChanged: return "stale: other texels";
                case ProbeState.SettingsChanged: return "stale: other settings";
                default: return "baked";
            }
        }

        internal static bool IsStale(ProbeState state) =>
            state == ProbeState.Moved || state == ProbeState.TextureChanged || state == ProbeState.SettingsChanged;

        /// <summary>A text that changes when the texels or their decoding change. Of an image file it is made of the file, since each
        /// platform imports the file in its own format. "" for a render texture, which has no hash.</summary>
        internal static string SourceOf(ReflectionProbe probe)
        {
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null)
                return "";
            var decode = captured.HdrDecode;
            var file = SourceFiles.Describe(AssetDatabase.GetAssetPath(captured.Texture));
            if (file.Length > 0) // HDRP compresses the range of what is in the file
                return file + (IsOfHdrp(probe) ? string.Format(CultureInfo.InvariantCulture, " {0:R}", decode.x) : "");
            if (!captured.Texture.imageContentsHash.isValid)
                return "";
            return captured.Texture.imageContentsHash + " " + string.Format(
                CultureInfo.InvariantCulture, "{0:R} {1:R} {2:R}", decode.x, decode.y, decode.w);
        }

        /// <summary>Whether the build platform stores the texture as dLDR, which clips; "" where it does not.</summary>
        internal static string ClippingOf(ReflectionProbe probe)
        {
            const float LeastDoubling = 1.5f; // 2 in gamma space, 2^2.2 in linear space
            var captured = ProbeTexture.Of(probe);
            var isClipped = captured.Texture != null && captured.HdrDecode.w == 0 && captured.HdrDecode.x > LeastDoubling &&
                !IsOfHdrp(probe);
            return !isClipped ? "" : "this platform stores its texture as dLDR, which clips radiance above " +
                captured.HdrDecode.x.ToString("G3", CultureInfo.InvariantCulture) + ". Bake with another platform, or set " +
                "Project Settings > Player > HDR Cubemap Encoding higher";
        }

        private static bool IsOfHdrp(ReflectionProbe probe) => HdrpNormalization.Find(probe) != null;

        private static bool IsFar(Vector3 move) =>
            move.x * move.x + move.y * move.y + move.z * move.z > FarthestMove * FarthestMove;

        private static bool Differ(string baked, string now) => baked.Length > 0 && now.Length > 0 && baked != now;
    }

    /// <summary>The image files that Unity imports as textures.</summary>
    internal static class SourceFiles
    {
        private static readonly Dictionary<string, KeyValuePair<DateTime, string>> hashes =
            new Dictionary<string, KeyValuePair<DateTime, string>>(); // with the time at which each file was written

        /// <summary>The file's hash, and what its importer makes of it on all platforms; "": it is no such file.</summary>
        internal static string Describe(string path)
        {
            var importer = AssetImporter.GetAtPath(path) as TextureImporter;
            if (importer == null || !File.Exists(path))
                return "";
            var settings = new TextureImporterSettings();
            importer.ReadTextureSettings(settings);
            return HashOf(path) + " " + (int)importer.generateCubemap + " " + (int)settings.cubemapConvolution + " " +
                importer.sRGBTexture + " " + importer.maxTextureSize;
        }

        private static string HashOf(string path)
        {
            var written = File.GetLastWriteTimeUtc(path);
            if (hashes.TryGetValue(path, out var known) && known.Key == written)
                return known.Value;
            using (var md5 = MD5.Create())
            using (var file = File.OpenRead(path))
            {
                var hash = BitConverter.ToString(md5.ComputeHash(file)).Replace("-", "").ToLowerInvariant();
                hashes[path] = new KeyValuePair<DateTime, string>(written, hash);
                return hash;
            }
        }
    }
}
