package import Foundation

extension SmallPicture {
  /// A JPEG file's picture at an eighth of its size, turned as its Exif says
  ///
  /// - Parameter bytes: the file, baseline or progressive; of a progressive one the first scans suffice
  package init(eighthOfJPEG bytes: Data) throws(JPEGRefusal) {
    throw .otherType
  }
}
