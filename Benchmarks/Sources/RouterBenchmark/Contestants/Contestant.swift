/// A router that takes part. It holds the table and the requests of one workload at a time.
protocol Contestant {
    var router: Router { get }
    /// What it takes part in.
    var works: [Work] { get }

    /// Builds the table and holds the answer to every request against what is expected.
    mutating func prepare(_ workload: Workload) throws -> TableSize

    /// Builds the table once more from the patterns' texts, and throws it away.
    mutating func build() throws -> BuildTime

    /// Warms up with one pass over all requests and measures the following ones.
    mutating func measure(_ work: Work, passes: Int) throws -> Measurement
}

/// The routers that are compared, in the order of the report.
enum Router: String, CaseIterable {
    case httprouter
    case hummingbird = "Hummingbird"
    case switchboard = "Switchboard"
}

/// The processor time from patterns as text to a table that can be asked.
struct BuildTime {
    let ready: Duration
    /// What looking for conflicts costs on top, where it is a step of its own.
    var conflicts: Duration?
}

/// What a table holds on to, in bytes; handlers and the patterns' own texts are not counted.
struct TableSize {
    /// Everything, as the heap has grown.
    let held: Int
    /// What a look-up reads, where the router can tell.
    var readByLookUp: Int?
}
