/// Licences to be asked for, any of which will do, in Openverse's two parameters
///
/// `license_type` is a condition, and two of them together are both to be met; `license` is a list
/// of which one has to fit. So a single condition is sent as such, and anything else as the list
/// of all licences that fit. Source: Openverse's `api/constants/licenses.py`.
struct OpenverseLicenseFilter {
  /// For `license_type`; nil when it is not sent
  let type: String?
  /// For `license`; nil when it is not sent
  let list: String?

  init(_ codes: [PhotoFilters.LicenseCode]) {
    let codes = Set(codes)
    let isSingleType = codes == [.commercial] || codes == [.modification]
    type = isSingleType ? codes.first?.rawValue : nil
    let wanted = Self.all.filter { code in codes.contains { Self.fits(code, $0) } }
    list = isSingleType || wanted.isEmpty ? nil : wanted.joined(separator: ",")
  }

  private static func fits(_ code: String, _ wanted: PhotoFilters.LicenseCode) -> Bool {
    switch wanted {
    case .any: true
    case .commercial: !code.contains("nc")
    case .modification: !code.contains("nd")
    default: code == wanted.rawValue
    }
  }

  private static let all = [
    "by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "cc0", "pdm", "sampling+",
    "nc-sampling+",
  ]
}
