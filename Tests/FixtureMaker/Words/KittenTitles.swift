/// Titles that people give to pictures of kittens
enum KittenTitles {
  /// Each used at most once; in the languages that photo sites are written in
  static let curated = [
    "First snow, first paw prints", "子猫のお昼寝", "Nap time 😴🐾", "Kätzchen auf der Fensterbank",
    "Who ate the yarn?", "小貓曬太陽", "قطة صغيرة على النافذة", "Chaton endormi près du poêle",
    "Guardian of the radiator", "고양이 낮잠 시간", "Gatitos al sol de la mañana", "A very small tiger",
    "גורת חתולים ישנה בשמש", "Котёнок на подоконнике", "縁側の三毛猫", "Drei Fellknäuel im Wäschekorb",
    "Team breakfast 👨‍👩‍👧‍👦🐱", "窗台上的小奶猫", "Biscuit learns about gravity", "L’heure du goûter",
    "¿Quién tiró la maceta?", "ลูกแมวหลับกลางวัน", "Micino curioso tra i limoni",
    "Minik kedi, büyük esneme",
    "こたつから出ない", "Monday, according to Pixel", "Kociak śpi na książkach", "खिड़की पर बिल्ली का बच्चा",
    "Poesje in de boekenkast", "The box was for something else", "وقت القيلولة", "Gatinho à janela",
    "창가의 새끼 고양이", "Koťátko a klubíčko", "Me\u{300}o con ngu\u{309} trưa trên ghế",
    "Three siblings, one cushion", "Кошеня і клубок ниток", "第一次看到雪", "Γατάκι στο μπαλκόνι",
    "Waving hello 👋🏽", "Kattungen på kökssoffan", "Der kleine Kater schläft endlich",
    "段ボール箱がいちばん", "بچه گربه و توپ کاموا", "Kissanpentu sohvalla", "La siesta más corta del año",
    "🐈‍⬛ at midnight", "Whiskers & morning light", "Petit félin, grande curiosité",
    "Five minutes after the vacuum cleaner", "猫の日 🐱🐱🐱", "I <3 kittens", "Kitten no. 1️⃣ of 5️⃣",
    "Cafe\u{301} kitten, Montréal", "השכן החדש שלנו", "🇫🇮 forest kitten", "Kiskutya? Nem, kiscica!",
    "Pisică mică, vis mare", "Lunch break on the windowsill", "Mačiatko v záhrade",
  ]

  /// Ones that no program may stumble over; what is odd about each is in Fixtures/odd/README.md
  enum Odd {
    static let empty = ""
    static let markup = "Tom &amp; Jerry&#39;s <b>kitten</b> &lt;3 &quot;Minka&quot;"
    static let hostile =
      "\u{1B}[31mred\u{1B}[0m \u{202E}nettik\u{202C} \u{7}\u{9B}2J"
      + "\u{1B}]8;;https://evil.example\u{7}click me\u{1B}]8;;\u{7}"
    static let script = "\"><script>alert('kitten')</script>"
    static let formula = "=HYPERLINK(\"https://evil.example\",\"kitten\")"
    static let lines = "Two lines\nand\ta tab"
    static let invisible = "Kit\u{200B}ten\u{FEFF} with\u{AD} nothing\u{2060} to see"
    static let stacked = "K\u{30A}\u{325}i\u{30A}\u{325}t\u{303}\u{330}t\u{303}\u{330}e\u{308}n"
    static let long =
      "The kitten who came with the milk in the morning, slept through the first storm of autumn"
      + " in a drawer of the kitchen dresser that nobody had closed, was looked for by the whole"
      + " street with torches and a tin of sardines, and walked in through the front door at"
      + " breakfast as if nothing at all had happened, which, as far as she was concerned, was"
      + " the case, the sardines excepted, about which she had a question"
    static let path = "../../etc/kitten\\..\\con.jpg"
  }
}
