#!/usr/bin/env bash
# The Debian package: dpkg takes it, it holds what it should, and what it holds runs. Nothing is installed.
source "$(dirname "$0")/common.sh"

package="$PN_WORK/once/probenorm_0.1.0_amd64.deb"
root="$PN_WORK/debian"
rm -rf "$root"
dpkg-deb --extract "$package" "$root"
[[ $(dpkg-deb --field "$package" Version) == 0.1.0 ]]
dpkg-deb --field "$package" Depends | grep -q 'libc6.*libpng16'
for file in bin/probenorm lib/libprobenorm.so.0.1.0 include/probenorm/probenorm.h \
    share/doc/probenorm/{copyright,changelog.gz,docs/cli.md,api/index.html,samples/minimal_c/main.c} \
    share/man/man1/probenorm{,-project}.1.gz share/bash-completion/completions/probenorm; do
    [[ -s $root/usr/$file ]] || { echo "$file is not in the package"; exit 1; }
done
rm -rf "$PN_WORK/control"
(cd "$root" && dpkg-deb --control "$package" "$PN_WORK/control" && md5sum --quiet -c "$PN_WORK/control/md5sums")
[[ $(find "$root/usr" ! -type d | wc -l) -gt $(wc -l <"$PN_WORK/control/md5sums") ]] # links have no sum
[[ $("$root/usr/bin/probenorm" --version) == "probenorm 0.1.0"* ]]
if dpkg-deb --contents "$package" | grep -v 'root/root'; then
    echo "these files do not belong to root"
    exit 1
fi
