/// What photos show, in sentences as people write them, and the same scenes in other words as
/// others search for them
package struct Captions: Sendable {
  /// One for each photo
  package let ofPhotos: [String]
  /// Each of a scene that one of the photos shows, in other words than its own
  package let asked: [String]

  /// - Parameter seed: the same sentences for the same
  package init(photos: Int = 600, asked count: Int = 60, seed: UInt64 = 40) {
    var random = SeededRandom(seed)
    let scenes = (0..<photos).map { _ in Scene(&random) }
    let captions = scenes.map { $0.sentence(&random) }
    var asked: [String] = []
    for place in random.shuffled(Array(scenes.indices)) where asked.count < count {
      let sentence = scenes[place].sentence(&random)
      if sentence != captions[place] { asked.append(sentence) }
    }
    (ofPhotos, self.asked) = (captions, asked)
  }
}

/// Somebody or something, what it does, where, and what else is to be seen: each as one of several
/// wordings
private struct Scene {
  private let subject: [String]
  private let action: [String]
  private let place: [String]
  private let look: [String]
  private let detail: [String]

  init(_ random: inout SeededRandom) {
    let kind = random.pick(Self.kinds)
    subject = random.pick(kind.subjects)
    action = random.pick(kind.actions)
    place = random.pick(kind.places)
    look = random.pick(kind.looks)
    detail = random.pick(Self.details)
  }

  func sentence(_ random: inout SeededRandom) -> String {
    let (subject, action) = (random.pick(subject), random.pick(action))
    let (place, look) = (random.pick(place), random.pick(look))
    return switch random.number(1...6) {
    case 1: "A \(look) \(subject) \(action) \(place)."
    case 2: "A \(subject) is \(action) \(place)"
    case 3: "There is a \(look) \(subject) that is \(action) \(place)."
    case 4: "The \(subject) \(action) \(place), \(random.pick(detail))"
    case 5: "A \(look) \(subject) \(action) with \(random.pick(detail))."
    default: "A view of a \(subject) \(action) \(place) and \(random.pick(detail))"
    }
  }

  private struct Kind {
    let subjects: [[String]]
    let actions: [[String]]
    let places: [[String]]
    let looks: [[String]]

    init(subjects: String, actions: String, places: String, looks: String) {
      (self.subjects, self.actions) = (wordings(subjects), wordings(actions))
      (self.places, self.looks) = (wordings(places), wordings(looks))
    }
  }

  /// What is parted by commas, each with its wordings between slashes
  private static func wordings(_ text: String) -> [[String]] {
    text.split(separator: ", ").map { $0.split(separator: "/").map(String.init) }
  }

  private static let kinds = [
    Kind(
      subjects: """
        fisherman/man, woman/lady, boy/child, girl/child, gardener/woman, baker/man, hiker/man, \
        violinist/musician
        """,
      actions: """
        mending a net/repairing a fishing net, reading a book/reading, \
        carrying a basket of apples/holding a basket of fruit, riding a bicycle/on a bike, \
        flying a kite/with a kite, drinking tea/having a cup of tea, \
        painting a fence/painting a wooden fence, feeding pigeons/feeding birds
        """,
      places: """
        by the harbor/in the harbor, on a stone bridge/on an old bridge, \
        in a garden/between the flowers of a garden, at the market/on a market square, \
        near a lighthouse/below a lighthouse, on the beach/at the beach by the sea
        """,
      looks: """
        young/smiling, old/elderly, tired/sleepy, barefoot/barefooted
        """),
    Kind(
      subjects: """
        dog/puppy, goat/goats, donkey/donkeys, cat/kitten, fox/foxes, hen/chicken, owl/bird, \
        pony/horse
        """,
      actions: """
        sleeping/asleep, chasing a ball/running after a ball, drinking water/drinking, \
        looking at the camera/looking into the camera, climbing a wall/on top of a wall, \
        eating grass/eating hay
        """,
      places: """
        in the snow/in deep snow, on a meadow/in a field, in a barn/inside a barn, \
        below a tree/under an apple tree, on a window sill/by the window, \
        beside a river/on the bank of a river
        """,
      looks: """
        brown/reddish brown, white/snow white, black/jet black, spotted/striped
        """),
    Kind(
      subjects: """
        tram/streetcar, ferry/boat, tractor/red tractor, windmill/mill, steam train/train, \
        rowing boat/boat, hot air balloon/balloon
        """,
      actions: """
        waiting for passengers/waiting, crossing a valley/above a valley, \
        covered with frost/covered by frost, leaving the station/at a station, \
        reflected in the water/mirrored by calm water, decorated with flags/full of flags
        """,
      places: """
        at sunset/at sundown, in the fog/in thick fog, on a rainy day/in the rain, \
        in front of mountains/before a range of mountains, along the canal/beside a canal, \
        at night/by night
        """,
      looks: """
        yellow/bright yellow, blue/light blue, rusty/rusted, wooden/painted
        """),
  ]

  private static let details = wordings(
    """
    a cloudy sky/clouds, a red umbrella/an umbrella, two lanterns/lanterns, \
    a church tower/an old church, yellow leaves/autumn leaves, a wooden table/a table, \
    pumpkins/an orange pumpkin, a row of houses/houses
    """)
}
