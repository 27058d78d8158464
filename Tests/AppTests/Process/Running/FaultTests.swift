import Foundation
import TestSupport
import Testing

/// Hosts with each fault of a plugin at each stage of the plugin's life, compared with `Documentation/Faults.md`.
/// `make test` runs a few faults, `make faults` all. With `SWITCHBOARD_TEST_RECORD` in the environment, the tables are
/// written again, and the test fails, because a run that records does not check anything.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct `The faults of a plugin` {
    private static let isRecording = ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_RECORD"] != nil
    private static let isComplete = isRecording || Rounds.count(usual: 1) > 1

    @Test func `each fault has the effect that the document lists, and the host keeps its rules`() async throws {
        var rows: [FaultRow] = []
        for cells in Self.isComplete ? FaultCell.all : FaultCell.few {
            for outcome in try await Self.outcomes(of: cells) {
                for rule in outcome.brokenRules {
                    Issue.record("\(outcome.cell): \(rule); the host printed:\n\(outcome.lastLines)")
                }
                rows.append(outcome.row)
            }
        }
        let document = try FaultDocument.ofCheckout()
        if Self.isRecording {
            try document.listing(rows).text.write(toFile: FaultDocument.path, atomically: true, encoding: .utf8)
            Issue.record("\(FaultDocument.path) was written; look at it, and run `make faults`")
        }
        var differences = document.differences(from: rows)
        if differences.isEmpty, Self.isComplete { differences = document.differences(fromAll: rows) }
        for difference in differences {
            Issue.record("\(difference); if this is right, run `SWITCHBOARD_TEST_RECORD=1 make faults`")
        }
    }

    /// Measures cells in parallel, since their hosts wait most of the time.
    private static func outcomes(of cells: [FaultCell]) async throws -> [FaultOutcome] {
        async let others = cells.dropFirst().map { try $0.measure() }
        return try cells.prefix(1).map { try $0.measure() } + (await others)
    }
}
