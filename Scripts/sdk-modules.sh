#!/usr/bin/env bash
# Writes the built SDK as a package, on which plugins may depend instead of its sources:
#   FOLDER/Sources/Package.swift                   in a folder with the name that older manifests know
#   FOLDER/Sources/ModuleKit-HASH.artifactbundle/  libModuleKit.so, and in Modules the files that the compiler reads
# The name contains a hash of the content: SwiftPM does not notice a changed file outside a package, but it does notice
# a changed name in the manifest. An unchanged package is left alone, so that nothing is built again.
#
# Usage: sdk-modules.sh FOLDER MODULES LIBRARY
set -eu
folder=$1/Sources
modules=$2
library=$3
target=$(swiftc -print-target-info | sed -n 's/.*"moduleTriple": "\(.*\)".*/\1/p')

hash=$(cat "$library" "$modules/Mediator.swiftmodule" "$modules/ModuleKit.swiftmodule" \
    "$modules/ModuleTesting.swiftmodule" | sha256sum | cut -c 1-16)
bundle=ModuleKit-$hash.artifactbundle
if [ -e "$folder/$bundle" ] && grep -q "\"$bundle\"" "$folder/Package.swift"; then exit 0; fi

mkdir -p "$folder"
new=$folder/new.$$
trap 'rm -rf "$new"' EXIT
for module in Mediator ModuleKit ModuleTesting; do
    mkdir -p "$new/Modules/$module.swiftmodule"
    for kind in swiftmodule swiftinterface swiftdoc; do
        cp "$modules/$module.$kind" "$new/Modules/$module.swiftmodule/$target.$kind"
    done
done
cp "$library" "$new/libModuleKit.so"
# SwiftPM has no kind of bundle for a dynamic library; it links the file, and copies it next to the plugin.
cat > "$new/info.json" <<END
{"schemaVersion": "1.0", "artifacts": {"ModuleKit": {"type": "staticLibrary", "version": "1.0.0", "variants": [
    {"path": "libModuleKit.so", "supportedTriples": ["$target"], "staticLibraryMetadata": {"headerPaths": ["Modules"]}}
]}}}
END
rm -rf "${folder:?}/$bundle"
mv "$new" "$folder/$bundle"
cat > "$folder/Package.swift.new" <<END
// swift-tools-version: 6.2
import PackageDescription

// Written by Scripts/sdk-modules.sh.
let package = Package(
    name: "SwitchboardSDK",
    products: [.library(name: "ModuleKit", targets: ["ModuleKit"])],
    targets: [.binaryTarget(name: "ModuleKit", path: "$bundle")]
)
END
mv "$folder/Package.swift.new" "$folder/Package.swift"
find "$folder" -mindepth 1 -maxdepth 1 -name '*.artifactbundle' ! -name "$bundle" -exec rm -rf {} +
