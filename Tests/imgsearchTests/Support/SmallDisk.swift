import Foundation

/// A tmpfs of 1 MB, in a mount namespace of its own that ends with the script
enum SmallDisk {
  /// Whether this may be done here
  static let canMount = run("true", environment: [:])?.code == 0

  /// Runs a script beside an empty disk of 1 MB at $DISK
  ///
  /// - Returns: nil where there is no unshare(1)
  static func run(
    _ script: String, environment: [String: String]
  ) -> (said: [String], code: Int32)? {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/unshare")
    let mount = "mkdir -p \"$DISK\" && mount -t tmpfs -o size=1m none \"$DISK\" || exit 1\n"
    shell.arguments = ["--map-root-user", "--mount", "/bin/bash", "-c", mount + script]
    shell.environment = environment.merging(
      ["DISK": FileManager.default.temporaryDirectory.appending(path: "imgsearch-disk").path]
    ) { first, _ in first }
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = output
    do {
      try shell.run()
      let said = try output.fileHandleForReading.readToEnd() ?? Data()
      shell.waitUntilExit()
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
      return (lines, shell.terminationStatus)
    } catch { return nil }
  }
}
