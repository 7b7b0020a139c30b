/// Somebody invented who takes pictures
struct Person: Hashable, Sendable {
  let name: String
  /// Lower-case letters and digits
  let username: String
  let place: String?

  /// As Flickr writes user ids
  var nsid: String {
    let number = username.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 900_000 } + 99_000_000
    return "\(number)@N\(number % 2 == 0 ? "09" : "03")"
  }

  init(_ name: String, _ username: String, _ place: String? = nil) {
    self.name = name
    self.username = username
    self.place = place
  }

  static let all = [
    Person("Marlene Fichtenau", "marlenef", "Graz, Austria"), Person("Tobi Apfelbaum", "tobiapfel"),
    Person("花森 ゆき", "hanamoriyuki", "Nara, Japan"), Person("Odalys Brisamar", "odabrisa", "Cádiz"),
    Person("苏小鱼", "suxiaoyu"), Person("Fenwick Larkspur", "fenlark", "Bath, England"),
    Person("Йорданка Снежкова", "snezhkova"), Person("Ilmari Koivumetsä", "koivumetsa", "Oulu"),
    Person("دانة الياسمين", "danayasmin"), Person("Bruna Pedravelha", "brunapv", "Porto"),
    Person("Casimir Wolkenstein-Blau", "casimirwb"), Person("하늘이 봄", "haneulbom", "Jeonju"),
    Person("Petronella Zilverberg", "petrazilver"), Person("O’Malley & Daughters", "omalleyd"),
    Person("Anjali Chandrapur", "anjalic", "Mysuru"), Person("גל ים־סוף", "galyamsuf"),
    Person("Théodule Clairefontaine", "theoclair", "Nantes, France"),
    Person("kit10s_daily", "kit10s"),
    Person("Rosalba Limoncello", "rosalbal", "Amalfi"), Person("Sörmlands Katthem", "katthem"),
    Person("Zdeněk Jabloňový", "zdenekj", "Brno"), Person("Ewa Łąkowa", "ewalaka"),
    Person("Ottoline Featherstone", "ottofeather", "Cork, Ireland"),
    Person("🐾 Paw Parade", "pawparade"),
    Person("Nikolaos Thalassinos", "nikothal", "Naxos"), Person("Emre Çınaraltı", "emrecinar"),
  ]
}
