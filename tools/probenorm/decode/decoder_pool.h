#pragma once

#include "decode/decoder_process.h"

#include "image/formats/environment.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace pn::decode {

// Decodes files for any number of threads: what our own readers read in this process, everything else in a sandboxed
// one. As many decoders live as files were decoded at a time; one that failed is thrown away. Where the system has no
// seccomp, all is decoded in this process, after a word to the user. Where a decoder cannot start for another reason,
// that is tried for some seconds, and then it is an error of the file.
class DecoderPool
{
public:
    // warn gets one line, once, before the first file is decoded without a sandbox.
    using Warn = std::function<void(const std::string& text)>;

    DecoderPool(image::DecodeFile decode, CheckCancelled checkCancelled, Warn warn, const DecoderLimits& limits = {});
    ~DecoderPool();
    DecoderPool(const DecoderPool&) = delete;
    DecoderPool& operator=(const DecoderPool&) = delete;

    image::Container decode(std::span<const std::byte> file, const std::string& path, const image::Choice& choice,
                            const image::Limits& limits);

    // Why files are decoded in this process; empty as long as nothing speaks against the sandbox.
    std::string whyNoSandbox();
    std::uint32_t sandboxedFiles() const { return m_sandboxedFiles; } // so far

private:
    std::unique_ptr<DecoderProcess> take(std::uint64_t maxBytes);
    std::unique_ptr<DecoderProcess> start(const DecoderLimits& limits);
    void requirePatience(const char* reason);
    void giveUpSandbox(const char* reason);
    void giveBack(std::unique_ptr<DecoderProcess> decoder, std::uint64_t maxBytes);

    image::DecodeFile m_decode;
    CheckCancelled m_checkCancelled;
    Warn m_warn;
    DecoderLimits m_limits;
    std::mutex m_mutex;           // for what follows
    std::uint64_t m_maxBytes = 0; // of the idle decoders
    std::vector<std::unique_ptr<DecoderProcess>> m_idle;
    std::string m_whyNoSandbox;
    std::optional<std::chrono::steady_clock::time_point> m_failsSince; // the last decoder that was to start did not
    std::atomic<std::uint32_t> m_sandboxedFiles = 0;
};

} // namespace pn::decode
