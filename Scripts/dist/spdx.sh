#!/bin/sh
# Prints an SPDX 2.3 document of the packages FILE…, with their checksums and the parts of the toolchain that they contain.
# Usage: spdx.sh VERSION SWIFT FILE…       SOURCE_DATE_EPOCH is the time of the document
set -eu
revision=$1 swift=$2
shift 2
commit=$(git rev-parse HEAD)

# entry ID NAME VERSION LICENCE [FILE]
entry() {
    printf ',\n    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "licenseConcluded": "%s", "licenseDeclared": "%s",\n' \
        "$1" "$2" "$3" "$4" "$4"
    printf '     "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": false'
    [ $# -lt 5 ] || printf ',\n     "packageFileName": "%s", "checksums": [{"algorithm": "SHA256", "checksumValue": "%s"}]' \
        "$(basename "$5")" "$(sha256sum < "$5" | cut -d ' ' -f 1)"
    printf '}'
}

runtime='Apache-2.0 AND LicenseRef-Swift-exception'
render="$runtime AND MIT AND BSD-3-Clause AND W3C-20150513"
relations=
cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "switchboard-$revision",
  "documentNamespace": "urn:switchboard:$revision:$commit",
  "creationInfo": {"created": "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)", "creators": ["Tool: Scripts/dist.sh"]},
  "hasExtractedLicensingInfos": [
    {"licenseId": "LicenseRef-Swift-exception", "name": "Swift Runtime Library Exception", "extractedText": "As an exception, if you use this Software to compile your source code and portions of this Software are embedded into the binary product as a result, you may redistribute such product without providing attribution as would otherwise be required by Sections 4(a), 4(b) and 4(d) of the License."}
  ],
  "packages": [
END
entry Swift-runtime "Swift runtime, FoundationEssentials, libdispatch" "$swift" "$runtime" | sed '1d'
entry Swift-DocC-Render "Swift-DocC-Render, the pages of the reference" "$swift" "$render"
for file; do
    id=$(basename "$file" | tr -c 'A-Za-z0-9.\n' -)
    relations="$relations,
    {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \"relatedSpdxElement\": \"SPDXRef-$id\"}"
    case $(basename "$file") in
    switchboard-sdk_*) licence="MIT AND $render" parts=Swift-DocC-Render ;;
    switchboard_*) licence="MIT AND $runtime" parts=Swift-runtime ;;
    *) licence="MIT AND $render" parts="Swift-runtime Swift-DocC-Render" ;;
    esac
    for part in $parts; do
        relations="$relations,
    {\"spdxElementId\": \"SPDXRef-$id\", \"relationshipType\": \"CONTAINS\", \"relatedSpdxElement\": \"SPDXRef-$part\"}"
    done
    entry "$id" "$(basename "$file" | sed 's/[-_][0-9].*//')" "$revision" "$licence" "$file"
done
printf '\n  ],\n  "relationships": [%s\n  ]\n}\n' "${relations#,}"
