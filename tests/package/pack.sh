#!/usr/bin/env bash
# Packs the archives and the Debian package, again under another umask for the same bytes, and unpacks them for the tests that follow.
source "$(dirname "$0")/common.sh"

rm -rf "$PN_WORK"
[[ -f $PN_WINDOWS_BUILD/plugin/probenorm.dll ]] ||
    { echo "there is no probenorm.dll to pack: scripts/build.sh windows"; exit 1; }
(umask 022 && "$PN_SOURCE/scripts/pack.sh" "$PN_BUILD" "$PN_WINDOWS_BUILD" "$PN_WORK/once")
(umask 077 && "$PN_SOURCE/scripts/pack.sh" "$PN_BUILD" "$PN_WINDOWS_BUILD" "$PN_WORK/again")
cmp "$PN_WORK"/{once,again}/com.probenorm-0.1.0.tgz
cmp "$PN_WORK"/{once,again}/probenorm-0.1.0-linux-x86_64.tar.gz
cmp "$PN_WORK"/{once,again}/probenorm_0.1.0_amd64.deb

cd "$PN_WORK"
tar xf once/com.probenorm-0.1.0.tgz
tar xf once/probenorm-0.1.0-linux-x86_64.tar.gz
mv probenorm-0.1.0-linux-x86_64 "$prefix"
