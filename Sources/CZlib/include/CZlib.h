// The part of zlib that imgsearch uses: looked up in the machine's library when it is first wanted, on
// Linux declared here so that no header has to be installed (https://zlib.net/manual.html).

#ifndef IMGSEARCH_CZLIB_H
#define IMGSEARCH_CZLIB_H

/// What came of a run of a stream
enum {
  /// The data aren't gzip's, or were changed
  CZLIB_DAMAGED = -1,
  CZLIB_OK = 0,
  /// All is written of what was packed, or a whole of what was unpacked; another may follow
  CZLIB_END = 1,
};

/// Data that are packed or unpacked as they come
typedef struct czlib_stream czlib_stream;

/// Not 0 when the library is there and has all that is needed
int czlib_load(void);

/// Such as `1.2.13`; only after a successful czlib_load
const char *_Nonnull czlib_version(void);

/// 0 where there is no memory for it; only after a successful czlib_load
czlib_stream *_Nullable czlib_begin(int packs);

/// Takes bytes and gives some
///
/// The counts are those that there are, or is room for; afterwards those that were taken, and given.
int czlib_run(
    czlib_stream *_Nonnull stream, const unsigned char *_Nullable in, unsigned *_Nonnull in_count,
    unsigned char *_Nonnull out, unsigned *_Nonnull out_count, int is_end);

void czlib_end(czlib_stream *_Nonnull stream);

#endif
