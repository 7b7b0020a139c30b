package import Foundation
package import PhotoSearch
import Platform
package import Terminal

/// A picture as text: each cell is a `▀` that shows one pixel, with the pixel below as its
/// background
package struct HalfBlocks: Sendable {
  /// The rows of text from the top; each is as wide as the box, and ends by resetting the colors
  package let rows: [String]
  /// The terminal cells that the picture takes
  package let box: PictureBox

  /// - Parameters:
  ///   - picture: of any size; it is stretched to the box
  ///   - depth: 16 colors count as 256
  package init(_ picture: SmallPicture, in box: PictureBox, depth: ColorDepth) {
    let scaled = picture.scaled(width: box.columns, height: 2 * box.rows)
    self.box = box
    rows = (0..<box.rows).map { row in
      var text: [UInt8] = []
      var colors = ""
      for column in 0..<box.columns {
        let upper = scaled.code(column, 2 * row, depth)
        let lower = scaled.code(column, 2 * row + 1, depth)
        let next = "\u{1B}[38;\(upper);48;\(lower)m"
        if next != colors { text += next.utf8 }
        colors = next
        text += "▀".utf8
      }
      text += "\u{1B}[0m".utf8
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// A picture in the largest part of a box that has the picture's proportions
  package init(_ picture: SmallPicture, within outer: PictureBox, depth: ColorDepth) {
    let box = outer.fitting(width: picture.width, height: picture.height)
    self.init(picture, in: box, depth: depth)
  }

  /// Rows that fill a larger box, with the picture at its bottom left and blanks around it
  package func filling(_ outer: PictureBox) -> [String] {
    let right = String(repeating: " ", count: max(0, outer.columns - box.columns))
    let above = String(repeating: " ", count: outer.columns)
    return Array(repeating: above, count: max(0, outer.rows - box.rows)) + rows.map { $0 + right }
  }
}

extension SmallPicture {
  /// The parameters after 38 or 48 in an SGR sequence for the color of a pixel
  fileprivate func code(_ column: Int, _ row: Int, _ depth: ColorDepth) -> String {
    let start = 3 * (row * width + column)
    let (red, green, blue) = (pixels[start], pixels[start + 1], pixels[start + 2])
    return depth == .full
      ? "2;\(red);\(green);\(blue)" : "5;\(Self.palette([red, green, blue].map(Int.init)))"
  }

  /// The shades of red, green and blue in the 216 colors from 16 on
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The nearest of the 216 colors and 24 grays, which look the same on all terminals
  private static func palette(_ color: [Int]) -> Int {
    let steps = color.map { part in part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
    let gray = min(23, max(0, (color.reduce(0, +) / 3 - 3) / 10))
    func distance(to other: [Int]) -> Int {
      zip(color, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let isGray =
      distance(to: Array(repeating: 8 + 10 * gray, count: 3))
      < distance(to: steps.map { levels[$0] })
    return isGray ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  /// The picture in another size: each new pixel is the mean of the area that it covers
  ///
  /// - Parameters:
  ///   - width: pixels across, at least 1
  ///   - height: pixels down, at least 1
  package func scaled(width: Int, height: Int) -> SmallPicture {
    let across = Self.shares(of: self.width, in: width)
    let down = Self.shares(of: self.height, in: height)
    // First each row is scaled, then the columns of the result.
    var narrow = [Float](repeating: 0, count: 3 * width * self.height)
    for row in 0..<self.height {
      for (column, shares) in across.enumerated() {
        for (source, share) in shares {
          let (from, to) = (3 * (row * self.width + source), 3 * (row * width + column))
          for part in 0..<3 { narrow[to + part] += share * Float(pixels[from + part]) }
        }
      }
    }
    var sums = [Float](repeating: 0, count: 3 * width * height)
    for (row, shares) in down.enumerated() {
      for (source, share) in shares {
        let (from, to) = (3 * source * width, 3 * row * width)
        for index in 0..<3 * width { sums[to + index] += share * narrow[from + index] }
      }
    }
    return SmallPicture(
      width: width, height: height, pixels: sums.map { UInt8(min(255, max(0, $0.rounded()))) })
  }

  /// The shares of old pixels in each new pixel; those of one new pixel add up to 1
  private static func shares(of old: Int, in new: Int) -> [[(source: Int, share: Float)]] {
    let step = Double(old) / Double(new)
    return (0..<new).map { index in
      let (start, end) = (Double(index) * step, Double(index + 1) * step)
      return (Int(start)..<min(old, max(Int(start) + 1, Int(end.rounded(.up))))).map { source in
        let covered = min(end, Double(source + 1)) - max(start, Double(source))
        return (source, Float(max(0, covered) / step))
      }
    }
  }
}

/// Terminal cells that a picture may take; a cell counts as twice as high as wide
package struct PictureBox: Hashable, Sendable {
  /// Terminal cells across, at least 1
  package let columns: Int
  /// Terminal rows, at least 1
  package let rows: Int

  /// - Parameters:
  ///   - columns: fewer than 1 count as 1
  ///   - rows: fewer than 1 count as 1
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// Pixels of a JPEG file's longer side that give one pixel per half cell at an eighth of its size
  package var pixels: Int { 8 * max(columns, 2 * rows) }

  /// The part of the box that a picture of this width and height takes if all of it is shown
  ///
  /// - Parameters:
  ///   - width: in any unit, above 0
  ///   - height: in the same unit, above 0
  package func fitting(width: Int, height: Int) -> PictureBox {
    let ratio = Double(max(1, width)) / Double(max(1, height))
    let columns = min(columns, Int((Double(2 * rows) * ratio).rounded()))
    let rows = min(rows, Int((Double(max(1, columns)) / ratio / 2).rounded()))
    return PictureBox(columns: columns, rows: rows)
  }

  /// The part of the box for a photo of its stated size, else of the common 3:2
  package func fitting(_ photo: Photo) -> PictureBox {
    fitting(width: photo.size?.width ?? 3, height: photo.size?.height ?? 2)
  }
}

extension PictureProtocol {
  /// Types of files from outside that are passed on to a terminal or chafa
  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .gif]

  /// A sequence that makes a terminal show a picture file; nil if half blocks must be used
  ///
  /// - Parameters:
  ///   - chafa: the path of the program that draws some protocols; nil if it isn't installed
  ///   - patience: how long to wait for chafa
  package func sequence(
    showing bytes: Data, in box: PictureBox, chafa: String?, patience: Duration
  ) async throws -> String? {
    guard self != .blocks, let type = PictureType(start: bytes), Self.shownTypes.contains(type)
    else { return nil }
    guard self != .file else {
      return
        "\u{1B}]1337;File=inline=1;size=\(bytes.count);width=\(box.columns);height=\(box.rows);"
        + "preserveAspectRatio=1:\(bytes.base64EncodedString())\u{07}"
    }
    guard let chafa else { return nil }
    let name = self == .kitty ? "kitty" : "sixels"
    let options = ["-f", name, "--size", "\(box.columns)x\(box.rows)", "--animate", "off", "-"]
    let program = ChildProgram(path: chafa, arguments: options, input: bytes, output: .captured)
    let end: ChildProgram.End?
    do {
      end = try await withTimeLimit(patience, clock: ContinuousClock()) { try await program.run() }
    } catch is POSIXError {
      // A file with chafa's name isn't a program.
      return nil
    }
    guard let end, end.status == 0, !end.output.isEmpty else { return nil }
    return String(decoding: end.output, as: UTF8.self).trimmed
  }
}
