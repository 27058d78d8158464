@_spi(Host) extension Switchboard {
    /// Registers all declarations of a module in one step, or none of them if there is an error.
    /// - Throws: `RegistrationError` with the faults of the declarations, or `alreadyRegistered`.
    @_spi(Host) public func register(_ registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in try registry.adding(registration) }
    }

    /// Replaces all declarations of a module with the declarations of a new generation, in one step.
    ///
    /// Requests that have already begun keep the previous generation.
    /// - Throws: `RegistrationError` with the faults of the declarations; nothing changes then.
    @_spi(Host) public func replace(by registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        redaction.learn(registration)
        try update { (registry) throws(RegistrationError) in
            try registry.removing(owner: registration.owner).adding(registration)
        }
    }

    /// Replaces the interceptors and subscriptions of a registered module, in one step.
    ///
    /// It has no effect if the module is not registered, or if the registration is from an earlier generation.
    /// - Throws: `RegistrationError` with the faults of the declarations, or `refused` by an isolated module's host.
    @_spi(Host) public func redeclare(_ registration: Registration) throws(RegistrationError) {
        try registration.checkCounts()
        try update { (registry) throws(RegistrationError) in try registry.redeclaring(registration) }
        try relay?.redeclare(registration)
    }

    /// Registers only routes.
    /// - Throws: `RegistrationError`, like `register(_:)`.
    @_spi(Host) public func register(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) {
        var registration = Registration(owner: owner)
        registration.routes = routes
        registration.types = types
        try register(registration)
    }

    /// Removes all declarations of a module, in one step; requests do not start the module any more.
    @_spi(Host) public func unregister(owner: String) { update { $0.removing(owner: owner) } }

    /// Removes a module's declarations in one step, but lets a request start the module again.
    ///
    /// A request that the module's interceptors cover also starts the module, so the interceptors are not bypassed.
    @_spi(Host) public func unregisterUntilNeeded(owner: String) {
        update { $0.removing(owner: owner).makingIdle(owner) }
    }

    /// Replaces the lazy modules, which start when a request needs them; registered modules are not affected.
    @_spi(Host) public func declare(_ modules: [Registration], startedBy starter: any ModuleStarter) {
        for module in modules { redaction.learn(module) }
        update { $0.declaring(modules, startedBy: starter) }
    }

    /// Makes a module idle that has ended or could not start; it starts again when a request needs it.
    @_spi(Host) public func makeIdle(_ module: String) { update { $0.makingIdle(module) } }

    /// Redacts the sensitive values that a module declares, even if the module does not run.
    @_spi(Host) public func redact(_ manifest: Manifest, of module: String) {
        redaction.learn(manifest.registration(of: module))
    }
}
