// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// A resource brings code that looks for it, and Linux has nobody who asks for this one.
#if os(Linux)
  let privacy = (resources: [Resource](), exclude: ["PrivacyInfo.xcprivacy"])
#else
  let privacy = (resources: [Resource.copy("PrivacyInfo.xcprivacy")], exclude: [String]())
#endif

let package = Package(
  name: "imgsearch",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "PhotoSearch", targets: ["PhotoSearch"]),
    .library(name: "PhotoSearchTesting", targets: ["PhotoSearchTesting"]),
    .executable(name: "imgsearch", targets: ["imgsearch"]),
  ],
  targets: [
    // Files, processes, threads, signals; knows nothing of photos
    .target(name: "Platform", swiftSettings: settings),
    // Safe text, its width, colors, tables, and what stands on the screen
    .target(name: "Terminal", dependencies: ["Platform"], swiftSettings: settings),
    .target(
      name: "PhotoSearch",
      dependencies: ["Platform", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
      exclude: privacy.exclude, resources: privacy.resources, swiftSettings: settings),
    // Linked with no libcurl: it is loaded when the first request is made.
    .target(name: "CCurl"),
    // What can be typed: commands, options, help, completion, usage errors; knows nothing of photos
    .target(
      name: "CommandSyntax", dependencies: ["Platform", "Terminal"], swiftSettings: settings),
    // The Model Context Protocol: messages, the schema of tools, their calls
    .target(
      name: "ModelContext", dependencies: ["PhotoSearch", "Platform", "Terminal"],
      swiftSettings: settings),
    // Files of pictures: their type, decoding, half blocks, look-alikes, the credit inside
    .target(
      name: "Pictures", dependencies: ["PhotoSearch", "Platform", "Terminal"],
      swiftSettings: settings),
    .target(
      name: "PhotoDisplay",
      dependencies: ["PhotoSearch", "Pictures", "Platform", "Terminal", "PageFiles"],
      swiftSettings: settings),
    // The page's HTML, CSS and scripts, as bytes of the program
    .target(name: "PageFiles", exclude: ["App", "File", "Shared"]),
    .target(
      name: "PhotoStorage",
      dependencies: ["PhotoSearch", "Pictures", "Platform", "CSQLite"],
      swiftSettings: settings),
    // Loaded when the database is opened, on Linux
    .target(
      name: "CSQLite",
      linkerSettings: [.linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS]))]),
    // What keeps a release from needing a newer glibc
    .target(name: "CGlibc"),
    // Sockets and HTTP/1.1 on 127.0.0.1; knows nothing of photos
    .target(name: "LocalServer", dependencies: ["Platform"], swiftSettings: settings),
    .executableTarget(
      name: "imgsearch",
      dependencies: [
        "CommandSyntax", "PhotoSearch", "PhotoDisplay", "PhotoStorage", "LocalServer",
        "ModelContext", "Pictures", "Platform", "Terminal",
        .target(name: "CGlibc", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),

    .target(
      name: "FixtureMaker", dependencies: ["PhotoSearch", "Pictures", "Platform"],
      path: "Tests/FixtureMaker",
      swiftSettings: settings),
    .target(
      name: "PhotoSearchTesting", dependencies: ["PhotoSearch"], path: "Tests/PhotoSearchTesting",
      swiftSettings: settings),
    .target(
      name: "LoopbackServer", dependencies: ["PhotoSearch", "LocalServer"],
      path: "Tests/LoopbackServer",
      swiftSettings: settings),
    .executableTarget(
      name: "FixtureServices", dependencies: ["LoopbackServer", "PhotoSearch"],
      path: "Tests/FixtureServices",
      swiftSettings: settings),
    // Measures, and tests nothing: CONTRIBUTING has the command
    .executableTarget(
      name: "Benchmark",
      dependencies: ["FixtureMaker", "LoopbackServer", "PhotoDisplay", "PhotoSearch"],
      path: "Tests/Benchmark", swiftSettings: settings),
    // What scripts of Tests/Pictures compare with libjpeg
    .executableTarget(
      name: "Eighths", dependencies: ["Pictures", "PhotoSearch"], path: "Tests/Pictures",
      exclude: ["copies.py", "draw.py", "drawing.py", "eighths.py", "scenes.py"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandSyntaxTests", dependencies: ["CommandSyntax"], swiftSettings: settings),
    .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: settings),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "PhotoSearch", "Platform", "FixtureMaker"],
      exclude: ["Goldens"], swiftSettings: settings),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "FixtureMaker"], swiftSettings: settings),
    .testTarget(
      name: "PhotoSearchTests",
      dependencies: [
        "PhotoSearch", "Platform", "FixtureMaker", "LoopbackServer", "PhotoSearchTesting",
      ],
      exclude: ["Guide/skylark.har"], swiftSettings: settings),
    .testTarget(
      name: "PhotoDisplayTests",
      dependencies: ["PhotoDisplay", "PhotoSearch", "Platform", "FixtureMaker"],
      exclude: ["Goldens"],
      swiftSettings: settings),
    .testTarget(
      name: "PhotoStorageTests",
      dependencies: [
        "PhotoStorage", "PhotoSearch", "Pictures", "Platform", "FixtureMaker", "LoopbackServer",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LocalServerTests", dependencies: ["LocalServer", "LoopbackServer", "FixtureMaker"],
      swiftSettings: settings),
    .testTarget(
      name: "imgsearchTests",
      dependencies: [
        "imgsearch", "CommandSyntax", "PhotoSearch", "PhotoDisplay", "PhotoStorage", "Platform",
        "ModelContext",
        "FixtureMaker",
        "LoopbackServer", "PhotoSearchTesting",
      ],
      swiftSettings: settings),
  ]
)
