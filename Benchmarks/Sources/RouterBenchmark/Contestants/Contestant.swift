/// A router in the comparison, with the table and the requests of one workload at a time.
protocol Contestant {
    var router: Router { get }
    /// The kinds of work that the router supports.
    var works: [Work] { get }

    /// Builds the table, and compares the answer to every request with the expected answer.
    mutating func prepare(_ workload: Workload) throws -> TableSize

    /// Builds the table again from the patterns' texts, and discards it.
    mutating func build() throws -> BuildTime

    /// Warms up with one pass over all requests, and measures the following passes.
    mutating func measure(_ work: Work, passes: Int) throws -> Measurement
}

/// The routers that are compared, in the order of the report.
enum Router: String, CaseIterable {
    case httprouter
    case hummingbird = "Hummingbird"
    case switchboard = "Switchboard"
}

/// The processor time to make a usable table from patterns as text.
struct BuildTime {
    let ready: Duration
    /// The additional time of the search for conflicts, if it is a separate step.
    var conflicts: Duration?
}

/// The size of a table in bytes, without handlers and the patterns' texts.
struct TableSize {
    /// The whole size, measured as the growth of the heap.
    let held: Int
    /// The size of the part that a look-up reads, if the router reports it.
    var readByLookUp: Int?
}
