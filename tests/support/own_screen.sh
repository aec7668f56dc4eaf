#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# own_screen.sh [SIZE] COMMAND...: runs the command on a screen that nobody sees and no other program uses, of 1600x1000
# or SIZE pixels, beside a window manager: without one no window ever gets the focus.
size=1600x1000
if [[ $1 =~ ^[0-9]+x[0-9]+$ ]]; then size=$1; shift; fi

# The server takes the first free number and says which, so screens may be opened side by side. The pipe, not a signal,
# tells when it is ready.
exec 3< <(exec Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp 3>&1 >/dev/null 2>&1)
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
read -r -t 60 number <&3 || { echo "own_screen.sh: Xvfb does not start" >&2; exit 1; }
exec 3<&-

export DISPLAY=:$number
unset WAYLAND_DISPLAY
openbox --sm-disable >/dev/null 2>&1 &
manager=$!
"$@"
status=$?
kill "$manager" 2>/dev/null
exit $status
