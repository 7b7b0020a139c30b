import CommandSyntax
import Foundation
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// Answers the calls of an assistant's tools, with what they share: the session, the options, and
/// the photos of earlier answers
struct AssistantCalls: Sendable {
  let session: Session
  let options: AssistantOptions
  let cursors: CursorHandles
  let database: SharedDatabase
  /// The database for changes of favorites
  let undoable: UndoableDatabase
  /// Photos of earlier answers
  let photoCache = PhotoCache(limit: 5_000)

  init(session: Session, options: AssistantOptions) {
    self.session = session
    self.options = options
    let console = session.console
    database = SharedDatabase(at: console.folders.database)
    undoable = UndoableDatabase(database)
    cursors = CursorHandles(in: console.keepsHistory ? database : nil) { error in
      console.note("imgsearch: lists can't be continued later: \(ErrorText.line(error))")
    }
  }

  /// - Throws: `CancellationError`; any other failure is the answer.
  func call(
    _ tool: AssistantTool, _ arguments: JSONValue?, progress: @escaping ToolProgress
  ) async throws -> ToolAnswer {
    do {
      return try await tool.work(self, ToolArguments(arguments, of: tool), progress)
    } catch {
      try Task.checkCancellation()
      return .failure(Self.words(for: error))
    }
  }

  /// The words for an error, on one line
  static func words(for error: any Error) -> String {
    let lines = ErrorText.line(error, for: .assistant).components(at: "\n", keepsEmpty: false)
    return SafeText.line(lines.map { $0.trimmed }.joined(separator: ". "), jsonBytes: 1_000)
  }

  // MARK: - Photos that calls name

  /// The photo that a text names, as an earlier answer had it or as it was last stored
  ///
  /// - Throws: a usage failure for a text that names no photo.
  func reference(to text: String) async throws -> PhotoReference {
    await photoCache.reference(to: try Self.id(text), else: session.photos.openLookup())
  }

  /// The id of the photo that a text names
  ///
  /// - Throws: a usage failure for a text that names no photo.
  static func id(_ text: String) throws -> PhotoID {
    if let id = ifReadable({ try PhotoOperand(text.trimmed).id() }) { return id }
    throw CommandFailure.usage(
      "'\(SafeText.line(text, jsonBytes: 60))' names no photo; give an id as answers have it, such as "
        + "flickr:43213681030, or the address of a photo's page")
  }

  /// The photos with these names, without repeats, each found by a function; one that fails doesn't
  /// stop the others
  ///
  /// - Returns: photos that can be passed on, see ``Photo/fitted(title:names:)``.
  /// - Throws: a failure with all reasons, if no photo is found.
  func photos(
    named names: [String], _ find: (PhotoReference) async throws -> Photo
  ) async throws -> ToolOutcome<Photo> {
    var outcome = ToolOutcome<Photo>(words: Self.words)
    // An id and a page's address may name the same photo.
    var ids = Set<PhotoID>()
    lazy var lookup = session.photos.openLookup()
    try await outcome.each(names.distinct(by: \.trimmed)) { name, found in
      let reference = await photoCache.reference(to: try Self.id(name), else: lookup)
      guard ids.insert(reference.id).inserted else { return }
      let photo = try await find(reference)
      guard photo.id == reference.id || ids.insert(photo.id).inserted else { return }
      guard photo.fitted(title: 80) != nil else {
        throw ArgumentProblem("its id or page isn't fit to be passed on")
      }
      await photoCache.store(photo)
      found.append(photo)
    }
    try outcome.check(hasResult: !outcome.found.isEmpty)
    return outcome
  }
}

/// The options of `mcp`
struct AssistantOptions: Sendable {
  let requests: RequestOptions
  let settings: SearchSettings
  /// Defaults for arguments that a search leaves out, by their names in config.json
  let defaults: [String: [String]]
  /// The folder for pictures; nil if none may be saved
  let folder: DownloadFolder?
  /// Whether there are no tools that change something
  let isReadOnly: Bool
  /// Whether a tool reads the search history
  let hasHistory: Bool

  /// - Throws: a usage failure, also for defaults that exclude each other.
  init(_ arguments: Arguments) throws {
    guard arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "mcp takes no words; to search for them: imgsearch search mcp "
          + arguments.operands.joined(separator: " "))
    }
    _ = try SearchRequest(arguments)
    requests = RequestOptions(arguments.options)
    var settings = SearchSettings(arguments)
    // Not from config.json: a person asks for more pages at a time than an assistant should.
    settings.maxRequests = arguments.value(OptionTable.assistantMaxRequests)
    self.settings = settings
    isReadOnly = arguments.value(OptionTable.readOnly)
    hasHistory = arguments.value(OptionTable.assistantHistory)
    defaults = arguments.options.planned
    folder = arguments.value(OptionTable.assistantFolder).map {
      DownloadFolder($0, embeds: arguments.value(OptionTable.embed))
    }
  }
}

/// `imgsearch mcp`: a server of the Model Context Protocol on standard input and output
///
/// Standard output only has the protocol's messages.
struct AssistantCommand {
  let options: AssistantOptions
  let console: Console

  func run() async throws -> ExitCode {
    // Checked now, rather than at the first download
    if let folder = options.folder { try PictureFolder.check(folder.url) }
    if isatty(STDIN_FILENO) == 1 {
      console.note(
        "This server waits for Model Context Protocol messages from the assistant that starts it: "
          + "see imgsearch help mcp. Ctrl-C ends it")
    }
    let input = LineReader()
    let session = try Session(options.requests, console: console)
    try await session.finishing {
      let tools = AssistantCalls(session: session, options: options)
      let server = ToolServer(
        name: "imgsearch", version: UserAgent.version, tools: AssistantTool.offered(options),
        instructions: AssistantTool.instructions, call: tools.call, write: console.print)
      try await server.run(input)
    }
    return .success
  }
}
