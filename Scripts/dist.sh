#!/bin/sh
# Builds for release, and writes packages of the files that `make install` installs into .build/dist:
#   switchboard_VERSION_ARCH.deb       the host, the Swift runtime, the demonstration app, completions, manual page, systemd unit,
#                                      and a desktop entry for links of the app, as `link install app` writes one for a user
#   switchboard-sdk_VERSION_ARCH.deb   the SDK: its sources, its modules as they were built, and its reference
#   switchboard-VERSION-linux-ARCH.tar.xz   the installed tree, which runs in any folder
#   switchboard.spdx.json              the contents of the packages, and their licences
#   SHA256SUMS                         the checksums of all of these
# No file contains a time, an owner or a path of this machine, so a commit gives the same bytes in every folder
# (Scripts/check-reproducible.sh).
#
# Usage: dist.sh          REVISION=2 dist.sh makes a later package of the version
set -eu
cd "$(dirname "$0")/.."
Scripts/prerequisites.sh require dist

version=$(sed -n 's/.*sdkVersion = Version(\(.*\), \(.*\), \(.*\))$/\1.\2.\3/p' Sources/ModuleKit/Handshake/Contract.swift)
revision=$version-${REVISION:-1}
arch=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC DPKG_DEB_THREADS_MAX=1
umask 022

dist=$PWD/.build/dist
tree=$dist/switchboard-$version
rm -rf "$dist"
mkdir -p "$dist"
Scripts/step.sh "build and install" Scripts/install.sh "$tree"
mkdir -p "$tree/share/doc/switchboard"
cp LICENSE CHANGELOG.md Scripts/dist/copyright "$tree/share/doc/switchboard/"
# Copies the documents that the help, the messages and the changelog name.
git ls-files README.md README.zh-CN.md SECURITY.md Documentation | grep -v -e /Pictures/ -e /Reference.docc/ | xargs cp --parents -t "$tree/share/doc/switchboard/"
Scripts/step.sh "build the reference" Scripts/docs.sh .build/install/release/Modules
mkdir "$tree/share/doc/switchboard-sdk"
cp -R .build/docs "$tree/share/doc/switchboard-sdk/reference"

archive=switchboard-$version-linux-$(uname -m).tar.xz
tar -C "$dist" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "switchboard-$version" |
    xz -T1 > "$dist/$archive"

# documents PACKAGE: writes the documents that Debian requires. The copyright file has the Swift runtime's licences.
documents() {
    folder=$dist/$1/usr/share/doc/$1
    mkdir -p "$folder" "$dist/$1/usr/share/lintian/overrides"
    cp Scripts/dist/copyright "$folder/copyright"
    gzip -9n < CHANGELOG.md > "$folder/changelog.gz"
    printf '%s (%s) unstable; urgency=medium\n\n  * Switchboard %s: changelog.gz has the changes.\n\n -- %s  %s\n' \
        "$1" "$revision" "$version" "$(sed -n 's/^Maintainer: //p' "Scripts/dist/$1.control")" \
        "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n > "$folder/changelog.Debian.gz"
    cp "Scripts/dist/$1.overrides" "$dist/$1/usr/share/lintian/overrides/$1"
}

# size FOLDER: prints the kilobytes of its files, without folders, whose size depends on the file system.
size() { find "$1" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }'; }

# package PACKAGE DEPENDENCIES: writes control and checksums, and packs the folder of that name.
package() {
    folder=$dist/$1
    mkdir -p "$folder/DEBIAN"
    sed "s/@VERSION@/$revision/; s/@ARCH@/$arch/; s/@DEPENDS@/$2/; s/@SIZE@/$(size "$folder/usr")/" \
        "Scripts/dist/$1.control" > "$folder/DEBIAN/control"
    (cd "$folder" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
    chmod -R u+rwX,go+rX,go-w "$folder"
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$dist" > /dev/null
}

host=$dist/switchboard/usr
sdk=$dist/switchboard-sdk/usr
mkdir -p "$host/lib/systemd/system" "$host/share/applications" "$sdk/lib/switchboard" "$sdk/share/switchboard" "$sdk/share/doc"
cp -R "$tree/bin" "$tree/lib" "$tree/share" "$host/"
rm "$host/share/doc/switchboard/LICENSE" "$host/share/doc/switchboard/CHANGELOG.md"
mv "$host/share/doc/switchboard-sdk" "$sdk/share/doc/"
# Libraries belong below lib, and the host finds them by a link.
mv "$host/share/switchboard/demo" "$host/lib/switchboard/demo"
ln -s ../../lib/switchboard/demo "$host/share/switchboard/demo"
mv "$host/share/switchboard/sdk" "$sdk/lib/switchboard/sdk"
ln -s ../../lib/switchboard/sdk "$sdk/share/switchboard/sdk"
# The folder that pkg-config searches.
interfaces=$sdk/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/pkgconfig
mkdir -p "$interfaces"
sed 's,^prefix=.*,prefix=/usr,; s,${pcfiledir},${prefix}/share/switchboard/sdk,' "$sdk/lib/switchboard/sdk/ModuleKit.pc" \
    > "$interfaces/ModuleKit.pc"
gzip -9n "$host/share/man/man1/switchboard.1"
mkdir "$host/share/zsh/vendor-completions"
mv "$host/share/zsh/site-functions/_switchboard" "$host/share/zsh/vendor-completions/"
rmdir "$host/share/zsh/site-functions"
sed 's,/usr/local/bin,/usr/bin,' Examples/Fleet/switchboard-serve@.service > "$host/lib/systemd/system/switchboard-serve@.service"
cp Scripts/dist/switchboard.desktop "$host/share/applications/switchboard-app.desktop"
find "$host" "$sdk" -name '*.so' -exec chmod 644 {} +
documents switchboard
documents switchboard-sdk

# libraries PACKAGE: prints the Debian packages with the libraries that its binaries name. The control file has the
# libraries that the host opens later. The tool warns about the Swift runtime, which is in the package itself.
libraries() (
    mkdir -p "$dist/debian" "$dist/$1/DEBIAN"
    printf 'Source: switchboard\n\nPackage: %s\nArchitecture: any\n' "$1" > "$dist/debian/control"
    cd "$dist"
    find "$1/usr" -type f \( -name '*.so' -o -perm -100 \) | sort | xargs dpkg-shlibdeps -O --ignore-missing-info \
        -l"$host/lib/switchboard/lib/swift/linux" -l"$host/lib/switchboard" 2> "$dist/log" > "$dist/substvars" ||
        { cat "$dist/log" >&2; exit 1; }
    sed -n 's/^shlibs:Depends=//p' "$dist/substvars"
    rm "$dist/log" "$dist/substvars"
)
package switchboard "$(libraries switchboard)"
package switchboard-sdk "switchboard (= $revision), $(libraries switchboard-sdk)"

swift=$(swiftc -print-target-info | sed -n 's/.*"compilerVersion": "\(.*\)".*/\1/p')
Scripts/dist/spdx.sh "$revision" "$swift" "$dist"/*.deb "$dist/$archive" > "$dist/switchboard.spdx.json"
(cd "$dist" && sha256sum -- *.deb *.tar.xz *.json > SHA256SUMS)
(cd "$dist" && du -sk --apparent-size "switchboard-$version" switchboard switchboard-sdk -- *.deb *.tar.xz |
    awk '{ printf "%6.1f MB  %s\n", $1 / 1024, $2 }')
rm -r "$dist/switchboard" "$dist/switchboard-sdk" "$dist/debian"
