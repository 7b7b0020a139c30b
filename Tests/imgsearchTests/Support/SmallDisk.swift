import Foundation
import Testing

/// A tmpfs of 1 MB, in a mount namespace of its own that ends with the script
enum SmallDisk {
  /// Whether this may be done here
  static let canMount = {
    do { return try start("true", in: Home()).code == 0 } catch { return false }
  }()

  /// Runs a script beside an empty disk of 1 MB at $DISK
  ///
  /// - Returns: the lines that it prints, those on standard error too
  static func run(_ script: String, in home: Home) throws -> [String] {
    try start(script, in: home).output.split(separator: "\n").map(String.init)
  }

  private static func start(_ script: String, in home: Home) throws -> Program.Outcome {
    let mount = #"exec 2>&1; mkdir -p "$DISK" && mount -t tmpfs -o size=1m none "$DISK" || exit 1"#
    return try RunningProgram(
      ["--map-root-user", "--mount", "/bin/bash", "-c", "\(mount)\n\(script)"],
      of: "/usr/bin/unshare", environment: home.with(["DISK": home.path("disk")])
    ).finish()
  }
}
