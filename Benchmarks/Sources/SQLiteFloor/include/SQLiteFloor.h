#ifndef SQLITE_FLOOR_H
#define SQLITE_FLOOR_H

/// The least that records cost in SQLite: its C functions, called for one table with the prepared statements that each
/// operation needs, on the thread that asks.

/// A row of the table, with texts of its own once it was read.
struct SQLiteFloorHome {
    long id;
    char *city;
    double rent;
    long rooms;
    int is_free;
    char *note;
};

/// Opens a new database; 0, or a code of SQLite.
int sqlite_floor_open(const char *path);

/// Inserts rows in one transaction; 0, or a code of SQLite.
int sqlite_floor_insert(const struct SQLiteFloorHome *rows, long count);

/// Reads the rows of a city up to a rent by the index, in its order; their number, or −1. Texts are copied.
long sqlite_floor_read(const char *city, double rent, struct SQLiteFloorHome *rows, long capacity);

/// Frees the texts of rows that were read.
void sqlite_floor_free(struct SQLiteFloorHome *rows, long count);

/// Removes all rows; 0, or a code of SQLite.
int sqlite_floor_clear(void);

#endif
