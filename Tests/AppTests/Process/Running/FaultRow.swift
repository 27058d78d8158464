/// A row of `Documentation/Faults.md`: the effect of one fault, or of several faults with the same effect.
struct FaultRow: Sendable {
    var faults: [String]
    let stage: String
    var runner: String
    var seen: String
    let lost: String
    var next: String

    /// Whether the row is one of the first table.
    var isFoundByScan: Bool { (stage, runner, lost, next) == ("scan", "both", "the module", "as seen") }

    /// The row as a line of its table.
    var line: String {
        let names = faults.joined(separator: ", ")
        let cells = isFoundByScan ? [names, seen] : [names, stage, runner, seen, lost, next]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    /// The row without remedies, whole hashes and repeated cells.
    var shortened: FaultRow {
        var row = self
        (row.seen, row.next) = (Self.shortened(seen), Self.shortened(next))
        if row.next == row.seen.replacing("this session", with: "the last session", maxReplacements: 1) {
            row.next = "as seen"
        } else if row.next == "nothing; it is `resolved`" {
            row.next = "`resolved`"
        }
        return row
    }

    private static func shortened(_ text: String) -> String {
        let remedy =
            /; (to do: |`module disable|ask again|try again|install it from|fix the module|report it|have it throw).*/
        return text.replacing(/([0-9a-f]{8})[0-9a-f]{56}/) { "\($0.1)…" }.replacing(remedy, with: "")
    }

    /// The row as it is for one of its faults: for a segfault, the document has the signal of the other faults.
    func row(of fault: String) -> FaultRow {
        let hasOtherSignal = fault == "segfault" && faults.first != fault
        func named(_ text: String) -> String {
            guard hasOtherSignal else { return text }
            return text.replacing("SIGILL", with: "SIGSEGV")
                .replacing("Illegal instruction", with: "Segmentation fault").replacing("code 132", with: "code 139")
        }
        return FaultRow(
            faults: [fault], stage: stage, runner: runner, seen: named(seen), lost: named(lost), next: named(next))
    }

    /// Whether the effects are equal, apart from hashes and sizes of built files, which differ in each build.
    func hasSameEffect(as other: FaultRow) -> Bool { effect == other.effect }

    private var effect: [String] {
        var hashes: [Substring] = []
        return [stage, seen, lost, next].map { text in
            text.replacing(/segment of \d+ bytes/, with: "segment of some bytes").replacing(/[0-9a-f]{8}…/) { match in
                if !hashes.contains(match.0) { hashes.append(match.0) }
                return "hash \(hashes.firstIndex(of: match.0) ?? 0)"
            }
        }
    }

    /// Merges the rows of the two processes that have the same effect, and then the rows of faults that have it.
    static func merged(_ rows: [FaultRow]) -> [FaultRow] {
        var ofProcesses: [FaultRow] = []
        for row in rows {
            if let last = ofProcesses.last, last.faults == row.faults, last.hasSameEffect(as: row) {
                ofProcesses[ofProcesses.count - 1].runner = "both"
            } else {
                ofProcesses.append(row)
            }
        }
        var merged: [FaultRow] = []
        for row in ofProcesses {
            let same = merged.firstIndex {
                $0.runner == row.runner && $0.row(of: row.faults[0]).hasSameEffect(as: row)
            }
            if let same { merged[same].faults += row.faults } else { merged.append(row) }
        }
        return merged
    }
}

extension FaultRow {
    /// The row of a line of a table: of the first one, which omits the cells that are equal in all its rows, or of the
    /// second one.
    init?(line: String) {
        guard line.hasPrefix("| "), line.hasSuffix(" |") else { return nil }
        let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
            .map { String($0).replacing("\\|", with: "|") }
        let faults = cells[0].split(separator: ", ").map(String.init)
        switch cells.count {
        case 2:
            self.init(
                faults: faults, stage: "scan", runner: "both", seen: cells[1], lost: "the module", next: "as seen")
        case 6:
            self.init(
                faults: faults, stage: cells[1], runner: cells[2], seen: cells[3], lost: cells[4], next: cells[5])
        default: return nil
        }
    }
}
