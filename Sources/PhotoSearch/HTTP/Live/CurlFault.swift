#if os(Linux)
  private import CCurl
  private import Glibc

  /// Words for people about a transfer that failed
  ///
  /// libcurl's own words aren't used: they may contain the address, and with it a key.
  enum CurlFault {
    static let cut = "the reply was cut off"
    static let endlessHead = "the head of its reply has no end"
    static let unsendable = "the address or a field of the request can't be sent"
    static let unreadableHead = "the head of the reply can't be read"

    /// - Parameters:
    ///   - code: libcurl's result, `CCURL_…`
    ///   - easy: the transfer
    ///   - encoding: the reply's Content-Encoding
    ///   - hasProxy: whether the request may have gone to a proxy
    static func words(_ code: Int32, of easy: OpaquePointer, encoding: String?, hasProxy: Bool)
      -> String
    {
      switch Int(code) {
      case CCURL_UNSUPPORTED_PROTOCOL: "what answers doesn't speak HTTP"
      case CCURL_URL_MALFORMAT: "the address can't be used"
      case CCURL_COULDNT_RESOLVE_HOST: "there is no such host, or no network"
      case CCURL_COULDNT_CONNECT:
        connection(errorNumber(easy)) + (hasProxy ? ", or https_proxy's is" : "")
      case CCURL_COULDNT_RESOLVE_PROXY, CCURL_PROXY: "the proxy of https_proxy can't be used"
      case CCURL_WEIRD_SERVER_REPLY: unreadableHead
      case CCURL_PARTIAL_FILE: cut
      case CCURL_HTTP2, CCURL_HTTP2_STREAM: "the reply breaks the rules of HTTP/2"
      case CCURL_OPERATION_TIMEDOUT: "it didn't answer in time"
      case CCURL_GOT_NOTHING: "it hung up without a reply"
      case CCURL_SEND_ERROR, CCURL_RECV_ERROR: exchange(easy)
      case CCURL_SSL_CONNECT_ERROR, CCURL_SSL_CERTPROBLEM: "no secure connection can be made"
      case CCURL_PEER_FAILED_VERIFICATION: certificate(number(easy, CCURL_INFO_SSL_VERIFYRESULT))
      case CCURL_SSL_CACERT_BADFILE:
        "the certificates of this machine can't be read (SSL_CERT_FILE)"
      case CCURL_BAD_CONTENT_ENCODING: compression(encoding)
      // The decoder reached its end and more bytes came: we refuse no bytes without a reason.
      case CCURL_WRITE_ERROR where encoding != nil:
        "the reply is compressed in several pieces, or has something behind its end"
      default: "the connection failed (\(code))"
      }
    }

    private static func number(_ easy: OpaquePointer, _ info: Int) -> Int {
      Int(ccurl_number(easy, Int32(info)))
    }

    private static func errorNumber(_ easy: OpaquePointer) -> Int32 {
      Int32(truncatingIfNeeded: number(easy, CCURL_INFO_OS_ERRNO))
    }

    private static func connection(_ error: Int32) -> String {
      switch error {
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: "there is no network"
      case ETIMEDOUT: "it didn't answer in time"
      default: "the connection is refused"
      }
    }

    private static func exchange(_ easy: OpaquePointer) -> String {
      let proxy = number(easy, CCURL_INFO_HTTP_CONNECTCODE)
      if proxy != 0, proxy / 100 != 2 { return "the proxy of https_proxy refused it (\(proxy))" }
      return switch errorNumber(easy) {
      case ECONNRESET, EPIPE: "the connection was reset"
      default: cut
      }
    }

    /// Words for OpenSSL's verification result (x509_vfy.h)
    private static func certificate(_ result: Int) -> String {
      switch result {
      case 9: "its certificate isn't valid yet"
      case 10: "its certificate has expired"
      case 18, 19: "its certificate is signed by itself"
      case 2, 20, 21: "its certificate is signed by nobody that this machine trusts"
      // The certificate itself is valid.
      case 0, 1: "its certificate is for another name"
      default: "its certificate isn't accepted"
      }
    }

    private static func compression(_ encoding: String?) -> String {
      let decodable: Set<String> = ["gzip", "x-gzip", "deflate", "br", "zstd", "identity", "none"]
      let names = (encoding ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
      return decodable.isSuperset(of: names)
        ? "the reply is compressed wrongly" : "the reply is compressed in an unknown way"
    }
  }
#endif
