import FoundationEssentials

/// What is known of a content from its scan: what its modules declare, or why it is in quarantine.
enum ScanRecord: Sendable, Equatable {
    case report(ScanReport)
    /// It crashed, hung, or ended the process.
    case quarantine(ScanError)
}

/// The content of a record's file, behind a line with its checksum.
private struct ScanDocument: Codable {
    /// Changed with what a record holds: one of another format is as good as none.
    static let format = 1

    let format: Int
    let sdk: String
    let report: ScanReport?
    let fault: ScanError?
}

extension ScanRecord {
    /// Reads a record; `nil` where it is damaged, or from another host.
    init?(_ bytes: [UInt8], sdk: String) {
        guard let end = bytes.firstIndex(of: Self.newline), case let body = bytes[(end + 1)...],
            bytes[..<end] == Self.sum(body),
            let document = try? JSONDecoder().decode(ScanDocument.self, from: Data(body)),
            document.format == ScanDocument.format, document.sdk == sdk
        else { return nil }
        switch (document.report, document.fault) {
        case (let report?, nil): self = .report(report)
        case (nil, let fault?): self = .quarantine(fault)
        default: return nil
        }
    }

    /// The record as bytes.
    func bytes(sdk: String) -> [UInt8]? {
        let document =
            switch self {
            case .report(let report): ScanDocument(format: ScanDocument.format, sdk: sdk, report: report, fault: nil)
            case .quarantine(let fault): ScanDocument(format: ScanDocument.format, sdk: sdk, report: nil, fault: fault)
            }
        guard let body = (try? JSONEncoder().encode(document)).map(Array.init) else { return nil }
        return Self.sum(body[...]) + [Self.newline] + body
    }

    private static let newline = UInt8(ascii: "\n")

    private static func sum(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        ArraySlice("\(Checksum.of(body))".utf8)
    }
}
