import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite struct `A module that a journal of starts names` {
    @Test func `a module that a journal of starts names is the last one that began`() throws {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path("cache"))
            let (outer, inner) = (Troupe.known("Outer", Troupe.Part()), Troupe.known("Inner", Troupe.Part()))
            let journal = StartJournal(in: cache)
            journal.begin(outer)
            journal.begin(inner)
            // The process that writes it lives.
            #expect(StartJournal.crashes(in: cache).isEmpty)
            for (ended, blamed) in [(nil, "Inner"), (inner, "Outer"), (outer, nil)] {
                if let ended { journal.end(ended) }
                try abandon(cache)
                #expect(StartJournal.crashes(in: cache).map(\.module) == [blamed].compactMap(\.self))
            }
            journal.close()
            #expect(cache.names(endingIn: ".starting").isEmpty)
        }
    }

    /// Puts a copy beside the journal that no process holds, as one that crashed leaves it.
    private func abandon(_ cache: CacheFolder) throws {
        let folder = cache.path + "/starting"
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/left.starting")
    }
}
