#!/bin/sh
# wine.sh PROGRAM [ARGUMENT...]: runs a Windows program under Wine, without a display.
# wine.sh --start, --end: around many, which then start in a tenth of a second; --end also removes Wine's folder.
# Environment: WINEPREFIX, the absolute path of that folder.
unset DISPLAY
export WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
bin=/usr/lib/wine # Debian's, which keeps these off PATH
[ -x $bin/wine64 ] || {
    echo "wine.sh: no Wine here (Debian: wine64)" >&2
    exit 1
}

case $1 in
--start)
    mkdir -p "$WINEPREFIX"
    exec >/dev/null 2>&1      # or the services that start here hold the caller's pipe open
    $bin/wineserver -p60      # seconds to wait for the next program
    exec $bin/wine64 cmd /c exit
    ;;
--end)
    $bin/wineserver -k
    rm -rf "$WINEPREFIX"
    ;;
*) exec $bin/wine64 "$@" ;;
esac
