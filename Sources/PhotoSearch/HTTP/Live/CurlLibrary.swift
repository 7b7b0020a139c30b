#if os(Linux)
  private import CCurl

  /// The machine's libcurl, loaded when the first request is made
  enum CurlLibrary {
    /// Once for a program
    private static let code = ccurl_start()

    /// Whether there is one that can be used
    static var isReady: Bool { code == CCURL_OK }

    /// Whether there is none, or one that lacks what is needed
    static var isMissing: Bool { code == CCURL_MISSING }

    /// Since 7.87 a transfer that is given up doesn't wait for the name of its host
    static let isQuick = isReady && ccurl_version() >= UInt32(CCURL_VERSION_7_87)

    /// `libcurl 7.88.1, OpenSSL/3.0.17`; nil where none can be used
    static var version: String? {
      guard isReady else { return nil }
      let tls = ccurl_tls_text().map { ", " + String(cString: $0) } ?? ""
      return "libcurl " + String(cString: ccurl_version_text()) + tls
    }
  }
#endif
