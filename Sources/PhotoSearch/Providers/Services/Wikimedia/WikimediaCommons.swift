import Foundation
import Platform

extension ProviderID {
  /// Wikimedia Commons
  public static let wikimedia = ProviderID(rawValue: "wikimedia")
  /// Commons' featured pictures, the latest choice first
  package static let wikimediaFeatured = ProviderID(rawValue: "wikimedia-featured")
}

/// Wikimedia Commons, the media archive of Wikipedia: search, and single files
///
/// MediaWiki's [search](https://www.mediawiki.org/wiki/API:Search) as a generator of pages, with
/// [imageinfo](https://www.mediawiki.org/wiki/API:Imageinfo) for each. No key.
struct WikimediaCommons: WikimediaAdapter {
  static let profile = ProviderProfile(
    id: .wikimedia, name: "Wikimedia Commons", service: "wikimedia", kind: .search, key: nil,
    terms: address("https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use"),
    secureHosts: ["wikimedia.org", "wikipedia.org"],
    collecting: .allowed(
      source: address(
        "https://commons.wikimedia.org/wiki/Commons:Reusing_content_outside_Wikimedia")),
    wantsAllWords: true, renamesPictures: true)

  static let api = APIDescription(
    defaultBase: address("https://commons.wikimedia.org/w/api.php"),
    mark: ("generator", "search"),
    // Limits of wikitech.wikimedia.org/wiki/Robot_policy
    requestsAtOnce: ["commons.wikimedia.org": 1, "upload.wikimedia.org": 2],
    immaterial: [
      "format", "formatversion", "prop", "iiprop", "iiurlwidth", "iiextmetadatafilter", "maxlag",
      "origin", "callback",
    ],
    defaults: ["gsrsort": "relevance"],
    paging: ["gsroffset": nil, "continue": nil, "iicontinue": nil])

  /// A page has as many files as Commons makes thumbnails for in one reply
  ///
  /// Commons has no filter for safety. It is searched even so by default, as a library of knowledge
  /// with few pictures that need such a filter.
  static let feed = ProviderFeed(
    query: { search($0 ?? "").items },
    // A word before a minus must match, even if OR joins it; so words to leave out come first.
    in: WordForm(
      clearing: .all, hasQuotes: true, operators: operators, longest: 300, minus: .beforeWords,
      secondTry: .any(joinedBy: " OR ")),
    constants: [("gsrnamespace", "6")], pages: .linked(50, as: "gsrlimit"),
    filters: [
      .byRow(\.orientation), .byRow(\.licenses), .byRow(\.since), .byRow(\.until),
      // Sent among the words of the search, see `call(for:)`
      .byService(\.minWidth, andByRow: true) { _ in [] },
      .byService(\.minHeight, andByRow: true) { _ in [] },
      .byService(\.minMegapixels, andByRow: true) { _ in [] },
      .byService(\.sort, "gsrsort", [.latest: "create_timestamp_desc"]),
      // Captions and depicted things are searched in this language.
      .language("uselang") { $0.rawValue.lowercased() },
    ],
    lists: [
      // A name among the words of a file's page; who uploaded the file needn't have made it.
      .author { quoted($0).map { search($0) } },
      .tag { quoted($0).map { search("incategory:\($0)") } },
      .similar(
        by: ListLookup({ CommonsTitle.pageID($0).map { call([("pageids", $0)]) } }) {
          reply, _ in reply["query"]?["pages"]?.elements?.first?["title"]?.string
        }
      ) { quoted($0).map { search("morelikethis:\($0)") } },
    ])

  private static func search(_ words: String) -> APICall {
    call([("generator", "search"), ("gsrsearch", "filetype:bitmap \(words)")])
  }

  /// A text in quotes; nil if nothing is left of it without those that it has
  private static func quoted(_ text: String) -> String? {
    PlainText.folded(text.replacing(each: "\"", by: " ")).map { "\"\($0)\"" }
  }

  /// The name in the page of an author or of an author's photographs, `/wiki/Creator:Ansel_Adams`
  func author(at page: URL) -> String? {
    let title = Self.part(of: page, at: ["commons.wikimedia.org"], behind: ["wiki"])?
      .replacing(each: "_", by: " ")
    guard let title else { return nil }
    return ["User:", "Creator:", "Category:Photographs by "].first(where: title.begins)
      .flatMap { PlainText.folded(String(title.dropFirst($0.count))) }
  }

  /// Operators and keywords of [CirrusSearch](https://www.mediawiki.org/wiki/Help:CirrusSearch) and
  /// of Commons' structured data
  private static let operators = Set(
    """
    OR AND NOT incategory: deepcat: intitle: insource: hastemplate: linksto: haswbstatement: \
    wbstatementquantity: inlabel: incaption: hascaption: hasdescription: haslicense: filetype: \
    filemime: filesize: filew: fileh: fileres: filebits: prefix: subpageof: morelike: \
    morelikethis: inlanguage: creationdate: lasteditdate: pageid: nearcoord: neartitle:
    """.components(at: " ").map(String.init))

  let access: APIAccess

  /// Adds sizes to the words of the search, which has [keywords for
  /// them](https://www.mediawiki.org/wiki/Help:CirrusSearch); its resolution is the square root of
  /// width times height
  func call(for query: PhotoQuery) -> APICall {
    let filters = query.filters
    let resolution = filters.minMegapixels.map { Int(($0 * 1_000_000).squareRoot()) }
    let measures = [
      ("filew", filters.minWidth), ("fileh", filters.minHeight), ("fileres", resolution),
    ].compactMap { word, least in least.map { "\(word):>\($0 - 1) " } }
    var call = Self.feed.call(for: query)
    // Another language in the middle of a list would change its order.
    if query.isOfVersion2 { call.items.removeAll { $0.0 == "uselang" } }
    for index in call.items.indices where call.items[index].0 == "gsrsearch" {
      call.items[index].1 = call.items[index].1.map { measures.joined() + $0 }
    }
    return call
  }

  /// Sorts rows by the rank that each has as its `index`
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    try rows(in: reply) { row, place in row["index"]?.integer ?? place + 1 }
  }
}

/// Commons' featured pictures, the latest choice first
///
/// The members of a [category](https://www.mediawiki.org/wiki/API:Categorymembers) are requested as
/// a generator of pages. These come in no order, so the same members are requested a second time as
/// a list, which has the order. A page may be short, because members that aren't files are dropped.
struct WikimediaFeatured: WikimediaAdapter {
  static let profile = WikimediaCommons.profile.list(
    .wikimediaFeatured, name: "Wikimedia Commons featured pictures")

  static let api = APIDescription(
    defaultBase: WikimediaCommons.api.defaultBase,
    mark: ("generator", "categorymembers"),
    requestsAtOnce: WikimediaCommons.api.requestsAtOnce,
    immaterial: WikimediaCommons.api.immaterial.union(["cmlimit", "cmprop"]),
    paging: ["gcmcontinue": nil, "cmcontinue": nil, "continue": nil, "iicontinue": nil])

  static let feed = ProviderFeed(
    query: { _ in call([("generator", "categorymembers")]).items },
    constants: members("gcm") + [("list", "categorymembers")] + members("cm")
      + [("cmlimit", "50"), ("cmprop", "ids|timestamp")],
    pages: .linked(50, as: "gcmlimit"),
    filters: [.byRow(\.orientation), .byRow(\.licenses), .byRow(\.since), .byRow(\.until)])

  let access: APIAccess

  /// Parameters for the same members, with the prefix of the generator or of the list
  private static func members(_ prefix: String) -> [(String, String?)] {
    [
      (prefix + "title", category), (prefix + "namespace", "6"), (prefix + "sort", "timestamp"),
      (prefix + "dir", "desc"),
    ]
  }

  private static let category = "Category:Featured pictures on Wikimedia Commons"

  /// Sorts rows by their place in the list; pages that it doesn't name come last
  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let members = reply.root["query"]?["categorymembers"]?.elements ?? []
    let ranks = Dictionary(
      members.enumerated().compactMap { rank, member in Self.pageID(member).map { ($0, rank) } },
      uniquingKeysWith: min)
    return try rows(in: reply) { row, _ in Self.pageID(row).flatMap { ranks[$0] } ?? .max }
  }
}
