import Foundation
import Testing

/// The privacy manifest, which Apple's systems ask of a library, says what its sources do
struct PrivacyTests {
  /// Names of functions and properties, by the category of which Apple wants to know the reason
  private static let categories = [
    "FileTimestamp": [
      " stat(", " fstat(", " lstat(", " fstatat(", "getattrlist", "creationDate",
      "odificationDate", "attributesOfItem",
    ],
    "SystemBootTime": ["systemUptime", "mach_absolute_time"],
    "DiskSpace": [
      "statfs(", "statvfs(", "volumeAvailableCapacity", "volumeTotalCapacity", "systemFreeSize",
      "systemSize",
    ],
    "ActiveKeyboards": ["activeInputModes"],
    "UserDefaults": ["UserDefaults"],
  ]

  @Test func `it names those functions alone that the sources call`() throws {
    let sources = FixtureFiles.root.appending(path: "Sources")
    let plist = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: sources.appending(path: "PhotoSearch/PrivacyInfo.xcprivacy")),
      format: nil)
    let manifest = try #require(plist as? [String: Any])
    let reasons = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let named = reasons.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
    let code = try ["PhotoSearch", "Platform"].flatMap(FixtureFiles.sources).map(\.text).joined()
    let used = Self.categories.filter { $0.value.contains { code.contains($0) } }.keys
    #expect(Set(named) == Set(used.map { "NSPrivacyAccessedAPICategory\($0)" }))
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
  }
}
