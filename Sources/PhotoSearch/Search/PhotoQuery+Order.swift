extension PhotoQuery {
  /// The same query as providers are asked it whose photos are merged by date
  package var latestFirst: PhotoQuery {
    var query = self
    query.filters.sort = .latest
    return query
  }
}
