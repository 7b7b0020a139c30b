// The part of libcurl that imgsearch uses. It is declared here so that no header has to be
// installed, and loaded when it is first needed, so that a program starts without it.
//
// The numbers are libcurl's public binary interface, which never changes
// (https://curl.se/libcurl/abi.html). Features newer than 7.64 are only used if libcurl has the
// symbol or accepts the option. curl_easy_setopt and curl_easy_getinfo accept any type after their
// second argument, which Swift cannot call: the functions below have one type each.

#ifndef IMGSEARCH_CCURL_H
#define IMGSEARCH_CCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define CCURL_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CCURL_NONNULL_END _Pragma("clang assume_nonnull end")

CCURL_NONNULL_BEGIN

/// Results of transfers and of setting options: CURLE_*
enum {
  /// Not a code of libcurl: there is no library, or it lacks a function
  CCURL_MISSING = -1,
  CCURL_OK = 0,
  CCURL_UNSUPPORTED_PROTOCOL = 1,
  CCURL_URL_MALFORMAT = 3,
  CCURL_COULDNT_RESOLVE_PROXY = 5,
  CCURL_COULDNT_RESOLVE_HOST = 6,
  CCURL_COULDNT_CONNECT = 7,
  CCURL_WEIRD_SERVER_REPLY = 8,
  CCURL_HTTP2 = 16,
  CCURL_PARTIAL_FILE = 18,
  CCURL_WRITE_ERROR = 23,
  CCURL_OPERATION_TIMEDOUT = 28,
  CCURL_SSL_CONNECT_ERROR = 35,
  CCURL_GOT_NOTHING = 52,
  CCURL_SEND_ERROR = 55,
  CCURL_RECV_ERROR = 56,
  CCURL_SSL_CERTPROBLEM = 58,
  CCURL_PEER_FAILED_VERIFICATION = 60,
  CCURL_BAD_CONTENT_ENCODING = 61,
  CCURL_SSL_CACERT_BADFILE = 77,
  CCURL_HTTP2_STREAM = 92,
  CCURL_PROXY = 97,
};

/// Options of a transfer: CURLOPT_*
enum {
  CCURL_SET_WRITEDATA = 10001,
  CCURL_SET_URL = 10002,
  CCURL_SET_PROXY = 10004,
  CCURL_SET_HTTPHEADER = 10023,
  CCURL_SET_HEADERDATA = 10029,
  CCURL_SET_CUSTOMREQUEST = 10036,
  CCURL_SET_NOBODY = 44,
  CCURL_SET_SSL_VERIFYPEER = 64,
  CCURL_SET_CAINFO = 10065,
  CCURL_SET_SSL_VERIFYHOST = 81,
  CCURL_SET_HTTP_VERSION = 84,
  CCURL_SET_CAPATH = 10097,
  CCURL_SET_NOSIGNAL = 99,
  CCURL_SET_ACCEPT_ENCODING = 10102,
  CCURL_SET_PRIVATE = 10103,
  CCURL_SET_OPENSOCKETDATA = 10164,
  CCURL_SET_COPYPOSTFIELDS = 10165,
  CCURL_SET_NOPROXY = 10177,
  CCURL_SET_PROTOCOLS = 181,
  CCURL_SET_PATH_AS_IS = 234,
  CCURL_SET_SUPPRESS_CONNECT_HEADERS = 265,
  CCURL_SET_HTTP09_ALLOWED = 285,
  CCURL_SET_WRITEFUNCTION = 20011,
  CCURL_SET_HEADERFUNCTION = 20079,
  /// A cancelled transfer doesn't wait for the lookup of its host's name; refused before 7.87
  CCURL_SET_QUICK_EXIT = 322,
};

enum {
  CCURL_PROTOCOLS_HTTP_AND_HTTPS = 3,
  /// HTTP/2 if a TLS connection offers it, else 1.1
  CCURL_HTTP_VERSION_2TLS = 4,
  /// A receiver returns this to be called again later with the same bytes
  CCURL_PAUSE = 0x10000001,
};

/// Facts about a transfer: CURLINFO_*
enum {
  CCURL_INFO_RESPONSE_CODE = 0x200002,
  CCURL_INFO_SSL_VERIFYRESULT = 0x20000d,
  CCURL_INFO_HTTP_CONNECTCODE = 0x200016,
  CCURL_INFO_OS_ERRNO = 0x200019,
  /// Microseconds
  CCURL_INFO_NAMELOOKUP_TIME = 0x600033,
};

/// One transfer. Only one thread may use it at a time
typedef struct CCurlEasy CCurlEasy;
/// Transfers side by side, and the connections that they share
typedef struct CCurlMulti CCurlMulti;
/// A list of header lines
typedef struct CCurlList CCurlList;

/// Receives `size * count` bytes
///
/// - Returns: that number, `CCURL_PAUSE`, or any other to end the transfer.
typedef size_t (*CCurlReceiver)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// An address to connect to: curl_sockaddr
typedef struct {
  int family;
  int type;
  int protocol;
  unsigned int length;
  /// The first part of the address, which has `length` bytes
  struct sockaddr start;
} CCurlAddress;

/// Opens the socket for a connection
///
/// - Returns: the socket, or -1 to refuse the address.
typedef int (*CCurlOpener)(void *_Nullable context, int purpose, CCurlAddress *address);

/// Loads libcurl; to be called once, before anything else
///
/// - Returns: `CCURL_OK`, or why libcurl can't be used, e.g. `CCURL_MISSING`.
int ccurl_start(void);

/// The loaded library and those that it uses, first TLS if it has any: `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2`
const char *ccurl_version(void);

CCurlEasy *_Nullable ccurl_easy_make(void);
void ccurl_easy_free(CCurlEasy *easy);
int ccurl_set_number(CCurlEasy *easy, int option, long value);
/// Sets a text, which is copied, or a context or list, which must live until the transfer is freed
int ccurl_set_pointer(CCurlEasy *easy, int option, const void *_Nullable value);
int ccurl_set_receiver(CCurlEasy *easy, int option, CCurlReceiver value);
/// Sets a function that opens sockets instead of libcurl; it gets the value of
/// `CCURL_SET_OPENSOCKETDATA`
int ccurl_set_opener(CCurlEasy *easy, CCurlOpener value);
/// The 4 or 16 bytes of an IPv4 or IPv6 address; null for other kinds
const unsigned char *_Nullable ccurl_address_bytes(const CCurlAddress *address, size_t *count);
/// Opens the socket as libcurl would; -1 if the system has none
int ccurl_open_socket(const CCurlAddress *address);
/// A number about a transfer; 0 if unknown
int64_t ccurl_number(CCurlEasy *easy, int info);
/// Continues a transfer whose receiver returned `CCURL_PAUSE`; may call the receiver
int ccurl_easy_resume(CCurlEasy *easy);

/// - Returns: the list with a copy of the line added; null if there is no memory, and the list is
///   unchanged.
CCurlList *_Nullable ccurl_list_append(CCurlList *_Nullable list, const char *line);
void ccurl_list_free(CCurlList *_Nullable list);

CCurlMulti *_Nullable ccurl_multi_make(void);
/// To be called after every transfer was removed
void ccurl_multi_free(CCurlMulti *multi);
int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy);
int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy);
/// Sends and receives without waiting
int ccurl_multi_perform(CCurlMulti *multi);
/// Waits until a transfer can continue, another thread calls ``ccurl_multi_wake(_:)``, or the time
/// is up
int ccurl_multi_wait(CCurlMulti *multi, int milliseconds);
/// Ends a wait; any thread may call it
int ccurl_multi_wake(CCurlMulti *multi);
/// The next finished transfer
///
/// - Parameter context: is set to the value of `CCURL_SET_PRIVATE`.
/// - Parameter code: is set to `CCURL_OK`, or the error.
/// - Returns: 0 if there is none.
int ccurl_multi_next_done(CCurlMulti *multi, void *_Nullable *_Nonnull context, int *code);

CCURL_NONNULL_END

#endif
#endif
