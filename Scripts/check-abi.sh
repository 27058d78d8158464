#!/usr/bin/env bash
# Checks the promise of Documentation/PluginContract.md: a host, its modules and a plugin that were built against the
# current SDK work with an extended one, and are refused cleanly by one that lacks a declaration.
set -eu
cd "$(dirname "$0")/.."
. Scripts/expect.sh
swift build --build-system native
products=$PWD/.build/debug
sdk=$folder/sdk host="$folder/host/switchboard --modules $folder/plugin"
mkdir "$folder/host" "$folder/plugin" "$sdk"
cp "$products/switchboard" "$products"/lib*.so "$folder/host/"
cp -R Sources/Package.swift Sources/Mediator Sources/ModuleKit Sources/HostKit Sources/ModuleTesting "$sdk/"

build_sdk() {
    swift build --build-system native --package-path "$sdk"
    cp "$sdk/.build/debug/libModuleKit.so" "$folder/host/libModuleKit.so"
}

# contract TEXT: checks what Scripts/check-contract.sh reports for the copy of the SDK.
contract() { expect 1 "the contract $1" Scripts/check-contract.sh "$sdk/.build/debug/Modules"; }

echo "== a plugin of today, with today's SDK"
swiftc -swift-version 6 -emit-library -parse-as-library -module-name Aged -module-cache-path "$folder/cache" \
    -I "$products/Modules" -L "$products" -lModuleKit Tests/Fixtures/Plugins/Aged.swift -o "$folder/plugin/libAged.so"
expect 0 'Aged 1.2.3: Was built long ago' $host call app://aged/info
expect 0 'shell' $host call app://aged/origin
expect 0 'a context' $host call app://aged/asks

echo "== the same files, with an SDK that has grown"
# The host's stored scans are for one version of the SDK, so an extended SDK gets another version.
change $sdk/ModuleKit/Handshake/Contract.swift 's|sdkVersion = Version(0, 3, 0)|sdkVersion = Version(0, 4, 0)|'
module=$sdk/ModuleKit/Module/Module.swift
change $sdk/ModuleKit/Module/ModuleInfo.swift \
    's|^    public let name: String$|    /// Grown.\n    public let growth = ["an inch", "a foot"]\n&|'
change $sdk/Mediator/Pipeline/RequestOptions.swift \
    's|^    public var deadline: Duration$|    public var growth: (Int, String, Int) = (1, "an inch", 2)\n    /// How long.\n&|'
change $sdk/Mediator/Requests/Request.swift \
    's|^    case shell$|    case grown(Int, String, Int)\n    /// The shell.\n&|'
change $sdk/Mediator/Requests/Request.swift \
    's|^        case .shell: .*$|&\n        case .grown(_, let growth, _): growth|'
change $sdk/Mediator/Requests/Request.swift \
    's|\.module, \.shell, \.elsewhere: true|.module, .shell, .elsewhere, .grown: true|'
change $sdk/Mediator/Requests/Request.swift \
    's|^    public var origin: Origin {.*$|    public var origin: Origin { "\\(url)" == "app://aged/origin?grown" ? .grown(1, "an inch", 2) : owner.origin }|'
change $module 's|^    static var info: ModuleInfo { get }$|    static var growth: String { get }\n    /// Info.\n&|'
change $module \
    's|^    public func stop() async {}$|&\n    /// What a module that knows nothing of it has.\n    public static var growth: String { " (and has not grown)" }|'
change $sdk/ModuleKit/Handshake/Contract.swift \
    's|^        info = M.info$|        info = ModuleInfo(M.info.name, M.info.version, M.info.summary + M.growth + M.info.growth[0])|'
build_sdk
contract "has grown"
expect 0 'Was built long ago (and has not grown)an inch' $host modules --json
expect 0 'Aged 1.2.3: Was built long ago' $host call app://aged/info
expect 0 'shell' $host call app://aged/origin
expect 0 'an origin that was not there in my day' $host call 'app://aged/origin?grown'
expect 0 'a context' $host call app://aged/asks
expect 0 'User centre' $host open app://account/centre

echo "== and with one that has lost a requirement"
change $sdk/ModuleKit/Handshake/Contract.swift 's|sdkVersion = Version(0, 4, 0)|sdkVersion = Version(0, 5, 0)|'
change $module 's|^    static var parameterTypes: .*$||'
build_sdk
contract "is broken"
expect 3 'undefined symbol' $host module check "$folder/plugin/libAged.so"
expect 2 'no route for app://aged/info' $host call app://aged/info
expect 0 'undefined symbol' $host modules
echo "old plugins work with an SDK that has grown, and are refused by one that has lost a declaration"
