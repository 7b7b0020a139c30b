#include "CSQLite.h"

int csqlite_bind_copy(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
  sqlite3_destructor_type copy = (sqlite3_destructor_type)-1;
  // A text without an address would be bound as NULL.
  return sqlite3_bind_text64(statement, index, text ? text : "", bytes, copy, SQLITE_UTF8);
}
