/// Why a picture keeps the bytes that it has
package enum EmbeddingRefusal: Error, Hashable, CaseIterable {
  /// It isn't one of JPEG, PNG and WebP
  case otherFormat
  /// It ends early, or isn't made as its format says
  case damaged
  /// Somebody signed it: a manifest of C2PA, in the file or named by its XMP, or PNG's `dSIG`
  case signed
  /// Its XMP goes on in further segments of a JPEG, or in a text of ImageMagick's in a PNG
  case extendedXMP
  /// Its XMP is compressed, as PNG allows
  case compressedXMP
  /// Its XMP isn't well-formed, isn't in UTF-8, is there twice, or describes several things
  case unreadableXMP
  /// Something in it says at which byte another thing begins: more previews (MPF) and the like
  case offsetsWouldMove
  /// No room in its format for so much XMP
  case tooLarge
  /// Its bytes could not be read
  case unreadableFile

  /// In words that continue a sentence, e.g. `a.jpg stays as it is: the file is signed (C2PA)`
  package var reason: String {
    switch self {
    case .otherFormat: "only JPEG, PNG and WebP files can be written to"
    case .damaged: "the file is damaged, or ends early"
    case .signed: "the file is signed (C2PA), and a change would break that"
    case .extendedXMP: "its XMP goes on elsewhere in the file"
    case .compressedXMP: "its XMP is compressed"
    case .unreadableXMP: "its XMP can't be read"
    case .offsetsWouldMove: "it holds further pictures that are found by their place in it"
    case .tooLarge: "its XMP would be too large"
    case .unreadableFile: "the file can't be read"
    }
  }
}
