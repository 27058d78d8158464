import Glibc
@_spi(Host) import HostKit
import Platform

/// The functions of the C client of NATS (libnats 3.4 or later), resolved at run time: the build does not need files of
/// libnats.
struct NatsLibrary: Sendable {
    /// A `natsConnection`, `natsOptions`, `natsSubscription` or `natsMsg`.
    typealias Handle = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>
    /// Called with a connection and the pointer that was registered together with the callback.
    typealias ConnectionCallback = @convention(c) (Handle?, Handle?) -> Void
    /// Called with a connection, a subscription, a status and the registered pointer.
    typealias ErrorCallback = @convention(c) (Handle?, Handle?, CInt, Handle?) -> Void
    /// Called with a connection, a subscription, a message and the registered pointer.
    typealias MessageCallback = @convention(c) (Handle?, Handle?, Handle?, Handle?) -> Void

    /// The file name for the dynamic loader.
    static let name = "libnats.so.3.4"
    static let remedy = "install it (Debian: apt install libnats3.4)"
    /// `NATS_OK`.
    static let ok: CInt = 0
    /// `NATS_TIMEOUT`.
    static let timeout: CInt = 26
    /// `NATS_IO_ERROR`, `NATS_CONNECTION_CLOSED`, `NATS_NO_SERVER` and `NATS_TIMEOUT`: the server may answer later.
    static let absences: [CInt] = [3, 5, 6, timeout]
    /// `NATS_SECURE_CONNECTION_WANTED`, `NATS_CONNECTION_AUTH_FAILED` and `NATS_SSL_ERROR`.
    static let (noEncryption, notAllowed, notTrusted): (CInt, CInt, CInt) = (8, 11, 29)

    let createOptions: @convention(c) @Sendable (UnsafeMutablePointer<Handle?>) -> CInt
    let setServers: @convention(c) @Sendable (Handle, UnsafePointer<Text?>, CInt) -> CInt
    let setName: @convention(c) @Sendable (Handle, Text) -> CInt
    let setCredentials: @convention(c) @Sendable (Handle, Text, Text?) -> CInt
    let setSecure, setSendAsap, setNoEcho: @convention(c) @Sendable (Handle, Bool) -> CInt
    let setReconnectWait: @convention(c) @Sendable (Handle, Int64) -> CInt
    let setMaxReconnect, setReconnectBuffer: @convention(c) @Sendable (Handle, CInt) -> CInt
    let setReconnected, setDisconnected: @convention(c) @Sendable (Handle, ConnectionCallback, Handle?) -> CInt
    let setClosed: @convention(c) @Sendable (Handle, ConnectionCallback, Handle?) -> CInt
    let setErrorHandler: @convention(c) @Sendable (Handle, ErrorCallback, Handle?) -> CInt
    let destroyOptions, close, destroyMessage: @convention(c) @Sendable (Handle) -> Void

    let connect: @convention(c) @Sendable (UnsafeMutablePointer<Handle?>, Handle) -> CInt
    let publish: @convention(c) @Sendable (Handle, Text, UnsafeRawPointer?, CInt) -> CInt
    let publishRequest: @convention(c) @Sendable (Handle, Text, Text, UnsafeRawPointer?, CInt) -> CInt
    let subscribe:
        @convention(c) @Sendable (UnsafeMutablePointer<Handle?>, Handle, Text, MessageCallback, Handle?) -> CInt
    let setPendingLimits: @convention(c) @Sendable (Handle, CInt, CInt) -> CInt
    let connectedURL: @convention(c) @Sendable (Handle, UnsafeMutablePointer<CChar>, Int) -> CInt
    let lastError: @convention(c) @Sendable (Handle, UnsafeMutablePointer<Text?>) -> CInt
    let flush: @convention(c) @Sendable (Handle, Int64) -> CInt
    let lastFault: @convention(c) @Sendable (UnsafeMutablePointer<CInt>?) -> Text?
    let statusText: @convention(c) @Sendable (CInt) -> Text?

    let messageSubject, messageReply: @convention(c) @Sendable (Handle) -> Text?
    let messageData: @convention(c) @Sendable (Handle) -> UnsafeRawPointer?
    let messageSize: @convention(c) @Sendable (Handle) -> CInt
    let isNoResponders: @convention(c) @Sendable (Handle) -> Bool

    /// Opens the library; it is never closed.
    init(path: String = NatsLibrary.name) throws(FleetError) {
        do {
            self = try NatsLibrary(DynamicLibrary(path: path))
        } catch .noSymbol(let name) {
            throw FleetError("\(path) has no function \(name); \(Self.remedy)")
        } catch {
            throw FleetError("a fleet needs the client of NATS: \(error); \(Self.remedy)")
        }
    }

    /// Resolves the functions, whose types are declared in nats.h.
    private init(_ library: DynamicLibrary) throws(DynamicLibraryError) {
        createOptions = try library.function("natsOptions_Create")
        setServers = try library.function("natsOptions_SetServers")
        setName = try library.function("natsOptions_SetName")
        setCredentials = try library.function("natsOptions_SetUserCredentialsFromFiles")
        setSecure = try library.function("natsOptions_SetSecure")
        setReconnectWait = try library.function("natsOptions_SetReconnectWait")
        setMaxReconnect = try library.function("natsOptions_SetMaxReconnect")
        setReconnectBuffer = try library.function("natsOptions_SetReconnectBufSize")
        setSendAsap = try library.function("natsOptions_SetSendAsap")
        setNoEcho = try library.function("natsOptions_SetNoEcho")
        setReconnected = try library.function("natsOptions_SetReconnectedCB")
        setDisconnected = try library.function("natsOptions_SetDisconnectedCB")
        setClosed = try library.function("natsOptions_SetClosedCB")
        setErrorHandler = try library.function("natsOptions_SetErrorHandler")
        destroyOptions = try library.function("natsOptions_Destroy")
        connect = try library.function("natsConnection_Connect")
        publish = try library.function("natsConnection_Publish")
        publishRequest = try library.function("natsConnection_PublishRequest")
        subscribe = try library.function("natsConnection_Subscribe")
        setPendingLimits = try library.function("natsSubscription_SetPendingLimits")
        connectedURL = try library.function("natsConnection_GetConnectedUrl")
        lastError = try library.function("natsConnection_GetLastError")
        flush = try library.function("natsConnection_FlushTimeout")
        close = try library.function("natsConnection_Close")
        lastFault = try library.function("nats_GetLastError")
        statusText = try library.function("natsStatus_GetText")
        messageSubject = try library.function("natsMsg_GetSubject")
        messageReply = try library.function("natsMsg_GetReply")
        messageData = try library.function("natsMsg_GetData")
        messageSize = try library.function("natsMsg_GetDataLength")
        isNoResponders = try library.function("natsMsg_IsNoResponders")
        destroyMessage = try library.function("natsMsg_Destroy")
    }

    /// Returns the library's text for a status.
    func words(_ status: CInt) -> String { statusText(status).map { String(cString: $0) } ?? "status \(status)" }

    /// Returns the reason why the server rejected the last call, with the remedy.
    func refusal(_ status: CInt) -> String {
        // The client's message begins with a position in the client's source code.
        let fault = lastFault(nil).map { String(cString: $0) } ?? self.words(status)
        let words = fault.replacing(#/^\([^)]*\): /#, with: "")
        return switch status {
        case Self.noEncryption: "it does not speak TLS; give its address as nats://, or turn its TLS on"
        case Self.notAllowed: "it refuses this host; correct --fleet-credentials, or the name and password in --fleet"
        case Self.notTrusted: "its certificate is not trusted: \(words); name its authority's file in SSL_CERT_FILE"
        default: "\(words); correct --fleet and --fleet-credentials"
        }
    }
}
