/// Reads one photo from the replies about it
extension JSONPhotoProvider {
  public func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    let root = try root(of: answers.first)
    if Self.showsInPage { return try photo(native, inPage: root) }
    if exclusionReason(for: root) == .video { throw video(native) }
    return try reading { () throws(JSONProblem) in
      var photo = try photo(in: root)
      guard !photo.renditions.isEmpty else { throw root.problem("no picture") }
      photo.details = details(in: root)
      return photo
    }
  }

  /// Finds a photo in a reply that is a page of rows, by any of its ids at the service
  private func photo(_ native: String, inPage root: JSONValue) throws(ProviderError) -> Photo {
    let wanted = profile.photoID(native)
    let found = try reading { () throws(JSONProblem) in
      let rows = try self.rows(in: JSONReply(root: root, headers: [:])).rows
      // A search leaves drawings out, but somebody who names one may see it.
      for row in rows.prefix(Self.maxRows)
      where [nil, .drawing].contains(exclusionReason(for: row)) {
        for photo in try photos(in: row).compactMap(\.self)
        where !photo.renditions.isEmpty && photo.identities.contains(wanted) {
          var photo = photo
          photo.details = details(in: row)
          return photo as Photo?
        }
      }
      return nil
    }
    guard let found else { throw ProviderError(id, .noSuchPhoto("\(wanted)")) }
    return found
  }

  /// The error for a requested photo that turns out to be a video
  func video(_ native: String) -> ProviderError {
    ProviderError(id, .video("\(profile.photoID(native))"))
  }

  /// The JSON in a reply about a photo
  ///
  /// - Throws: the error in place of a reply, and `unreadable`.
  func root(
    of answer: Result<WebReply, ProviderError>?
  ) throws(ProviderError) -> JSONValue {
    guard let answer else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    let response = try answer.get()
    return try reading { () throws(JSONProblem) in try root(of: response) }
  }
}
