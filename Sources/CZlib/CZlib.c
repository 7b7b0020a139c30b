#include "CZlib.h"

#include <stdlib.h>

#if defined(__linux__)

#include <dlfcn.h>

// As zlib's public binary interface has it since 1.2.
typedef struct {
  const unsigned char *next_in;
  unsigned avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc, *zfree, *opaque;
  int data_type;
  unsigned long adler, reserved;
} z_stream;

enum { Z_NO_FLUSH = 0, Z_FINISH = 4, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
enum { Z_DEFLATED = 8, Z_DEFAULT_STRATEGY = 0 };

#define FUNCTIONS(each) \
  each(const char *, zlibVersion, (void)) \
  each(int, deflateInit2_, (z_stream *, int, int, int, int, int, const char *, int)) \
  each(int, deflate, (z_stream *, int)) \
  each(int, deflateEnd, (z_stream *)) \
  each(int, inflateInit2_, (z_stream *, int, const char *, int)) \
  each(int, inflate, (z_stream *, int)) \
  each(int, inflateReset, (z_stream *)) \
  each(int, inflateEnd, (z_stream *))

#define DECLARE(result, name, parameters) static result(*found_##name) parameters;
FUNCTIONS(DECLARE)

int czlib_load(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  int has_all = 1;
#define FIND(result, name, parameters) \
  *(void **)&found_##name = dlsym(library, #name); \
  has_all &= found_##name != NULL;
  FUNCTIONS(FIND)
  return has_all;
}

#define zlibVersion found_zlibVersion
#define deflate found_deflate
#define deflateEnd found_deflateEnd
#define inflate found_inflate
#define inflateReset found_inflateReset
#define inflateEnd found_inflateEnd
#define deflateInit2(stream, level, method, bits, memory, strategy) \
  found_deflateInit2_( \
      stream, level, method, bits, memory, strategy, zlibVersion(), sizeof(z_stream))
#define inflateInit2(stream, bits) \
  found_inflateInit2_(stream, bits, zlibVersion(), sizeof(z_stream))

#else

#include <zlib.h>

int czlib_load(void) { return 1; }

#endif

const char *czlib_version(void) { return zlibVersion(); }

struct czlib_stream {
  z_stream stream;
  int packs;
};

czlib_stream *czlib_begin(int packs) {
  czlib_stream *new = calloc(1, sizeof(czlib_stream));
  if (!new) return NULL;
  new->packs = packs;
  // The largest window, and gzip's header and end: zlib puts no time and no name into it.
  const int bits = 15 + 16;
  int code = packs
      ? deflateInit2(&new->stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY)
      : inflateInit2(&new->stream, bits);
  if (code == Z_OK) return new;
  free(new);
  return NULL;
}

int czlib_run(
    czlib_stream *stream, const unsigned char *in, unsigned *in_count, unsigned char *out,
    unsigned *out_count, int is_end) {
  z_stream *zlib = &stream->stream;
  zlib->next_in = (unsigned char *)in;
  zlib->avail_in = *in_count;
  zlib->next_out = out;
  zlib->avail_out = *out_count;
  int code = stream->packs
      ? deflate(zlib, is_end ? Z_FINISH : Z_NO_FLUSH) : inflate(zlib, Z_NO_FLUSH);
  *in_count -= zlib->avail_in;
  *out_count -= zlib->avail_out;
  if (code == Z_STREAM_END) {
    if (!stream->packs) inflateReset(zlib);
    return CZLIB_END;
  }
  return code == Z_OK || code == Z_BUF_ERROR ? CZLIB_OK : CZLIB_DAMAGED;
}

void czlib_end(czlib_stream *stream) {
  if (stream->packs) deflateEnd(&stream->stream);
  else inflateEnd(&stream->stream);
  free(stream);
}
