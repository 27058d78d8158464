/// Which interceptors a request has met; each is asked once, whatever others change after it.
struct InterceptorsMet {
    /// Where in the chain the next one is looked for.
    private var place = 0
    /// Those that were asked before the URL changed.
    private var earlier: [InstalledInterceptor] = []
    /// Those that are still to see the outcome, in the order in which they were asked.
    private(set) var witnesses: [InstalledInterceptor] = []

    /// None has been met.
    init() {}

    /// Those up to a place in the chain were met, of which none is to see the outcome.
    init(upTo place: Int) { self.place = place + 1 }

    /// The next one that covers a request's URL.
    mutating func next(in chain: InterceptorChain, for request: Request) -> InstalledInterceptor? {
        while place < chain.interceptors.count {
            let candidate = chain.interceptors[place]
            place += 1
            guard candidate.coversAll || candidate.covers(request.url), !wasAskedEarlier(candidate) else { continue }
            if candidate.interceptor.afterwards != nil { witnesses.append(candidate) }
            return candidate
        }
        return nil
    }

    /// Begins from the start of the chain again, for another URL.
    mutating func leave(_ url: RouteURL, in chain: InterceptorChain) {
        earlier += chain.interceptors.prefix(place).filter { $0.covers(url) && !wasAskedEarlier($0) }
        place = 0
    }

    /// The last one that has not seen the outcome yet.
    mutating func nextWitness() -> InstalledInterceptor? { witnesses.popLast() }

    private func wasAskedEarlier(_ interceptor: InstalledInterceptor) -> Bool {
        earlier.contains { $0 === interceptor }
    }
}
