/// How long an answer may be used, and how (RFC 9111, 4.2; RFC 5861, 3 and 4). All times are whole seconds.
struct Freshness: Equatable {
    /// How long it is known that there is nothing, where the service does not say.
    static let negativeLifetime = 30

    /// What may be done with an answer.
    enum State: Equatable {
        /// It is answered, and nobody is asked.
        case fresh
        /// It is answered, and the service is asked for the next time.
        case revalidating
        /// The service is asked first.
        case stale
    }

    /// For how long the answer is fresh, counted from when the service made it.
    let lifetime: Int
    /// How old it was when it came.
    let initialAge: Int
    /// When it came.
    let received: Int
    private let control: CacheControl

    /// Reads the head of an answer.
    ///
    /// - Parameter sent: when the question was sent; the time on the way counts as age.
    init(status: Int, headers: [HTTPHeader], sent: Int, received: Int) {
        let value = { (name: String) in headers.first { $0.name == name }?.value }
        control = CacheControl(headers)
        let date = value("date").flatMap(HTTPDate.seconds)
        let age = value("age").flatMap { CacheControl.seconds($0) } ?? 0
        let apparentAge = date.map { max(0, received - $0) } ?? 0
        initialAge = min(max(apparentAge, age + max(0, received - sent)), CacheControl.longest)
        self.received = received
        if let maxAge = control.maxAge {
            lifetime = maxAge
        } else if let expires = value("expires") {
            // What is no date, such as 0, is in the past.
            lifetime = max(0, (HTTPDate.seconds(expires) ?? 0) - (date ?? received))
        } else {
            lifetime = status == 404 || status == 410 ? Self.negativeLifetime : 0
        }
    }

    /// How old the answer is.
    func age(at now: Int) -> Int { initialAge + max(0, now - received) }

    /// For how many more seconds it is fresh; 0 or less once it is stale.
    func remaining(at now: Int) -> Int {
        // A clock that was set back says nothing about the age.
        now < received || control.needsValidation ? 0 : lifetime - age(at: now)
    }

    /// What may be done with it.
    func state(at now: Int) -> State {
        let remaining = remaining(at: now)
        if remaining > 0 { return .fresh }
        return isWithin(control.staleWhileRevalidate, remaining, now) ? .revalidating : .stale
    }

    /// Whether it is answered where the service fails.
    func isUsableOnError(at now: Int) -> Bool { isWithin(control.staleIfError, remaining(at: now), now) }

    private func isWithin(_ window: Int, _ remaining: Int, _ now: Int) -> Bool {
        now >= received && !control.forbidsStale && -remaining < window
    }
}
