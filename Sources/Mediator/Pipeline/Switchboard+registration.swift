@_spi(Host) extension Switchboard {
    /// Registers all declarations of a module at once or, with an error, none of them.
    /// - Throws: `RegistrationError` with the faults of the declarations, or `alreadyRegistered`.
    @_spi(Host) public func register(_ registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in try registry.adding(registration) }
    }

    /// Replaces all declarations of a module by those of a new generation, in one step.
    ///
    /// Earlier requests keep the previous generation.
    /// - Throws: `RegistrationError` with the faults of the declarations; nothing changes then.
    @_spi(Host) public func replace(by registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in
            try registry.removing(owner: registration.owner).adding(registration)
        }
    }

    /// Replaces the interceptors and subscriptions of a registered module by those of a registration, in one step.
    ///
    /// It has no effect without the module, or for a context of an earlier generation.
    /// - Throws: `RegistrationError` with the faults of the declarations; `refused` by an isolated module's host.
    @_spi(Host) public func redeclare(_ registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        try update { (registry) throws(RegistrationError) in try registry.redeclaring(registration) }
        try relay?.redeclare(registration)
    }

    /// Registers routes alone.
    /// - Throws: `RegistrationError` as `register(_:)`.
    @_spi(Host) public func register(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) {
        var registration = Registration(owner: owner)
        registration.routes = routes
        registration.types = types
        try register(registration)
    }

    /// Removes all declarations of a module, in one step; no request starts it any more.
    @_spi(Host) public func unregister(owner: String) { update { $0.removing(owner: owner) } }

    /// Removes a module's declarations until a request needs it, in one step: no request bypasses its interceptors.
    @_spi(Host) public func unregisterUntilNeeded(owner: String) {
        update { $0.removing(owner: owner).makingIdle(owner) }
    }

    /// Declares the lazy modules, which start when needed, in place of earlier ones; a registered module stays.
    @_spi(Host) public func declare(_ modules: [Registration], startedBy starter: any ModuleStarter) {
        for module in modules { redaction.learn(module) }
        update { $0.declaring(modules, startedBy: starter) }
    }

    /// Makes a module idle that ended or did not start, so that it starts again when a request needs it.
    @_spi(Host) public func makeIdle(_ module: String) { update { $0.makingIdle(module) } }

    /// Redacts the sensitive values that a module declares, although the module does not run.
    @_spi(Host) public func redact(_ manifest: Manifest, of module: String) {
        redaction.learn(manifest.registration(of: module))
    }
}
