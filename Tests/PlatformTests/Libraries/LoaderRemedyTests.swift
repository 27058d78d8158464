import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `The remedy for a library that the loader refuses` {
    /// A message of glibc's loader, and a part of the remedy.
    static let rows: [(reason: String, remedy: String)] = [
        // krakend-ce#411
        ("/lib/libc.so.6: version `GLIBC_2.99' not found (required by /a/libShop.so)", "libraries are no newer"),
        // rust_libloading#67
        ("/a/libbig.so: cannot allocate memory in static TLS block", "-ftls-model=global-dynamic"),
        // liballocs#164
        ("/a/libShop.so: cannot enable executable stack as shared object requires: Invalid argument", "noexecstack"),
        // plugdata#1442
        ("/a/libShop.so: undefined symbol: missing", "`switchboard sdk path`, and link the library that defines"),
        ("/a/libMap.so: undefined symbol: $s4Rent0A6ModuleVMa", "or ask the module that defines it by URL"),
        ("libShop.so: cannot open shared object file: Too many open files", "ulimit -n"),
        ("libgone.so: cannot open shared object file: No such file or directory", "put libgone.so next to it"),
        ("/a/libShop.so: invalid ELF header", "build it against this host's SDK, at `switchboard sdk path`"),
    ]

    @Test(arguments: rows) func `the remedy fits the reason of the loader`(_ row: (reason: String, remedy: String)) {
        #expect(DynamicLibraryError.notOpened(reason: row.reason).remedy.contains(row.remedy))
    }
}
