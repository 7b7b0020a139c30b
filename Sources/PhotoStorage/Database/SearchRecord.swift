import Foundation
package import PhotoSearch

/// Which photos were searched for, so that the search can be repeated
package struct SearchRecord: Codable, Hashable, Sendable {
  /// Its providers are those that were named; none stands for all
  package var plan: SearchPlan
  /// The recording that answered, as an absolute path; nil when the services themselves did
  package var replay: String?

  package init(plan: SearchPlan, replay: String? = nil) {
    self.plan = plan
    self.replay = replay
  }
}

/// How a search was carried out, which `more` repeats but for options that are typed then
package struct SearchSettings: Codable, Hashable, Sendable {
  /// Whether the cache alone answered
  package var isOffline: Bool
  /// How long a slow provider was waited for; nil for as long as it takes
  package var patience: Duration?
  /// How long a request could take
  package var timeout: Duration
  /// Pages that one provider was asked for at most
  package var maxRequests: Int
  /// Whether one provider that fails makes the whole search fail
  package var isStrict: Bool
  /// Whether it may stand in the history
  package var isInHistory: Bool
  /// Photos that were asked for, which `again` repeats; nil where that was not kept
  package var count: Int?

  package init(
    isOffline: Bool, patience: Duration?, timeout: Duration, maxRequests: Int,
    isStrict: Bool, isInHistory: Bool, count: Int? = nil
  ) {
    self.isOffline = isOffline
    self.patience = patience
    self.timeout = timeout
    self.maxRequests = maxRequests
    self.isStrict = isStrict
    self.isInHistory = isInHistory
    self.count = count
  }
}

/// The search that `more` continues
package struct LastSearch: Hashable, Sendable {
  package var search: SearchRecord
  package var manner: SearchSettings
  /// nil when every provider had come to its end
  package var cursor: String?
  /// Photos shown so far: the next has the number after it
  package var shown: Int

  package init(search: SearchRecord, manner: SearchSettings, cursor: String?, shown: Int) {
    self.search = search
    self.manner = manner
    self.cursor = cursor
    self.shown = shown
  }
}

extension PhotoDatabase {
  /// A value as the database has it: a line of JSON, the same for the same value
  func text(of value: some Encodable) throws(StorageError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw StorageError(.unexpected("\(error)"), path: connection.path)
    }
  }

  /// What ``text(of:)`` wrote; nil for what another version wrote or what was damaged since
  func value<Value: Decodable>(_ type: Value.Type, in text: String?) -> Value? {
    guard let text else { return nil }
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      return nil
    }
  }
}
