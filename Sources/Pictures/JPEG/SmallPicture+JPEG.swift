package import Foundation

extension SmallPicture {
  /// A JPEG file's picture at an eighth of its size, turned by its Exif orientation
  ///
  /// A file consists of blocks of 8 × 8 samples and stores the mean of each block, its DC
  /// coefficient, separately. So an eighth of the size needs no cosine transform.
  ///
  /// - Parameter bytes: a baseline or progressive file; of a progressive one the first scans, which
  ///   have the DC coefficients, suffice, and later ones refine them
  package init(eighthOfJPEG bytes: Data) throws(JPEGRefusal) {
    let reader = try JPEGReader([UInt8](bytes))
    guard let frame = reader.frame else { throw .endsEarly }
    let picture = SmallPicture(frame, isRGB: reader.isRGB)
    self = reader.orientation == 1 ? picture : picture.turned(by: reader.orientation)
  }

  private init(_ frame: JPEGFrame, isRGB: Bool) {
    let planes = frame.components.map { $0.plane(in: frame) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * planes[0].count)
    for index in planes[0].indices {
      let first = planes[0][index]
      if planes.count < 3 {
        pixels += [first, first, first]
      } else if isRGB {
        pixels += [first, planes[1][index], planes[2][index]]
      } else {
        // JFIF's color conversion, with 16 bits of fraction
        let light = Int(first) << 16 + 1 << 15
        let (blue, red) = (Int(planes[1][index]) - 128, Int(planes[2][index]) - 128)
        for color in [91_881 * red, -22_554 * blue - 46_802 * red, 116_130 * blue] {
          pixels.append(UInt8(min(max((light + color) >> 16, 0), 255)))
        }
      }
    }
    self.init(
      width: frame.width, height: frame.height, pixels: pixels,
      columns: 0...Float(frame.samplesAcross) / 8, rows: 0...Float(frame.samplesDown) / 8)
  }
}

extension JPEGComponent {
  /// The component's values for each pixel; values of a component with fewer blocks, which is usual
  /// for colors, are interpolated
  fileprivate func plane(in frame: JPEGFrame) -> [UInt8] {
    let columns = Self.taps(frame.width, from: width, ratio: horizontal, of: frame.horizontal)
    let rows = Self.taps(frame.height, from: height, ratio: vertical, of: frame.vertical)
    var plane: [UInt8] = []
    plane.reserveCapacity(frame.width * frame.height)
    for row in rows {
      for column in columns {
        func mixed(_ row: Int) -> Int {
          level(column.first, row) * (column.of - column.share)
            + (column.share > 0 ? level(column.second, row) * column.share : 0)
        }
        let sum =
          mixed(row.first) * (row.of - row.share)
          + (row.share > 0 ? mixed(row.second) * row.share : 0)
        plane.append(UInt8((sum + column.of * row.of / 2) / (column.of * row.of)))
      }
    }
    return plane
  }

  /// The two blocks that each pixel of a row or column lies between; `share` is the weight of the
  /// second one, out of `of`
  ///
  /// - Parameters:
  ///   - count: number of pixels
  ///   - blocks: number of blocks
  ///   - ratio: this many blocks are as long as `whole` pixels
  private static func taps(
    _ count: Int, from blocks: Int, ratio: Int, of whole: Int
  ) -> [(first: Int, second: Int, share: Int, of: Int)] {
    (0..<count).map { pixel in
      // Distances are measured from center to center, in half pixels times the ratio
      let place = max(0, (2 * pixel + 1) * ratio - whole)
      let (block, share) = place.quotientAndRemainder(dividingBy: 2 * whole)
      let first = min(block, blocks - 1)
      return (first, min(first + 1, blocks - 1), share, 2 * whole)
    }
  }
}

/// Why a file can't be reduced to a picture; the last five are kinds of JPEG that don't occur on
/// the web
package enum JPEGRefusal: String, Error, CustomStringConvertible {
  case otherType = "it isn't a JPEG file"
  /// The file ends before its picture is complete
  case endsEarly = "the file ends early"
  /// The file contradicts itself
  case damaged = "the file is damaged"
  case tooLarge = "it has more pixels than are read"
  case arithmetic = "a JPEG file with arithmetic coding isn't read"
  case lossless = "a JPEG file without loss isn't read"
  case hierarchical = "a JPEG file in several sizes isn't read"
  case deep = "a JPEG file with more than 8 bits a sample isn't read"
  case print = "a JPEG file for print (CMYK) isn't read"

  /// The words after "no picture: "
  package var description: String { rawValue }
}
