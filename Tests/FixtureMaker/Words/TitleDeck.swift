/// Titles, each only once, dealt to the providers
struct TitleDeck: Sendable {
  private let titles: [String]

  /// Four curated titles, then twelve made from a pattern, as long as there are any
  init(seed: UInt64) {
    var random = SeededRandom(seed)
    var curated = random.shuffled(KittenTitles.curated)[...]
    var seen: Set<String> = []
    var titles: [String] = []
    while titles.count < 640 {
      if titles.count % 16 < 4, let title = curated.popFirst() {
        titles.append(title)
        continue
      }
      let title = Self.title(&random)
      if seen.insert(title).inserted { titles.append(title) }
    }
    self.titles = titles
  }

  /// Every so manieth title
  func dealt(_ share: Int, of shares: Int) -> [String] {
    titles.enumerated().filter { $0.offset % shares == share }.map(\.element)
  }

  private static func title(_ random: inout SeededRandom) -> String {
    switch random.number(0...5) {
    case 0, 1:
      "\(random.pick(moods)) \(random.pick(coats)) kitten \(random.pick(places))"
    case 2, 3: "\(random.pick(names)) \(random.pick(deeds))"
    case 4:
      "\(random.pick(names)) and \(random.pick(names)), \(random.number(4...14)) weeks old"
    default: "\(random.pick(counts)) kittens \(random.pick(places))"
    }
  }

  private static let moods = [
    "Sleepy", "Curious", "Very small", "Brave", "Yawning", "Fluffy", "Hungry", "Serious",
    "Wide-eyed", "Muddy", "Proud", "Patient", "Startled", "Purring",
  ]
  private static let coats = [
    "tabby", "ginger", "calico", "black", "white", "tortoiseshell", "grey", "tuxedo", "silver",
    "cream", "striped", "long-haired",
  ]
  private static let places = [
    "in the laundry basket", "on the windowsill", "under the desk", "on a stack of books",
    "in a cardboard box", "among the tomato plants", "on the garden wall", "behind the piano",
    "in the first snow", "by the stove", "on the night train", "in a wicker chair",
    "between two cushions", "at the top of the stairs", "in the tall grass", "on the ferry",
    "at the bakery door", "in the greenhouse", "on the kitchen scales", "under the umbrella",
    "on the warm bonnet of a car", "in the hammock",
  ]
  static let names = [
    "Biscuit", "Pixel", "Minka", "Tofu", "Olive", "Mochi", "Pepper", "Waffle", "Luna", "Fig",
    "Nori", "Pip", "Maple", "Bento", "Clover", "Ziggy", "Poppy", "Sesame", "Marzipan", "Juniper",
    "Gizmo", "Hazel", "Noodle", "Saffron", "Cosmo", "Dumpling", "Kiki", "Radish", "Basil",
    "Truffle",
  ]
  private static let deeds = [
    "discovers the bathtub", "meets the neighbour's dog", "guards the letterbox", "has seen a moth",
    "and the blue ball of wool", "helps with the crossword", "on the keyboard, again",
    "finds the warmest spot", "is not asleep", "waits for the fishing boats", "after the rain",
    "in a teacup", "against the curtain, round two", "learns to climb down",
    "listens to the kettle", "wins a staring contest", "takes the good chair", "before breakfast",
    "counts the swallows", "at the vet: very brave",
  ]
  private static let counts = ["Two", "Three", "Four", "Five", "Six tiny", "A basket of"]
}
