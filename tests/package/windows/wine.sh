#!/bin/sh
# wine.sh PROGRAM [ARGUMENT...]: runs a Windows program under Wine.
# wine.sh --start, --end: around all of them. Starts a display, without which Wine has no Vulkan, and what makes programs
# start in a tenth of a second; --end also removes Wine's folder.
# Environment: WINEPREFIX, the absolute path of that folder.
set -eu
export WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
bin=/usr/lib/wine # Debian's, which keeps these off PATH

case $1 in
--start)
    [ ! -e "$WINEPREFIX" ] || "$0" --end # of a run that was interrupted
    mkdir -p "$WINEPREFIX"
    exec >"$WINEPREFIX/start.log" 2>&1 # or what stays behind here holds the caller's pipe open
    mkfifo "$WINEPREFIX/number"
    Xvfb -displayfd 3 3>"$WINEPREFIX/number" &
    echo $! >"$WINEPREFIX/display.pid"
    DISPLAY=:$(cat "$WINEPREFIX/number")
    export DISPLAY
    echo "$DISPLAY" >"$WINEPREFIX/display"
    $bin/wineserver -p60 # seconds to wait for the next program
    exec $bin/wine64 cmd /c exit
    ;;
--end)
    $bin/wineserver -k || true # none is left to end
    kill "$(cat "$WINEPREFIX/display.pid")" || true # gone already, with an interrupted run
    rm -rf "$WINEPREFIX"
    ;;
*)
    DISPLAY=$(cat "$WINEPREFIX/display")
    export DISPLAY
    exec $bin/wine64 "$@"
    ;;
esac
