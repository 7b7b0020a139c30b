/// Why a file has no picture for us
package enum JPEGRefusal: Error, Hashable, Sendable {
  /// It is no JPEG file
  case otherType
  /// It ends before its picture is whole
  case endsEarly
  /// Its bytes contradict themselves
  case damaged
  /// It is a JPEG file of a rare kind
  case unsupported(Kind)
  /// It claims to have more pixels than are read
  case tooLarge

  /// Kinds of JPEG that the web's pictures don't have
  package enum Kind: String, Sendable {
    case arithmetic = "with arithmetic coding"
    case lossless = "without loss"
    case hierarchical = "in several sizes"
    case deep = "with more than 8 bits a sample"
    case print = "for print (CMYK)"
    case sampling = "with colors sampled in an unusual way"
  }
}

extension JPEGRefusal: CustomStringConvertible {
  /// As it follows "no picture: "
  package var description: String {
    switch self {
    case .otherType: "it isn't a JPEG file"
    case .endsEarly: "the file ends early"
    case .damaged: "the file is damaged"
    case .unsupported(let kind): "a JPEG file \(kind.rawValue) isn't read"
    case .tooLarge: "it has more pixels than are read"
    }
  }
}
