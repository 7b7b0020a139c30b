import Foundation
import Testing

@testable import PhotoSearch

/// What each service is asked for a page and for a photo; ``FilterSupportTests`` has the filters
@Suite struct ServiceRequestTests {
  @Test(
    arguments: [
      (
        .unsplash, "kittens", "3/9",
        "https://api.unsplash.com/search/photos?query=kittens&content_filter=high&page=3&per_page=30",
        ["Authorization": "Client-ID key", "Accept-Version": "v1"]
      ),
      (
        .unsplashList, "", nil, "https://api.unsplash.com/photos?page=1&per_page=30",
        ["Authorization": "Client-ID key", "Accept-Version": "v1"]
      ),
      (
        .pexels, "red cats", "3/9",
        "https://api.pexels.com/v1/search?query=red%20cats&page=3&per_page=80",
        ["Authorization": "key"]
      ),
      (
        .pexelsCurated, "", nil, "https://api.pexels.com/v1/curated?page=1&per_page=80",
        ["Authorization": "key"]
      ),
      (
        .pixabay, "red cats", "2/3",
        "https://pixabay.com/api/?q=red%20cats&image_type=photo&safesearch=true&order=popular"
          + "&page=2&per_page=200&key=key", [:]
      ),
      (
        .openverse, "black dog", nil,
        "https://api.openverse.org/v1/images/?q=black%20dog&mature=false&page=1&page_size=20", [:]
      ),
      (
        .nasa, "red planet", "2/9",
        "https://images-api.nasa.gov/search?q=red%20planet&media_type=image&page=2&page_size=100",
        [:]
      ),
      (
        .iNaturalist, "fox", nil,
        "https://api.inaturalist.org/v1/observations?q=fox&photos=true&page=1&per_page=200", [:]
      ),
      // No category, which would add other engines
      (
        .searxng, "red cats", "3",
        "http://searx.home:8080/search?q=red%20cats&format=json&safesearch=2"
          + "&engines=bing%20images%2Cduckduckgo%20images%2Cgoogle%20cse%20images%2Cbrave.images%2C"
          + "startpage%20images&pageno=3", [:]
      ),
    ] as [(ProviderID, String, String?, String, [String: String])])
  func `a page is asked for at its address, with the key in its place`(
    id: ProviderID, words: String, cursor: String?, address: String, fields: [String: String]
  ) throws {
    let provider = try id.adapter
    let request = try provider.request(
      for: provider.query(words), at: cursor.map { PageCursor($0) })
    #expect(request.url.absoluteString == address)
    for (name, value) in fields { #expect(request.headers[name] == value) }
  }

  @Test(
    arguments: [
      (
        .flickr, "black & white cats", nil,
        [
          "method": "flickr.photos.search", "api_key": "key", "format": "json",
          "nojsoncallback": "1", "text": "black white cats", "media": "photos",
          "sort": "relevance", "safe_search": "1", "per_page": "100", "page": "1",
        ]
      ),
      (
        .wikimedia, "black dog", nil,
        [
          "action": "query", "format": "json", "formatversion": "2", "generator": "search",
          "gsrsearch": "filetype:bitmap black dog", "gsrnamespace": "6", "gsrlimit": "50",
          "prop": "imageinfo", "iiprop": "url|size|mime|timestamp|extmetadata",
          "iiurlwidth": "960",
          "iiextmetadatafilter":
            "ObjectName|ImageDescription|Artist|Attribution|LicenseShortName|License|LicenseUrl"
            + "|DateTime|DateTimeOriginal|GPSLatitude|GPSLongitude",
        ]
      ),
      (
        .wordpress, "a cat, on: the sofa", "2/9",
        [
          "search": "a cat on the sofa", "search_columns": "post_content", "page": "2",
          "per_page": "100", "orderby": "relevance", "_embed": "author,wp:featuredmedia,wp:term",
        ]
      ),
      (
        .europeana, "a dog on the beach -cat", "at:AoE%2F%2B%3D",
        [
          "query": "dog beach -cat", "theme": "photography", "qf": "TYPE:IMAGE", "media": "true",
          "thumbnail": "true", "profile": "rich", "cursor": "AoE/+=", "rows": "100",
        ]
      ),
      (
        .finna, "pöllö, OR huuhkaja -kissa", "3/9",
        [
          "lookfor": "pöllö OR huuhkaja -kissa", "type": "AllFields", "page": "3", "limit": "100",
          "filter[]": #"format:"1/Image/Photo/",free_online_boolean:"1""#,
          "sort": "relevance,id asc", "lng": "en-gb",
        ]
      ),
    ] as [(ProviderID, String, String?, [String: String])])
  func `a page is asked for by its parameters, whatever lists of fields stand beside them`(
    id: ProviderID, words: String, cursor: String?, items: [String: String]
  ) throws {
    var sent = try id.adapter.items(words, at: cursor)
    for list in ["extras", "field[]"] { sent[list] = nil }
    #expect(sent == items)
  }

  @Test(
    arguments: [
      (.unsplash, "a-cat-VxRVxQnDW9I", ["https://api.unsplash.com/photos/a-cat-VxRVxQnDW9I"]),
      (
        .openverse, OpenverseReplies.uuid,
        ["https://api.openverse.org/v1/images/\(OpenverseReplies.uuid)/"]
      ),
      (
        .wordpress, "203627f31f",
        [
          "https://wordpress.org/photos/wp-json/wp/v2/photos?slug=203627f31f"
            + "&_embed=author%2Cwp%3Afeaturedmedia%2Cwp%3Aterm"
        ]
      ),
      (
        .nasa, "as11-40-5874",
        ["https://images-api.nasa.gov/search?nasa_id=as11-40-5874&media_type=image"]
      ),
    ] as [(ProviderID, String, [String])])
  func `a photo is asked for by its id`(id: ProviderID, native: String, addresses: [String]) throws
  {
    #expect(
      try id.adapter.requests(forPhoto: native).map(\.url.absoluteString) == addresses)
  }

  /// Beside those that are none anywhere, which the contract has
  @Test(arguments: [
    (ProviderID.openverse, [String(repeating: "a", count: 65)]),
    (.wikimedia, ["-1", "0", "4|5", "Cat.jpg", "Category:Cats", "File:A.jpg|File:B.jpg"]),
    (.iNaturalist, ["5-", "-9", "5-9-1", "5-x", "x"]),
    (.finna, ["kk:x.oai+1:2/3", "museo", ".1A", "museo.", "museo.a b", "museo.a&b"]),
    (.nasa, [" a", "a ", "a\u{A0}b", "a:b", "a?b", "a&b#c&d=1"]),
  ])
  func `what is no id of a service isn't asked for`(id: ProviderID, natives: [String]) throws {
    for native in natives { #expect(try id.adapter.calls(forPhoto: native).isEmpty, "\(native)") }
  }
}
