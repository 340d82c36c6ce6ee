class Probenorm < Formula
  desc "Spherical harmonics of HDR environments, and normalized reflection probes"
  homepage "@DOWNLOAD@"
  url "@DOWNLOAD@/probenorm-@VERSION@-linux-x86_64.tar.gz"
  version "@VERSION@"
  sha256 "@LINUX_SHA256@"
  license "MIT"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    prefix.install Dir["*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/probenorm --version")
  end
end
