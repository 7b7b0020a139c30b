/// One photo out of the replies about it
extension JSONPhotoProvider {
  public func photo(
    from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    if Self.showsInPage { return try photo(nil, inPage: answers.first) }
    let row = try root(of: answers.first)
    if reasonToLeaveOut(row) == .video { throw video(row["id"]?.text) }
    return try reading { () throws(JSONProblem) in
      var photo = try photo(in: row)
      guard !photo.renditions.isEmpty else { throw row.problem("no picture") }
      photo.details = details(in: row)
      return photo
    }
  }

  public func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    Self.showsInPage
      ? try photo(native, inPage: answers.first) : try photo(from: answers)
  }

  /// A photo out of a reply that is a page of rows
  ///
  /// - Parameters:
  ///   - native: its id; nil for the first there is
  ///   - answer: the reply, or why there is none
  /// - Throws: what it failed with, `unreadable`, and `noSuchPhoto`.
  public func photo(
    _ native: String?, inPage answer: Result<WebReply, ProviderError>?
  ) throws(ProviderError) -> Photo {
    let root = try root(of: answer)
    let found = try reading { () throws(JSONProblem) in
      let rows = try self.rows(in: JSONReply(root: root, headers: [:])).rows
      // A drawing is left out of a search, and shown to whom it is named by.
      for row in rows.prefix(Self.mostRows) where [nil, .drawing].contains(reasonToLeaveOut(row)) {
        for photo in try photos(in: row).compactMap(\.self)
        where !photo.renditions.isEmpty && photo.id.native == native ?? photo.id.native {
          var photo = photo
          photo.details = details(in: row)
          return photo as Photo?
        }
      }
      return nil
    }
    guard let found else {
      throw ProviderError(id, .noSuchPhoto(native.map { "\(profile.photoID($0))" } ?? "it"))
    }
    return found
  }

  /// That what was asked for as a photo is a video
  ///
  /// - Parameter native: its id; nil when it doesn't say
  public func video(_ native: String?) -> ProviderError {
    ProviderError(id, .video(native.map { "\(profile.photoID($0))" } ?? "it"))
  }

  /// The JSON in an answer about a photo
  ///
  /// - Throws: what it failed with, and `unreadable`.
  public func root(
    of answer: Result<WebReply, ProviderError>?
  ) throws(ProviderError) -> JSONValue {
    guard let answer else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    let response = try answer.get()
    return try reading { () throws(JSONProblem) in try root(of: response) }
  }
}
