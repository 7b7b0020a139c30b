import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

struct PhotoCardTests {
  private let color = TerminalStyle(color: true, hyperlinks: true)

  private func card(_ photo: Photo, width: Int = 100) -> String {
    PhotoCard(photo: photo, isFavorite: false, width: width, style: .plain).text
  }

  @Test(arguments: [40, 80])
  func `the card looks as it did`(width: Int) throws {
    var photo = try SamplePhotos.full()
    photo.description = String(repeating: "They play with a ball of red wool. 猫が遊ぶ。", count: 4)
    let plain = PhotoCard(photo: photo, isFavorite: true, width: width, style: .plain)
    try expectGolden(plain.text, "card-\(width)-plain.txt")
    let colored = PhotoCard(photo: photo, isFavorite: false, width: width, style: color)
    try expectGolden(colored.text, "card-\(width)-color.txt")
  }

  @Test(arguments: [
    (Rendition.Role.thumb, "Largest size "), (.small, "Largest size "), (.regular, "Largest size "),
    (.full, "Full size    "), (.original, "Full size    "),
  ])
  func `a small picture isn't called the full size`(role: Rendition.Role, label: String) throws {
    var photo = try SamplePhotos.bare()
    let rendition = Rendition(role, WebAddress("https://pictures.example/1.jpg"))
    photo.renditions = [try #require(rendition)]
    #expect(card(photo).contains("\n\(label)https://pictures.example/1.jpg\n"))
  }

  @Test func `what is unknown has no line`() throws {
    #expect(
      try card(SamplePhotos.bare(), width: 80) == """
        Licence      unknown
        You may      not use it without asking: its licence is unknown
        Page         https://example.org/bare
        ID           flickr:7
        Credit       Photo (licence unknown) · Flickr

        """)
  }

  @Test(arguments: 0..<UInt64(LongRun.count(200, otherwise: 60)))
  func `no line but addresses is too wide, and none carries what it must not`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var photo = try SamplePhotos.full()
    photo.title = RandomText.make(upTo: 200, using: &random)
    photo.description = RandomText.make(upTo: 500, using: &random)
    photo.tags = (0..<9).map { _ in RandomText.make(upTo: 20, using: &random) }
    photo.details?.camera?.model = RandomText.make(upTo: 20, using: &random)
    photo.details?.place?.name = RandomText.make(upTo: 20, using: &random)
    let width = Int.random(in: 20...120, using: &random)
    let card = PhotoCard(photo: photo, isFavorite: true, width: width, style: color)
    for line in card.text.split(separator: "\n") {
      let screen = try #require(Screen(line))
      #expect(screen.width <= width || screen.text.contains("https://"))
      #expect(!screen.text.hasSuffix(" "))
    }
  }

  @Test(arguments: [
    ("1/250", "4.0", "50.0", "1/250 s · f/4 · 50 mm · ISO 100"),
    ("0.004 sec (1/250)", "f/3.5", "50 mm", "0.004 sec (1/250) · f/3.5 · 50 mm · ISO 100"),
  ])
  func `the exposure has its units once, in the terminal and on the page`(
    time: String, aperture: String, length: String, line: String
  ) throws {
    var photo = try SamplePhotos.full()
    photo.details?.camera?.exposureTime = time
    photo.details?.camera?.aperture = aperture
    photo.details?.camera?.focalLength = length
    #expect(card(photo).contains("Exposure     \(line)\n"))
    #expect(card(photo).contains("Camera       NIKON D750\n"))
    #expect(PageEntry.json(photo, isFavorite: false).contains(#""exposure":"\#(line)","photo""#))
  }

  @Test(
    arguments: [
      ("Canon", "Canon PowerShot G12", "Canon PowerShot G12"),
      ("Canon", "Canon Canon PowerShot G12", "Canon PowerShot G12"),
      (nil, "CANON Canon PowerShot G12", "Canon PowerShot G12"),
      ("NIKON CORPORATION", "NIKON D750", "NIKON D750"), ("Sony", "ILCE-7", "Sony ILCE-7"),
      ("Canon", nil, "Canon"), ("Sony", "Sony", "Sony"),
    ] as [(String?, String?, String)])
  func `a camera's maker is named once, in the terminal and on the page`(
    make: String?, model: String?, name: String
  ) throws {
    var photo = try SamplePhotos.full()
    photo.details?.camera = PhotoCamera(make: make, model: model)
    #expect(card(photo).contains("Camera       \(name)\n"))
    let json = PageEntry.json(photo, isFavorite: false)
    #expect(json.contains(#""camera":"\#(name)","exposure":null,"photo""#))
  }

  @Test(arguments: [Double.nan, .infinity, 91, -1e300])
  func `degrees that are none are left out`(latitude: Double) throws {
    var photo = try SamplePhotos.full()
    photo.details?.place?.latitude = latitude
    #expect(card(photo).contains("Place        Kyoto, Japan\n"))
  }

  @Test func `a description without end is cut`() throws {
    var photo = try SamplePhotos.bare()
    photo.description = String(repeating: "kitten ", count: 100_000)
    #expect(card(photo).utf8.count < 20_000 && card(photo).contains("…\n"))
  }
}
