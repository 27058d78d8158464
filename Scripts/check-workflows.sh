#!/usr/bin/env bash
# Checks the workflow and the issue forms of a public host with zizmor and check-jsonschema, which pip installs into a
# temporary folder.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" || { echo "check-workflows.sh: python3 could not create an environment; install python3-venv" >&2; exit 1; }
"$folder/bin/pip" install --quiet --disable-pip-version-check 'zizmor>=1.32,<2' 'check-jsonschema>=0.39,<1' || {
    echo "check-workflows.sh: pip cannot install the linters; run it with a network for pip" >&2
    exit 1
}
"$folder/bin/zizmor" --offline --quiet --persona pedantic .github/workflows
# check SCHEMA FILE…
check() {
    schema=$1
    shift
    "$folder/bin/check-jsonschema" --builtin-schema "vendor.github-$schema" "$@"
}
check workflows .github/workflows/*.yml
check issue-config .github/ISSUE_TEMPLATE/config.yml
find .github/ISSUE_TEMPLATE -name '*.yml' ! -name config.yml -exec \
    "$folder/bin/check-jsonschema" --builtin-schema vendor.github-issue-forms {} +
