/// What only a look at the single photo tells
public struct PhotoDetails: Hashable, Sendable {
  /// Where it was taken
  public var place: Place?
  /// With what, and how it was exposed
  public var camera: Camera?
  /// How often its page was seen
  public var views: Int?
  /// How often it was saved
  public var downloads: Int?

  /// What is known; nil for the rest
  public init(
    place: Place? = nil, camera: Camera? = nil, views: Int? = nil, downloads: Int? = nil
  ) {
    self.place = place
    self.camera = camera
    self.views = views
    self.downloads = downloads
  }
}

/// Where a photo was taken
public struct Place: Hashable, Sendable {
  /// e.g. `Kyoto, Japan`
  public var name: String?
  /// Without the country
  public var city: String?
  /// As the provider words it
  public var country: String?
  /// Degrees north, -90 to 90
  public var latitude: Double?
  /// Degrees east, -180 to 180
  public var longitude: Double?

  public init() {}

  /// Whether nothing is known
  public var isEmpty: Bool { self == Place() }
}

/// The camera and the exposure, each as the provider words it
public struct Camera: Hashable, Sendable {
  /// e.g. `Canon`
  public var make: String?
  /// e.g. `EOS R5`
  public var model: String?
  /// Seconds, e.g. `1/250`
  public var exposureTime: String?
  /// The f-number, e.g. `3.5`
  public var aperture: String?
  /// Millimetres, e.g. `50.0`
  public var focalLength: String?
  /// The sensitivity, e.g. `200`
  public var iso: Int?

  public init() {}

  /// Whether nothing is known
  public var isEmpty: Bool { self == Camera() }
}
