#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>

#include "include/CCurl.h"

// libcurl's exported types. Its enums are as wide as int.

typedef struct {
  int message;
  CCurlEasy *easy;
  union {
    void *whatever;
    int result;
  } data;
} CCurlMessage;

enum {
  GLOBAL_DEFAULT = 3,
  MESSAGE_DONE = 1,
  INFO_PRIVATE = 0x100015,
  SET_OPENSOCKETFUNCTION = 20163,
  UNPAUSE_ALL = 0,
};

// libcurl's functions: result, name, parameters. They are looked up by name while the program runs,
// because a linker would require the symbol versions of its own machine's library, which differ
// elsewhere.
#define FUNCTIONS(each) \
  each(int, curl_global_init, (long flags)) \
  each(const char *, curl_version, (void)) \
  each(CCurlEasy *, curl_easy_init, (void)) \
  each(void, curl_easy_cleanup, (CCurlEasy *easy)) \
  each(int, curl_easy_setopt, (CCurlEasy *easy, int option, ...)) \
  each(int, curl_easy_getinfo, (CCurlEasy *easy, int info, ...)) \
  each(int, curl_easy_pause, (CCurlEasy *easy, int bitmask)) \
  each(CCurlList *, curl_slist_append, (CCurlList *list, const char *text)) \
  each(void, curl_slist_free_all, (CCurlList *list)) \
  each(CCurlMulti *, curl_multi_init, (void)) \
  each(int, curl_multi_cleanup, (CCurlMulti *multi)) \
  each(int, curl_multi_add_handle, (CCurlMulti *multi, CCurlEasy *easy)) \
  each(int, curl_multi_remove_handle, (CCurlMulti *multi, CCurlEasy *easy)) \
  each(int, curl_multi_perform, (CCurlMulti *multi, int *running)) \
  each(int, curl_multi_wait, (CCurlMulti *multi, void *extra, unsigned int extra_count, \
    int milliseconds, int *ready)) \
  each(CCurlMessage *, curl_multi_info_read, (CCurlMulti *multi, int *left))

// Functions added in 7.66 and 7.68
#define LATER_FUNCTIONS(each) \
  each(int, curl_multi_poll, (CCurlMulti *multi, void *extra, unsigned int extra_count, \
    int milliseconds, int *ready)) \
  each(int, curl_multi_wakeup, (CCurlMulti *multi))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)
LATER_FUNCTIONS(DECLARE)

// Without a path, the system looks in its library folders, and in the program's RUNPATH; a release
// has no RUNPATH (.ci/weight checks that).
static void *open_library(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
  }
  return NULL;
}

// A program may end during a transfer. OpenSSL, if libcurl uses it, would then free memory that the
// transfer's thread still needs: so it is told not to, before libcurl starts it.
static void keep_openssl_until_the_end(void *library) {
  enum { NO_ATEXIT = 0x00080000 };
  int (*start)(uint64_t options, const void *settings) =
      (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  if (start) start(NO_ATEXIT, NULL);
}

int ccurl_start(void) {
  void *library = open_library();
  if (!library) return CCURL_MISSING;
  int lacks_some = 0;
#define FIND(result, name, parameters) *(void **)&name = dlsym(library, #name);
#define FIND_OR_FAIL(result, name, parameters) \
  FIND(result, name, parameters) \
  lacks_some |= !name;
  FUNCTIONS(FIND_OR_FAIL)
  LATER_FUNCTIONS(FIND)
  if (lacks_some) return CCURL_MISSING;
  keep_openssl_until_the_end(library);
  return curl_global_init(GLOBAL_DEFAULT);
}

const char *ccurl_version(void) { return curl_version(); }

CCurlEasy *ccurl_easy_make(void) { return curl_easy_init(); }

void ccurl_easy_free(CCurlEasy *easy) { curl_easy_cleanup(easy); }

int ccurl_set_number(CCurlEasy *easy, int option, long value) {
  return curl_easy_setopt(easy, option, value);
}

int ccurl_set_pointer(CCurlEasy *easy, int option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

int ccurl_set_receiver(CCurlEasy *easy, int option, CCurlReceiver value) {
  return curl_easy_setopt(easy, option, value);
}

int ccurl_set_opener(CCurlEasy *easy, CCurlOpener value) {
  return curl_easy_setopt(easy, SET_OPENSOCKETFUNCTION, value);
}

const unsigned char *ccurl_address_bytes(const CCurlAddress *address, size_t *count) {
  const struct sockaddr *start = &address->start;
  *count = 0;
  if (address->family == AF_INET && address->length >= sizeof(struct sockaddr_in)) {
    *count = sizeof(struct in_addr);
    return (const unsigned char *)&((const struct sockaddr_in *)start)->sin_addr;
  }
  if (address->family == AF_INET6 && address->length >= sizeof(struct sockaddr_in6)) {
    *count = sizeof(struct in6_addr);
    return (const unsigned char *)&((const struct sockaddr_in6 *)start)->sin6_addr;
  }
  return NULL;
}

int ccurl_open_socket(const CCurlAddress *address) {
  return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

// libcurl writes either a long or a curl_off_t of 64 bits; the latter has room for both.
int64_t ccurl_number(CCurlEasy *easy, int info) {
  int64_t value = 0;
  return curl_easy_getinfo(easy, info, &value) == CCURL_OK ? value : 0;
}

int ccurl_easy_resume(CCurlEasy *easy) { return curl_easy_pause(easy, UNPAUSE_ALL); }

CCurlList *ccurl_list_append(CCurlList *list, const char *line) {
  return curl_slist_append(list, line);
}

void ccurl_list_free(CCurlList *list) { curl_slist_free_all(list); }

CCurlMulti *ccurl_multi_make(void) { return curl_multi_init(); }

void ccurl_multi_free(CCurlMulti *multi) { curl_multi_cleanup(multi); }

int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy) {
  return curl_multi_add_handle(multi, easy);
}

int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy) {
  return curl_multi_remove_handle(multi, easy);
}

int ccurl_multi_perform(CCurlMulti *multi) {
  int running = 0;
  return curl_multi_perform(multi, &running);
}

int ccurl_multi_wait(CCurlMulti *multi, int milliseconds) {
  if (curl_multi_poll && curl_multi_wakeup) {
    return curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
  }
  // Nothing can wake this wait, and without a socket libcurl wouldn't wait at all.
  enum { BRIEF = 10 };
  poll(NULL, 0, BRIEF);
  return curl_multi_wait(multi, NULL, 0, BRIEF, NULL);
}

int ccurl_multi_wake(CCurlMulti *multi) {
  return curl_multi_wakeup ? curl_multi_wakeup(multi) : CCURL_OK;
}

int ccurl_multi_next_done(CCurlMulti *multi, void **context, int *code) {
  int left = 0;
  CCurlMessage *message = curl_multi_info_read(multi, &left);
  if (!message || message->message != MESSAGE_DONE) return 0;
  *code = message->data.result;
  *context = NULL;
  curl_easy_getinfo(message->easy, INFO_PRIVATE, context);
  return 1;
}

#endif
