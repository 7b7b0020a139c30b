import Foundation
import Pictures

/// Reads the JPEG files of a folder as the program does, for scripts that compare
///
///     Eighths FOLDER [RESULTS]
///
/// Of each file a line is printed: its name, and its perceptual hash or why there is none. RESULTS
/// is a folder that gets each picture's eighth, as NAME.ppm.
@main
enum Eighths {
  static func main() throws {
    let folders = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    guard let folder = folders.first else {
      print("Eighths FOLDER [RESULTS]")
      exit(64)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      do throws(JPEGRefusal) {
        let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
        let picture = try SmallPicture(eighthOfJPEG: data ?? Data())
        let hash = PerceptualHash(picture)?.bytes.map { byte in
          String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        print(name, hash?.joined() ?? "too little in it", separator: "\t")
        guard folders.count > 1 else { continue }
        let head = Data("P6 \(picture.width) \(picture.height) 255\n".utf8)
        let result = folders[1].appending(path: name + ".ppm").path
        guard FileManager.default.createFile(atPath: result, contents: head + picture.pixels) else {
          print("\(result) can't be written")
          exit(1)
        }
      } catch { print(name, "refused: \(error)", separator: "\t") }
    }
  }
}
