import Platform

/// Facts about a photo that only a request for the single photo tells
public struct PhotoDetails: Hashable, Sendable {
  /// The place where the photo was taken
  public var place: PhotoPlace?
  /// Camera, lens and exposure
  public var camera: PhotoCamera?
  /// How often the photo's page was viewed
  public var views: Int?
  /// How often the photo was saved
  public var downloads: Int?

  /// Details, nil where unknown
  public init(
    place: PhotoPlace? = nil, camera: PhotoCamera? = nil, views: Int? = nil, downloads: Int? = nil
  ) {
    self.place = place
    self.camera = camera
    self.views = views
    self.downloads = downloads
  }
}

/// The place where a photo was taken
public struct PhotoPlace: Hashable, Sendable {
  /// The place in words, e.g. `Kyoto, Japan`
  public var name: String?
  /// The city alone, without the country
  public var city: String?
  /// The country in the provider's words
  public var country: String?
  /// Degrees north, -90 to 90
  public var latitude: Double?
  /// Degrees east, -180 to 180
  public var longitude: Double?

  /// A place; nil if nothing is known. The position 0, 0, in the open sea, counts as unknown
  public init?(
    name: String? = nil, city: String? = nil, country: String? = nil, latitude: Double? = nil,
    longitude: Double? = nil
  ) {
    if let latitude, let longitude, (-90...90).contains(latitude),
      (-180...180).contains(longitude), latitude != 0 || longitude != 0
    {
      self.latitude = latitude
      self.longitude = longitude
    } else if name == nil, city == nil, country == nil {
      return nil
    }
    self.name = name
    self.city = city
    self.country = country
  }
}

/// Camera and exposure in the provider's words; a maker that the model's name repeats is cut
public struct PhotoCamera: Hashable, Sendable {
  /// The maker, e.g. `Canon`
  public var make: String?
  /// The model, e.g. `EOS R5`
  public var model: String?
  /// The exposure time in seconds, e.g. `1/250`
  public var exposureTime: String?
  /// The f-number, e.g. `3.5`
  public var aperture: String?
  /// The focal length in millimetres, e.g. `50.0`
  public var focalLength: String?
  /// The sensitivity, e.g. `200`
  public var iso: Int?

  /// A camera; nil if nothing is known. A sensitivity of 0 counts as unknown
  public init?(
    make: String?, model: String?, exposureTime: String? = nil, aperture: String? = nil,
    focalLength: String? = nil, iso: Int? = nil
  ) {
    let iso = iso.flatMap { $0 > 0 ? $0 : nil }
    let model = model.map(Self.withoutRepeat)
    let texts = [make, model, exposureTime, aperture, focalLength]
    if iso == nil, texts.allSatisfy({ $0 == nil }) { return nil }
    self.make = make
    self.model = model
    self.exposureTime = exposureTime
    self.aperture = aperture
    self.focalLength = focalLength
    self.iso = iso
  }

  /// Make and model, with the maker named once: `Canon PowerShot G12`, even if make and model both
  /// begin with `Canon`; nil if neither is known
  package var name: String? {
    guard let model else { return make }
    guard let make, let word = make.components(at: " ", keepsEmpty: false).first,
      !model.lowercased().contains(bytes: word.lowercased())
    else { return model }
    return "\(make) \(model)"
  }

  /// `Canon PowerShot G12` for `Canon Canon PowerShot G12`
  private static func withoutRepeat(_ model: String) -> String {
    let words = model.components(at: " ", maxSplits: 2, keepsEmpty: false)
    guard words.count > 1, words[0].lowercased() == words[1].lowercased() else { return model }
    return words.dropFirst().joined(separator: " ")
  }

  // MARK: Numbers as cameras write them: decimal, or as fractions; nil if there is none above 0

  /// An exposure time: `10/4000` and `0.0025` become `1/400`
  static func seconds(_ text: String?) -> String? {
    guard let value = number(text) else { return nil }
    guard value < 0.3 else { return decimal(text) }
    let part = (1 / value).rounded()
    return part < 1_000_000 ? "1/\(Int(part))" : nil
  }

  /// A decimal number: `28/10` becomes `2.8`
  static func decimal(_ text: String?) -> String? {
    guard let value = number(text), value < 1_000_000 else { return nil }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  private static func number(_ text: String?) -> Double? {
    let parts = (text ?? "").components(at: "/").map { Double($0.trimmed) }
    guard (1...2).contains(parts.count), let numerator = parts[0],
      let denominator = parts.count == 2 ? parts[1] : 1, denominator > 0
    else { return nil }
    let value = numerator / denominator
    return value.isFinite && value > 0 ? value : nil
  }
}
