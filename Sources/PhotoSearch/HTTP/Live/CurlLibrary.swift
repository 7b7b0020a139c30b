#if os(Linux)
  private import CCurl

  /// The machine's libcurl, loaded when the first request is made
  enum CurlLibrary {
    /// The result of loading libcurl, done once in a program
    private static let code = ccurl_start()

    /// Whether libcurl can be used
    static var isReady: Bool { code == CCURL_OK }

    /// Whether libcurl is missing, or lacks a function that is needed
    static var isMissing: Bool { code == CCURL_MISSING }

    /// Whether cancelling a transfer is immediate. Before 7.87 it waits for the host's lookup
    static let isQuick = isReady && ccurl_version() >= UInt32(CCURL_VERSION_7_87)

    /// `libcurl 7.88.1, OpenSSL/3.0.17`; nil if libcurl can't be used
    static var version: String? {
      guard isReady else { return nil }
      let tls = ccurl_tls_text().map { ", " + String(cString: $0) } ?? ""
      return "libcurl " + String(cString: ccurl_version_text()) + tls
    }
  }
#endif
