// Loads SQLite at run time, as the host does, so that the build does not need files of SQLite.
#include "SQLiteFloor.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { READ_WRITE_CREATE_ONE_THREAD = 0x2 | 0x4 | 0x8000, ROW = 100, DONE = 101 };

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

static int (*execute)(sqlite3 *, const char *, void *, void *, void *);
static int (*step)(sqlite3_stmt *);
static int (*reset)(sqlite3_stmt *);
static int (*bind_integer)(sqlite3_stmt *, int, long long);
static int (*bind_real)(sqlite3_stmt *, int, double);
static int (*bind_text)(sqlite3_stmt *, int, const char *, int, void (*)(void *));
static int (*bind_null)(sqlite3_stmt *, int);
static long long (*column_integer)(sqlite3_stmt *, int);
static double (*column_real)(sqlite3_stmt *, int);
static const unsigned char *(*column_text)(sqlite3_stmt *, int);
static sqlite3 *database;
static sqlite3_stmt *insertion, *selection;

static const char *set_up =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    "CREATE TABLE Home (id INTEGER NOT NULL PRIMARY KEY, city TEXT NOT NULL, rent REAL NOT NULL, rooms INTEGER NOT NULL,"
    " isFree INTEGER NOT NULL, note TEXT);"
    "CREATE INDEX byCity ON Home (city, rent)";

int sqlite_floor_open(const char *path) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    int (*open)(const char *, sqlite3 **, int, const char *) =
        (int (*)(const char *, sqlite3 **, int, const char *))dlsym(library, "sqlite3_open_v2");
    int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **) =
        (int (*)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **))dlsym(library, "sqlite3_prepare_v2");
    execute = (int (*)(sqlite3 *, const char *, void *, void *, void *))dlsym(library, "sqlite3_exec");
    step = (int (*)(sqlite3_stmt *))dlsym(library, "sqlite3_step");
    reset = (int (*)(sqlite3_stmt *))dlsym(library, "sqlite3_reset");
    bind_integer = (int (*)(sqlite3_stmt *, int, long long))dlsym(library, "sqlite3_bind_int64");
    bind_real = (int (*)(sqlite3_stmt *, int, double))dlsym(library, "sqlite3_bind_double");
    bind_text = (int (*)(sqlite3_stmt *, int, const char *, int, void (*)(void *)))dlsym(library, "sqlite3_bind_text");
    bind_null = (int (*)(sqlite3_stmt *, int))dlsym(library, "sqlite3_bind_null");
    column_integer = (long long (*)(sqlite3_stmt *, int))dlsym(library, "sqlite3_column_int64");
    column_real = (double (*)(sqlite3_stmt *, int))dlsym(library, "sqlite3_column_double");
    column_text = (const unsigned char *(*)(sqlite3_stmt *, int))dlsym(library, "sqlite3_column_text");
    int code = open(path, &database, READ_WRITE_CREATE_ONE_THREAD, NULL);
    if (!code) code = execute(database, set_up, NULL, NULL, NULL);
    if (!code) code = prepare(database, "INSERT INTO Home VALUES (?, ?, ?, ?, ?, ?)", -1, &insertion, NULL);
    if (!code)
        code = prepare(
            database, "SELECT * FROM Home WHERE city = ? AND rent <= ? ORDER BY rent", -1, &selection, NULL);
    return code;
}

int sqlite_floor_insert(const struct SQLiteFloorHome *rows, long count) {
    void (*copied)(void *) = (void (*)(void *))-1;
    int code = execute(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (long number = 0; number < count && !code; number++) {
        const struct SQLiteFloorHome *row = &rows[number];
        bind_integer(insertion, 1, row->id);
        bind_text(insertion, 2, row->city, -1, copied);
        bind_real(insertion, 3, row->rent);
        bind_integer(insertion, 4, row->rooms);
        bind_integer(insertion, 5, row->is_free);
        if (row->note) bind_text(insertion, 6, row->note, -1, copied);
        else bind_null(insertion, 6);
        code = step(insertion) == DONE ? 0 : 1;
        reset(insertion);
    }
    return code ? code : execute(database, "COMMIT", NULL, NULL, NULL);
}

long sqlite_floor_read(const char *city, double rent, struct SQLiteFloorHome *rows, long capacity) {
    bind_text(selection, 1, city, -1, (void (*)(void *))-1);
    bind_real(selection, 2, rent);
    long count = 0;
    while (step(selection) == ROW && count < capacity) {
        struct SQLiteFloorHome *row = &rows[count++];
        const char *note = (const char *)column_text(selection, 5);
        row->id = column_integer(selection, 0);
        row->city = strdup((const char *)column_text(selection, 1));
        row->rent = column_real(selection, 2);
        row->rooms = column_integer(selection, 3);
        row->is_free = column_integer(selection, 4) != 0;
        row->note = note ? strdup(note) : NULL;
    }
    reset(selection);
    return count;
}

void sqlite_floor_free(struct SQLiteFloorHome *rows, long count) {
    for (long number = 0; number < count; number++) {
        free(rows[number].city);
        free(rows[number].note);
    }
}

int sqlite_floor_clear(void) { return execute(database, "DELETE FROM Home", NULL, NULL, NULL); }
