#include "CSQLite.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stddef.h>

// SQLite's functions: result, name, parameters, arguments. Each is defined here and calls the
// machine's library. They are hidden, so that the library doesn't call them in place of its own.
#define FUNCTIONS(each) \
  each(const char *, sqlite3_libversion, (void), ()) \
  each(int, sqlite3_open_v2, \
    (const char *path, sqlite3 **connection, int flags, const char *system), \
    (path, connection, flags, system)) \
  each(int, sqlite3_close_v2, (sqlite3 *connection), (connection)) \
  each(int, sqlite3_extended_result_codes, (sqlite3 *connection, int are_on), \
    (connection, are_on)) \
  each(int, sqlite3_busy_timeout, (sqlite3 *connection, int milliseconds), \
    (connection, milliseconds)) \
  each(int, sqlite3_changes, (sqlite3 *connection), (connection)) \
  each(const char *, sqlite3_errstr, (int code), (code)) \
  each(int, sqlite3_prepare_v2, \
    (sqlite3 *connection, const char *sql, int bytes, sqlite3_stmt **statement, \
      const char **rest), \
    (connection, sql, bytes, statement, rest)) \
  each(int, sqlite3_step, (sqlite3_stmt *statement), (statement)) \
  each(int, sqlite3_reset, (sqlite3_stmt *statement), (statement)) \
  each(int, sqlite3_finalize, (sqlite3_stmt *statement), (statement)) \
  each(int, sqlite3_bind_null, (sqlite3_stmt *statement, int index), (statement, index)) \
  each(int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, sqlite3_int64 number), \
    (statement, index, number)) \
  each(int, sqlite3_bind_double, (sqlite3_stmt *statement, int index, double number), \
    (statement, index, number)) \
  each(int, sqlite3_bind_text64, \
    (sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes, \
      sqlite3_destructor_type destructor, unsigned char encoding), \
    (statement, index, text, bytes, destructor, encoding)) \
  each(int, sqlite3_bind_blob64, \
    (sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count, \
      sqlite3_destructor_type destructor), \
    (statement, index, bytes, count, destructor)) \
  each(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int column), \
    (statement, column)) \
  each(const void *, sqlite3_column_blob, (sqlite3_stmt *statement, int column), \
    (statement, column)) \
  each(int, sqlite3_column_bytes, (sqlite3_stmt *statement, int column), (statement, column)) \
  each(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *statement, int column), \
    (statement, column)) \
  each(double, sqlite3_column_double, (sqlite3_stmt *statement, int column), (statement, column))

#define DEFINE(result, name, parameters, arguments) \
  static result(*found_##name) parameters; \
  __attribute__((visibility("hidden"))) result name parameters { return found_##name arguments; }
FUNCTIONS(DEFINE)

int csqlite_load(void) {
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  int has_all = 1;
#define FIND(result, name, parameters, arguments) \
  *(void **)&found_##name = dlsym(library, #name); \
  has_all &= found_##name != NULL;
  FUNCTIONS(FIND)
  return has_all;
}

#else

int csqlite_load(void) { return 1; }

#endif
