@_spi(Host) import Mediator

extension ModuleHarness {
    /// Plays the person: does what stands on the page on top under a title, as the navigator would.
    ///
    /// - Parameter values: what is typed into the form, by the names of its fields.
    /// - Returns: the value of a call.
    /// - Throws: `HarnessError` where nothing of that title is on the page, `FormFault` where a value is wrong, and what the
    ///   request or the page's module throws.
    @discardableResult
    public func choose(_ title: String, filling values: [String: String] = [:]) async throws -> Payload? {
        let choices = page?.choices ?? []
        guard let choice = choices.first(where: { $0.title == title }) else {
            throw HarnessError.nothingToChoose(title: title, choices: choices.map(\.title))
        }
        switch choice {
        case .open(_, let url): try await open(url)
        case .call(_, let url): return try await value(of: url, nil)
        case .signal(_, let signal, let callback): return try await send(signal, to: callback)
        case .form(let form, let callback):
            let body = try form.filled(with: values)
            guard let url = form.url else { return try await send(body, to: callback) }
            return try await value(of: url, body)
        }
        return nil
    }

    private func send(_ signal: Payload, to callback: Callback?) async throws -> Payload? {
        guard let callback else { throw HarnessError.nobodyTakes(signal: signal) }
        if let url = callback.url { return try await value(of: url, signal) }
        try await callback.receive(signal)
        return nil
    }

    private func value(of url: String, _ body: Payload?) async throws -> Payload {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.call(url, body: body, origin: .shell, options: Self.options)
        }
    }
}
