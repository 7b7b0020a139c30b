// The part of SQLite's C interface that PhotoStorage uses. It is declared here so that only the
// library is needed, not sqlite3.h or a development package. On Linux the library is loaded when it
// is first needed, so that a program starts without it.
//
// Every function and value is described at https://sqlite.org/c3ref/intro.html. None is newer than
// SQLite 3.8.7 (2014): a library that lacks one isn't used.
#ifndef CSQLITE_H
#define CSQLITE_H

// A connection and a prepared statement; programs only have pointers to them
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

// Signed and unsigned integers of 64 bits
typedef long long sqlite3_int64;
typedef unsigned long long sqlite3_uint64;

// A function that SQLite calls when it no longer needs a bound text
typedef void (*sqlite3_destructor_type)(void *);

// Result codes: the low byte is the kind of error, higher bytes have details
#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define SQLITE_PERM 3
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_READONLY 8
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CANTOPEN 14
#define SQLITE_AUTH 23
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101
#define SQLITE_IOERR_READ 266
#define SQLITE_IOERR_SHORT_READ 522

// Flags for opening a file
#define SQLITE_OPEN_READWRITE 0x2
#define SQLITE_OPEN_CREATE 0x4
#define SQLITE_OPEN_URI 0x40
#define SQLITE_OPEN_NOMUTEX 0x8000

// The encoding of a bound text
#define SQLITE_UTF8 1

// Loads the library; to be called once, before anything else. Returns 0 if there is none
int csqlite_load(void);
const char *sqlite3_libversion(void);

// Connections
int sqlite3_open_v2(const char *path, sqlite3 **connection, int flags, const char *system);
int sqlite3_close_v2(sqlite3 *connection);
int sqlite3_extended_result_codes(sqlite3 *connection, int are_on);
int sqlite3_busy_timeout(sqlite3 *connection, int milliseconds);
int sqlite3_changes(sqlite3 *connection);
const char *sqlite3_errstr(int code);

// Statements
int sqlite3_prepare_v2(
    sqlite3 *connection, const char *sql, int bytes, sqlite3_stmt **statement, const char **rest);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);

// Values of a statement, from 1
int sqlite3_bind_null(sqlite3_stmt *statement, int index);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 number);
int sqlite3_bind_double(sqlite3_stmt *statement, int index, double number);
int sqlite3_bind_text64(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes,
    sqlite3_destructor_type destructor, unsigned char encoding);
int sqlite3_bind_blob64(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count,
    sqlite3_destructor_type destructor);

// Columns of a row, from 0
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *statement, int column);
double sqlite3_column_double(sqlite3_stmt *statement, int column);

#endif
