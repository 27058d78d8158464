#ifndef SQLITE_FLOOR_H
#define SQLITE_FLOOR_H

/// The lowest cost of records in SQLite: its C functions, called for one table with prepared statements, on the calling
/// thread.

/// A row of the table; `sqlite_floor_free` frees the texts of a row that was read.
struct SQLiteFloorHome {
    long id;
    char *city;
    double rent;
    long rooms;
    int is_free;
    char *note;
};

/// Opens a new database; returns 0 or an error code of SQLite.
int sqlite_floor_open(const char *path);

/// Inserts rows in one transaction; returns 0 or an error code of SQLite.
int sqlite_floor_insert(const struct SQLiteFloorHome *rows, long count);

/// Reads the rows of a city up to a rent, in the order of the index; returns their number, or −1. Texts are copied.
long sqlite_floor_read(const char *city, double rent, struct SQLiteFloorHome *rows, long capacity);

/// Frees the texts of rows that were read.
void sqlite_floor_free(struct SQLiteFloorHome *rows, long count);

/// Removes all rows; returns 0 or an error code of SQLite.
int sqlite_floor_clear(void);

#endif
