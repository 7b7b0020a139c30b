import Foundation
import PhotoSearch

extension FixtureSet {
  /// Lists of the kittens: by author and by tag, and photos like another
  static let lists: Recording = {
    guard let (topic, photos) = firstPhotos.first else { preconditionFailure("no topic") }
    let services = photos.services.map { FirstService($0, topic.words) }
    func service(_ id: ProviderID) -> FirstService? { services.first { $0.provider == id } }
    guard let flickr = service(.flickr), let unsplash = service(.unsplash),
      let openverse = service(.openverse), let commons = service(.wikimedia),
      let author = flickr.photos.first?.author, let user = unsplash.photos.first?.author,
      let tag = openverse.photos.first?.tags.first, let first = openverse.photos.first?.id,
      let file = commons.photos.first,
      let likeFile = SimilarPhotos.list(like: file.identities, from: [commons.asked])?.query,
      let title = likeFile.similar?.native
    else { preconditionFailure("the first service lacks a photo") }
    var (byAuthor, byUser, tagged) = (PhotoQuery(nil), PhotoQuery(nil), PhotoQuery(nil))
    byAuthor.filters.author = author.name
    byUser.filters.author = user.name
    tagged.filters.tag = tag
    var likeFirst = PhotoQuery(nil)
    likeFirst.similar = first
    var likePage = likeFirst
    likePage.similar = file.id
    let (nsid, username) = (last(of: author), last(of: user))
    var list = unsplash.list(byUser, at: PageCursor(ofList: username, nil)) { $0.author == user }
    list.reply.body = list.reply.body?.rows
    return Recording(
      name: "lists.har",
      exchanges: [
        flickr.looking(
          byAuthor,
          for: ["user": ["id": .string(nsid), "nsid": .string(nsid)], "stat": "ok"]),
        flickr.list(byAuthor, at: PageCursor(ofList: nsid, nil)) { $0.author == author },
        unsplash.looking(
          byUser,
          for: [
            "total": 1, "total_pages": 1,
            "results": [["username": .string(username), "name": .string(user.name ?? "")]],
          ]), list,
        flickr.list(tagged) { $0.tags.contains(tag) },
        openverse.list(byAuthor) { $0.author?.name == author.name },
        openverse.list(tagged) { $0.tags.contains(tag) },
        openverse.list(likeFirst) { $0.id != first },
        commons.list(byAuthor) { $0.author?.name == author.name },
        commons.list(tagged) { $0.id != file.id },
        commons.looking(
          likePage, for: ["batchcomplete": true, "query": ["pages": [["title": .string(title)]]]]),
        commons.list(likeFile) { $0.id != file.id },
      ])
  }()

  private static func last(of author: Author) -> String {
    let name = author.url?.lastPathComponent ?? ""
    return name.hasPrefix("@") ? String(name.dropFirst()) : name
  }
}

extension FirstService {
  /// A list of the photos that fit, as the program asks for it
  fileprivate func list(
    _ query: PhotoQuery, at cursor: PageCursor? = nil, where fits: (Photo) -> Bool
  ) -> Exchange {
    let rows = zip(pages[0], photos).filter { fits($1) }.map(\.0)
    return Exchange(target(query, at: cursor), reply(rows).reply)
  }

  /// The reply to the request that looks a list's id up
  fileprivate func looking(_ query: PhotoQuery, for body: JSONTree) -> Exchange {
    Exchange(target(query, at: nil), Reply(body))
  }

  private func target(_ query: PhotoQuery, at cursor: PageCursor?) -> Target {
    do {
      let (url, api) = (try asked.request(for: query, at: cursor).url, asked.api)
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      let base = url.absoluteString.split(separator: "?")[0]
      return Target(
        String(base),
        items.filter { item in
          !api.immaterial.contains(item.name) && api.paging[item.name] != .some(item.value)
        }.map { ($0.name, $0.value) })
    } catch { preconditionFailure("\(provider): \(error)") }
  }
}

extension String {
  /// The rows of a search's reply alone
  fileprivate var rows: String? {
    range(of: "\"results\":").map { start in String(self[start.upperBound...].dropLast()) }
  }
}
