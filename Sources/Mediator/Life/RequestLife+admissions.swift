import Synchronization

extension RequestLife {
    /// Whether the request was admitted for its URL already.
    func isAdmitted(_ request: Request) -> Bool {
        state.withLock { state in state.admissions.contains { $0.isOf(request) } }
    }

    func keep(_ admission: Admission) { state.withLock { $0.admissions.append(admission) } }

    /// The last one, which is kept no longer.
    func takeLastAdmission() -> Admission? { state.withLock { $0.admissions.popLast() } }

    /// All of them, which are kept no longer.
    func takeAdmissions() -> [Admission] {
        state.withLock { state in
            defer { state.admissions = [] }
            return state.admissions
        }
    }
}
