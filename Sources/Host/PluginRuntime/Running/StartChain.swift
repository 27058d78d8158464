/// The modules that are being started, each by the start of the one before it, as the current task knows them.
enum StartChain {
    @TaskLocal static var current: [String] = []
}
