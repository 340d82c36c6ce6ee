using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Hands polled messages on to Unity's console.</summary>
    public static class PluginLog
    {
        /// <summary>All that the render plugin has to say and nobody took.</summary>
        public static void FlushRenderPlugin()
        {
            LogEntry entry;
            while (RenderPlugin.TakeLogMessage(out entry))
                Write(entry);
        }

        /// <summary>All that a context with KeepLog has to say and nobody took.</summary>
        public static void Flush(Context context)
        {
            LogEntry entry;
            while (context.TakeLogMessage(out entry))
                Write(entry);
        }

        private static void Write(LogEntry entry)
        {
            var text = "ProbeNorm: " + entry.Text;
            if (entry.Level == LogLevel.Error)
                Debug.LogError(text);
            else if (entry.Level == LogLevel.Warning)
                Debug.LogWarning(text);
            else
                Debug.Log(text);
        }
    }
}
