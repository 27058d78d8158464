#!/bin/sh
# Builds and tests one module alone: a plugin, or an in-tree module in a generated package. Stores the contract of its
# tests (contracts.sh). With ISOLATED=1, tests it again as if it ran in another process (isolated.sh).
# Usage: test-module.sh NAME
set -eu
cd "$(dirname "$0")/.."
name=${1:-}

stop() {
    echo "test-module: $1" >&2
    echo "to do: make test-module NAME=… with one of: $(cd Sources/Modules && echo *) $(cd Plugins && echo *)" >&2
    exit 64
}

# run CONTRACTS PACKAGE: tests the package, and stores the contract, whose types an isolated run could not record.
run() {
    Scripts/contracts.sh keep "$name" "$1" Scripts/plugin.sh test "$2"
    [ -z "${ISOLATED:-}" ] || Scripts/isolated.sh Scripts/plugin.sh test "$2" --no-parallel
    exit
}

case $name in
"") stop "no module is named" ;;
*[!A-Za-z0-9_]*) stop "\"$name\" is not the name of a module" ;;
esac
if [ -e "Plugins/$name/Package.swift" ]; then
    make --no-print-directory sdk
    run "Plugins/$name/Contracts" "Plugins/$name"
fi
[ -d "Sources/Modules/$name" ] || stop "there is no module $name"
make --no-print-directory sdk

# The root package has one test binary for all targets: if another module does not compile, no test of this one runs.
package=.build/modules/$name
mkdir -p "$package"
ln -sfn "$PWD/Sources/Modules/$name" "$package/Module"
ln -sfn "$PWD/Tests/Modules/${name}Tests" "$package/Tests"
ln -sfn "$PWD/Sources/ModuleRoutes" "$package/ModuleRoutes"
ln -sfn "$PWD/Tests/TestSupport" "$package/TestSupport"
{
    echo "// swift-tools-version: 6.2"
    echo "import PackageDescription"
    # Copies the flags of the root package.
    sed -n '/^let settings/,/^\]/p' Package.swift
    cat <<END
let sdk: Target.Dependency = .product(name: "ModuleKit", package: "SwitchboardSDK")
let package = Package(
    name: "$name", products: [.library(name: "$name", type: .dynamic, targets: ["$name"])],
    dependencies: [.package(name: "SwitchboardSDK", path: Context.environment["SWITCHBOARD_SDK"] ?? "$PWD/Sources")],
    targets: [
        .target(name: "$name", dependencies: ["ModuleRoutes", sdk], path: "Module", swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "-Wno-unused-command-line-argument"])]),
        .target(name: "ModuleRoutes", dependencies: [sdk], path: "ModuleRoutes", swiftSettings: settings),
        .target(name: "TestSupport", path: "TestSupport", swiftSettings: settings),
        .testTarget(
            name: "${name}Tests", dependencies: ["$name", "ModuleRoutes", "TestSupport", sdk], path: "Tests",
            swiftSettings: settings),
    ]
)
END
} > "$package/Package.swift.new"
# An unchanged manifest is kept, so that it is not compiled again.
if cmp -s "$package/Package.swift.new" "$package/Package.swift"; then
    rm "$package/Package.swift.new"
else
    mv "$package/Package.swift.new" "$package/Package.swift"
fi
run Contracts "$package"
