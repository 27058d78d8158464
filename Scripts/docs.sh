#!/usr/bin/env bash
# Builds the reference of the SDK with the toolchain's docc: a static site in .build/docs, for any web server and path. A
# warning of docc is an error, and so is a public symbol without a summary or without a place in an article.
# Usage: docs.sh [MODULES]       MODULES is a folder with the built modules; without it, the SDK is built
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/prerequisites.sh require docs
[ $# -gt 0 ] || swift build --build-system native --product ModuleKit
modules=${1:-.build/debug/Modules}
toolchain=$(swiftc -print-target-info | sed -n 's,.*"runtimeResourcePath": "\(.*\)/lib/swift".*,\1,p')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# ModuleTesting re-exports ModuleKit, which re-exports Mediator. Under one name, one tree has the public symbols of all.
mkdir "$folder/graphs"
swift-symbolgraph-extract -module-name ModuleTesting -experimental-allowed-reexported-modules=ModuleKit,Mediator -I "$modules" \
    -skip-synthesized-members -skip-protocol-implementations -skip-inherited-docs -output-dir "$folder/graphs"
sed -Ei 's/(odule"|"module":\{"name"):"(Mediator|ModuleTesting)"/\1:"ModuleKit"/g' "$folder"/graphs/*
# docc writes the site's path into each page. Here, each page finds the path from its own address.
cp -R "$toolchain/share/docc/render" "$folder/render"
sed -E 's#<script>var baseUrl[^<]*</script>##; s#\{\{BASE_PATH\}\}/#${baseUrl}#g; s#</script>#<\\/script>#g
    s#<head>(.*)</head>#<head><meta charset="utf-8"><script>var baseUrl = location.pathname.replace(/(.*\\/)documentation\\/.*/, "$1");\
document.write(`\1`)</script></head>#' "$folder/render/index-template.html" > "$folder/render/index.html"
SWIFT_DETERMINISTIC_HASHING=1 DOCC_HTML_DIR=$folder/render "$toolchain/bin/docc" convert Documentation/Reference.docc --warnings-as-errors \
    --additional-symbol-graph-dir "$folder/graphs" --output-dir "$folder/docs" \
    --fallback-display-name ModuleKit --fallback-default-module-kind Reference --experimental-documentation-coverage
python3 - "$folder/docs" <<'END'
import json, sys
symbols, page = [json.load(open(f"{sys.argv[1]}/{name}.json")) for name in ("documentation-coverage", "data/documentation/modulekit")]
bare = [one["referencePath"] for one in symbols if one["kind"]["isSymbol"] and not one["hasAbstract"]]
lost = [path for topic in page["topicSections"] if topic.get("generated") for path in topic["identifiers"]]
if bare or lost:
    sys.exit("\n".join(["docs: write summaries of", *bare, "docs: link in an article of Documentation/Reference.docc", *lost]))
END
rm "$folder/docs/documentation-coverage.json"
cat > "$folder/docs/index.html" <<'END'
<!doctype html><meta charset="utf-8"><title>Switchboard SDK</title>
<script>if (location.protocol != "file:") location.replace("documentation/modulekit/")</script>
<p>A browser shows this reference from a web server: <code>python3 -m http.server --directory FOLDER</code>
END
rm -rf .build/docs && mv "$folder/docs" .build/docs
