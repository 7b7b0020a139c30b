/// What a picture shows, before any service words it
struct Subject: Sendable {
  var title: String
  let author: Person
  let posted: Moment
  let width: Int
  let height: Int
  let tags: [String]
  /// What `Tests/Pictures/draw.py` draws; nil for one of its group's scenes
  var scene: String?
  /// In which it is drawn, such as `#a0b1c2`; nil where its service or its name decides
  var color: String?

  init(
    _ title: String, by author: Person, posted: Moment, size: (width: Int, height: Int),
    tags: [String], scene: String
  ) {
    self.title = title
    self.author = author
    self.posted = posted
    (width, height) = size
    self.tags = tags
    self.scene = scene
  }

  /// - Parameter years: in which it may have been published
  init(_ title: String, years: ClosedRange<Int>, topic: String, _ random: inout SeededRandom) {
    self.title = title
    author = random.pick(Person.all)
    posted = Moment.random(in: years, &random)
    let (width, height) = random.pick(Self.sizes)
    self.width = width
    self.height = height
    tags = [topic] + random.shuffled(Self.words).prefix(random.number(1...4))
  }

  /// A page's address has the words of the title in it, for those that do that
  var slug: String {
    let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.prefix(8).joined(separator: "-")
  }

  private static let sizes = [
    (6000, 4000), (4000, 6000), (5472, 3648), (3648, 5472), (4032, 3024), (3024, 4032),
    (4000, 4000), (5184, 3456), (2400, 1600), (3264, 2448), (7952, 5304), (1600, 900),
  ]
  private static let words = [
    "cat", "pet", "cute", "animal", "home", "garden", "window", "sleep", "play", "fur", "paw",
    "whiskers", "winter", "summer", "猫", "chaton", "kätzchen", "macro", "bokeh", "film",
  ]
}
