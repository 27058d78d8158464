/// Installs and starts the plugins that resolvers offer, where the user allows that.
@_spi(Host) public protocol ModuleInstaller: Sendable {
    /// Sees to it that an offered module runs, so that its routes answer.
    ///
    /// It may be called for the same offer by many at once, and for one that runs already. Cancelling the caller's task gives
    /// up what was not finished and leaves nothing behind.
    func install(_ offer: ModuleOffer) async throws(ModuleOfferError)
}
