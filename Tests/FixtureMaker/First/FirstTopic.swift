/// Words of the first set, and photos enough for all services
struct FirstTopic: Sendable {
  let words: String
  /// The recording's file
  let file: String
  let tags: [String]
  /// Titles by the scene of `Tests/Pictures/draw.py` that they are about, nine of each
  let scenes: [(name: String, titles: [String])]
  let nasa: [String]
  /// Common and scientific names
  let species: [(String, String)]
  /// Titles at the WordPress Photo Directory, Europeana and Finna, each about the topic's next
  /// scene
  var archived: [String] = []

  private static func scene(
    _ name: String, _ titles: String...
  ) -> (name: String, titles: [String]) { (name, titles) }

  static let all = [kittens, harbor, redPanda]

  private static let kittens = FirstTopic(
    words: "kittens", file: "kittens.har",
    tags: ["kitten", "cat", "pet", "cute", "animal", "whiskers", "fur"],
    scenes: [
      scene(
        "at_a_window", "Kitten at the window", "Two on the windowsill",
        "Waiting for the rain to stop", "The best seat in the house", "Watching the street wake up",
        "Winter light and a kitten", "Is dinner on its way?", "A view over the roofs",
        "Guardian of the window"),
      scene(
        "close", "Whiskers", "Portrait of a kitten", "Those eyes", "Kitten, close up", "Hello, you",
        "A very serious kitten", "Nose to nose", "Soft light on a tabby", "Nine weeks old"),
      scene(
        "on_a_wall", "On the garden wall", "A wall in the sun", "Siesta on warm bricks",
        "The kitten who owns the wall", "Keeping watch over the garden",
        "Nothing to do until supper", "Neighbors on the wall", "First climb, first rest",
        "Afternoon in the old town"),
      scene(
        "peeking", "Peeking over the flowers", "Hide and seek", "Who is there?",
        "Behind the hill, waiting", "Ears above the grass", "Ready to pounce",
        "A small tiger in the meadow", "Kitten among the wildflowers", "Found you"),
      scene(
        "on_a_hill", "Evening on the hill", "A kitten and the setting sun",
        "Looking out over the valley", "The long way home", "Alone with the sky",
        "First walk outside", "Hilltop kitten", "Just before the storm", "Counting the swallows"),
    ],
    nasa: [
      "The Cat’s Paw Nebula", "The Cat’s Eye Nebula, seen in infrared light",
      "Kitten, a rock on the slope of Mount Sharp", "A moonlet named for a ship’s cat",
    ],
    species: [
      ("Domestic Cat", "Felis catus"), ("European Wildcat", "Felis silvestris"),
      ("Sand Cat", "Felis margarita"), ("Bobcat", "Lynx rufus"),
    ],
    archived: [
      "Kittens in the morning sun", "Three kittens and a ball of wool", "Kittens on the porch",
      "Kittens in a basket, glass plate", "The photographer’s kittens", "Kittens at the dairy",
    ])

  private static let harbor = FirstTopic(
    words: "harbor", file: "harbor.har",
    tags: ["harbor", "sea", "boat", "water", "coast", "sky", "travel"],
    scenes: [
      scene(
        "by_the_sea", "Leaving the harbor", "A sail off the headland", "Out with the tide",
        "One boat, one morning", "Home before dark", "Wind from the west",
        "The bay in early summer", "Last sail of the season", "Glitter on the water"),
      scene(
        "along_the_quay", "Harbor at first light", "Houses along the quay",
        "Fishing boats, resting", "Market day at the old harbor", "Nets drying on the quay",
        "Sunday on the waterfront", "Blue hour, pier 4", "Seven boats and a gull",
        "After the catch"),
      scene(
        "by_the_lighthouse", "The light at the harbor mouth", "Lighthouse, low tide",
        "Keeping the ships off the rocks", "Two flashes every ten seconds",
        "The breakwater at dusk", "Where the harbor ends", "Red lighthouse, calm sea",
        "Waiting for the pilot boat", "A beacon and its reflection"),
      scene(
        "under_the_cranes", "Cranes at work", "Container terminal, night shift",
        "The harbor that never sleeps", "Unloading before noon", "A freighter at berth 12",
        "Steel giants at sunrise", "Colors of the container port", "Ship to shore",
        "The other side of the harbor"),
      scene(
        "at_anchor", "Sailboats at anchor", "Masts in the morning calm", "Marina, almost asleep",
        "A forest of masts", "Mirror of the marina", "Regatta, the evening before",
        "Still water, tall masts", "Moored for the winter", "Bay of a hundred boats"),
    ],
    nasa: [
      "Harbor lights, seen from the space station", "Pearl Harbor from orbit",
      "A harbor on Titan’s northern sea", "Sydney Harbour by moonlight",
    ],
    species: [
      ("Harbor Seal", "Phoca vitulina"), ("Harbor Porpoise", "Phocoena phocoena"),
      ("European Herring Gull", "Larus argentatus"), ("Great Cormorant", "Phalacrocorax carbo"),
    ],
    archived: [
      "Small boats in the harbor", "Harbor walk in spring", "Evening over the harbor",
      "The harbor from the church tower", "Herring fleet in the harbor", "Ice in the harbor",
    ])

  private static let redPanda = FirstTopic(
    words: "red panda", file: "red-panda.har",
    tags: ["redpanda", "animal", "wildlife", "forest", "bamboo", "nature", "zoo"],
    scenes: [
      scene(
        "on_a_branch", "Red panda on a branch", "High above the valley", "A good branch", "Balance",
        "The climber", "Red panda, looking back", "In the old oak", "Morning in the canopy",
        "Tail and all"),
      scene(
        "asleep_on_a_branch", "Asleep in the treetop", "Red panda siesta", "Do not disturb",
        "Four paws hanging", "The art of the nap", "Sunday afternoon, red panda",
        "Dreaming of bamboo", "A warm branch", "Sleeping through the fog"),
      scene(
        "among_bamboo", "Breakfast of bamboo", "Among the bamboo", "Red panda in the green",
        "A leaf at a time", "The bamboo thicket", "Lunch, the first of many", "Quiet in the bamboo",
        "Behind the stems", "Bamboo, and who eats it"),
      scene(
        "panda_portrait", "Portrait of a red panda", "White ears", "Face to face with a red panda",
        "The mask", "A curious look", "Red panda, three years old", "Nose first", "Autumn colors",
        "Friendly neighbor"),
      scene(
        "in_the_snow", "First snow for the red panda", "Red panda in winter", "Warm coat, cold day",
        "Snowflakes on red fur", "Tracks in the snow", "The long winter", "Built for the cold",
        "Snow day", "Red on white"),
    ],
    nasa: [
      "A red giant in Panda’s Tail", "Red Panda, a crater on Mercury",
      "The Panda Cluster in red light", "Himalayan home of the red panda, from orbit",
    ],
    species: [
      ("Himalayan Red Panda", "Ailurus fulgens"), ("Chinese Red Panda", "Ailurus styani"),
      ("Himalayan Red Panda", "Ailurus fulgens"), ("Himalayan Red Panda", "Ailurus fulgens"),
    ],
    archived: [
      "A red panda in the rain", "Red panda cub at the zoo", "The red panda and its tree",
      "Red panda, lantern slide", "Keeper with a red panda", "A red panda in Helsinki",
    ])

  /// What the lists without words show
  static let today = FirstTopic(
    words: "today", file: "list.har",
    tags: ["landscape", "nature", "light", "travel", "outdoors", "sky"],
    scenes: [
      scene(
        "by_the_sea", "Evening off the coast", "Salt in the air", "A sail in the distance",
        "South wind", "Tide"),
      scene(
        "by_a_lake", "Mirror lake", "The far shore", "Before the first swimmers", "Still",
        "Lake in October"),
      scene(
        "among_mountains", "A tent below the ridge", "Camp two", "Above the tree line", "Thin air",
        "The pass"),
      scene(
        "in_a_misty_forest", "Fog between the pines", "Forest, seven in the morning", "Pines",
        "A path in the mist"),
      scene("over_dunes", "Dunes at dusk", "Footprints", "The sand sea", "Desert morning"),
      scene(
        "above_a_town", "Roofs of the old town", "Lights going on", "Chimneys", "A town wakes up"),
    ],
    nasa: [], species: [])

  static let authors = [
    Person("Marlene Fichtenau", "marlenef", "Graz, Austria"),
    Person("Fenwick Larkspur", "fenlark", "Bath, England"),
    Person("Tobi Apfelbaum", "tobiapfel", "Bremen, Germany"),
    Person("Odalys Brisamar", "odabrisa", "Cádiz, Spain"),
    Person("Ottoline Featherstone", "ottofeather", "Cork, Ireland"),
    Person("Anjali Chandrapur", "anjalic", "Mysuru, India"),
    Person("Ilmari Koivula", "koivula", "Oulu, Finland"),
    Person("Bruna Pedravelha", "brunapv", "Porto, Portugal"),
    Person("Casimir Wolkenstein", "casimirw", "Basel, Switzerland"),
    Person("Rosalba Limoncello", "rosalbal", "Amalfi, Italy"),
    Person("Theo Clairefontaine", "theoclair", "Nantes, France"),
    Person("Hana Moriyuki", "hanamori", "Nara, Japan"),
    Person("Emma Lindqvist", "emmalind", "Visby, Sweden"),
    Person("Jonah Weatherby", "jweatherby", "Halifax, Canada"),
    Person("Priya Kestrelwood", "kestrelwood"), Person("Paw Parade", "pawparade"),
    Person("Nikos Thalassinos", "nikothal", "Naxos, Greece"), Person("Sam Oakenhill", "samoak"),
  ]
}
