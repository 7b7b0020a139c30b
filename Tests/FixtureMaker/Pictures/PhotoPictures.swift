/// Where the pictures of a photo are, which all show the same
struct PhotoPictures: Sendable {
  let subject: Subject
  /// As the service calls it, such as `#a0b1c2`; nil when it doesn't
  var color: String?
  let addresses: [String]
  /// Where only the middle of the photo is
  var squares: [String] = []
}
