# For Homebrew on macOS; not tried yet. From a clone:
#
#     brew install --HEAD --formula ./.github/homebrew/imgsearch.rb
#
# It has no version and no sums of its own: it builds what is on main.
class Imgsearch < Formula
  desc "One search across photo providers, with licence and credit"
  homepage "https://github.com/imgsearch/imgsearch"
  license :cannot_represent
  head "https://github.com/imgsearch/imgsearch.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "imgsearch"
    bin.install ".build/release/imgsearch"
    (man1/"imgsearch.1").write Utils.safe_popen_read(bin/"imgsearch", "help", "--man")
    generate_completions_from_executable(bin/"imgsearch", "completions")
  end

  test do
    assert_match "imgsearch ", shell_output("#{bin}/imgsearch --version")
  end
end
