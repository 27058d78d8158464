import Foundation

/// `Documentation/Faults.md`, whose tables list the effects of the faults.
struct FaultDocument {
    static let path = Checkout.path + "/Documentation/Faults.md"

    private let lines: [String]

    init(_ text: String) { lines = text.components(separatedBy: "\n") }

    /// The document of the checkout.
    static func ofCheckout() throws -> FaultDocument {
        FaultDocument(try String(contentsOfFile: path, encoding: .utf8))
    }

    var text: String { lines.joined(separator: "\n") }

    private var rows: [FaultRow] { lines.compactMap(FaultRow.init(line:)) }

    /// Returns a sentence for each measured cell that differs from the row that covers it.
    func differences(from measured: [FaultRow]) -> [String] {
        measured.compactMap { found in
            let name = "\(found.faults[0]), \(found.stage), \(found.runner)"
            let row = rows.first { row in
                row.faults.contains(found.faults[0]) && row.stage == found.stage
                    && [found.runner, "both"].contains(row.runner)
            }
            guard let row else { return "\(name): found \(found.line), expected a row of it" }
            let expected = row.row(of: found.faults[0])
            return found.hasSameEffect(as: expected) ? nil : "\(name): found \(found.line), expected \(expected.line)"
        }
    }

    /// Returns a sentence for each line that the document has and should not have, or the reverse, if all cells were
    /// measured.
    func differences(fromAll measured: [FaultRow]) -> [String] {
        let new = listing(measured).lines
        guard new != lines else { return [] }
        let (extra, missing) = (lines.filter { !new.contains($0) }, new.filter { !lines.contains($0) })
        let named = extra.map { "no fault has this row: \($0)" } + missing.map { "this row is missing: \($0)" }
        return named.isEmpty ? ["the rows are in another order"] : named
    }

    /// Returns the document with the rows of all measured cells. A row that differs only in hashes and sizes of built
    /// files stays as it is.
    func listing(_ measured: [FaultRow]) -> FaultDocument {
        let old = rows
        let all = FaultRow.merged(measured).map { row in
            old.first { $0.faults == row.faults && $0.runner == row.runner && $0.hasSameEffect(as: row) } ?? row
        }
        var tables = [all.filter(\.isFoundByScan), all.filter { !$0.isFoundByScan }]
        var (new, isInTable): ([String], Bool) = ([], false)
        for line in lines {
            isInTable = isInTable && line.hasPrefix("|")
            if !isInTable { new.append(line) }
            if line.hasPrefix("|---"), !tables.isEmpty {
                isInTable = true
                new += tables.removeFirst().map(\.line)
            }
        }
        return FaultDocument(new.joined(separator: "\n"))
    }
}
