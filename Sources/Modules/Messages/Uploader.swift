/// Takes images to where others can see them.
protocol Uploader: Sendable {
    /// Uploads an image to a granted resource and gives the URL where it is from now on.
    func upload(_ image: Image, to resource: Int) async throws(MessageError) -> String
}
