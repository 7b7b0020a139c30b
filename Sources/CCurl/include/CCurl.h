// The part of libcurl that imgsearch uses, declared here so that no header has to be installed, and
// looked up in the machine's library when it is first wanted, so that a program starts without it.
//
// Numbers are those of libcurl's public binary interface, which it never changes
// (https://curl.se/libcurl/abi.html). What is newer than 7.64 is asked for by version, or by name,
// and done without. curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt take any type
// after their second argument, which Swift cannot call: the functions below give each its type.

#ifndef IMGSEARCH_CCURL_H
#define IMGSEARCH_CCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <sys/socket.h>

#define CCURL_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CCURL_NONNULL_END _Pragma("clang assume_nonnull end")

CCURL_NONNULL_BEGIN

/// What a transfer ends with, and what options answer: CURLE_*
enum {
  /// None of libcurl's: there is no library, or it lacks what is needed
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

/// What can be set for a transfer: CURLOPT_*
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
  CCURL_SET_NOPROXY = 10177,
  CCURL_SET_PROTOCOLS = 181,
  CCURL_SET_PATH_AS_IS = 234,
  CCURL_SET_SUPPRESS_CONNECT_HEADERS = 265,
  CCURL_SET_HTTP09_ALLOWED = 285,
  CCURL_SET_WRITEFUNCTION = 20011,
  CCURL_SET_HEADERFUNCTION = 20079,
  /// Since 7.87: a transfer that is given up doesn't wait for the name of its host
  CCURL_SET_QUICK_EXIT = 322,
};

enum {
  CCURL_PROTOCOLS_HTTP_AND_HTTPS = 3,
  /// HTTP/2 where a TLS connection offers it, else 1.1
  CCURL_HTTP_VERSION_2TLS = 4,
  /// What a receiver returns to be called again later, with the same bytes
  CCURL_PAUSE = 0x10000001,
  CCURL_VERSION_7_87 = 0x075700,
};

/// What can be asked of a transfer: CURLINFO_*
enum {
  CCURL_INFO_RESPONSE_CODE = 0x200002,
  CCURL_INFO_SSL_VERIFYRESULT = 0x20000d,
  CCURL_INFO_HTTP_CONNECTCODE = 0x200016,
  CCURL_INFO_OS_ERRNO = 0x200019,
  CCURL_INFO_HTTP_VERSION = 0x20002e,
  CCURL_INFO_NAMELOOKUP_TIME = 0x300004,
};

/// One transfer. Only one thread may use it at a time
typedef struct CCurlEasy CCurlEasy;
/// Transfers side by side, and the connections that they share
typedef struct CCurlMulti CCurlMulti;
/// Header lines
typedef struct CCurlList CCurlList;

/// Takes `size * count` bytes
///
/// - Returns: that number, `CCURL_PAUSE`, or any other to end the transfer.
typedef size_t (*CCurlReceiver)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// An address that a connection may be made to: curl_sockaddr
typedef struct {
  int family;
  int type;
  int protocol;
  unsigned int length;
  /// Its beginning, of `length` bytes
  struct sockaddr start;
} CCurlAddress;

/// Makes the socket for a connection
///
/// - Returns: the socket, or -1 for an address that no connection is made to.
typedef int (*CCurlOpener)(void *_Nullable context, int purpose, CCurlAddress *address);

/// Loads the library; to be called once, before anything else
///
/// - Returns: `CCURL_OK`, or why there is no libcurl to work with, `CCURL_MISSING` among others.
int ccurl_start(void);

/// The version of the library that is loaded, e.g. 0x075801 for 7.88.1
unsigned int ccurl_version(void);
/// The same as text: `7.88.1`
const char *ccurl_version_text(void);
/// What it makes secure connections with: `OpenSSL/3.0.17`; null for nothing
const char *_Nullable ccurl_tls_text(void);

CCurlEasy *_Nullable ccurl_easy_make(void);
void ccurl_easy_free(CCurlEasy *easy);
int ccurl_set_number(CCurlEasy *easy, int option, long value);
/// The text is copied
int ccurl_set_text(CCurlEasy *easy, int option, const char *_Nullable value);
int ccurl_set_pointer(CCurlEasy *easy, int option, void *_Nullable value);
int ccurl_set_receiver(CCurlEasy *easy, int option, CCurlReceiver value);
/// What makes sockets, in place of libcurl; it is given what was set as `CCURL_SET_OPENSOCKETDATA`
int ccurl_set_opener(CCurlEasy *easy, CCurlOpener value);
/// The 4 or 16 bytes of an address of IPv4 or IPv6; of any other kind none
const unsigned char *_Nullable ccurl_address_bytes(const CCurlAddress *address, size_t *count);
/// The socket that libcurl would make; -1 when the system has none
int ccurl_open_socket(const CCurlAddress *address);
/// The list isn't copied: it has to stay until the transfer is freed
int ccurl_set_list(CCurlEasy *easy, int option, CCurlList *_Nullable value);
/// 0 for what is not known
long ccurl_number(CCurlEasy *easy, int info);
/// Seconds; 0 for what is not known
double ccurl_seconds(CCurlEasy *easy, int info);
/// Goes on with a transfer whose receiver returned `CCURL_PAUSE`; may call the receiver
int ccurl_easy_resume(CCurlEasy *easy);

/// - Returns: the list with the line added (copied); null for want of memory, the list is as it was.
CCurlList *_Nullable ccurl_list_append(CCurlList *_Nullable list, const char *line);
void ccurl_list_free(CCurlList *_Nullable list);

CCurlMulti *_Nullable ccurl_multi_make(void);
/// To be called when every transfer has been removed
void ccurl_multi_free(CCurlMulti *multi);
int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy);
int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy);
/// Does what can be done without waiting
int ccurl_multi_perform(CCurlMulti *multi);
/// Waits until something can be done, somebody calls ``ccurl_multi_wake(_:)``, or the time is over
int ccurl_multi_wait(CCurlMulti *multi, int milliseconds);
/// May be called by any thread
int ccurl_multi_wake(CCurlMulti *multi);
/// The next transfer that is done
///
/// - Parameter context: becomes what was set as `CCURL_SET_PRIVATE`.
/// - Parameter code: becomes `CCURL_OK`, or what went wrong.
/// - Returns: 0 when there is none.
int ccurl_multi_next_done(CCurlMulti *multi, void *_Nullable *_Nonnull context, int *code);

CCURL_NONNULL_END

#endif
#endif
