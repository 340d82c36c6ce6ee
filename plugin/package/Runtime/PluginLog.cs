using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Writes polled messages to Unity's console.</summary>
    public static class PluginLog
    {
        /// <summary>Writes all waiting messages of the render plugin.</summary>
        public static void FlushRenderPlugin()
        {
            LogEntry entry;
            while (RenderPlugin.TakeLogMessage(out entry))
                Write(entry);
        }

        /// <summary>Writes all waiting messages of a context with KeepLog.</summary>
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
