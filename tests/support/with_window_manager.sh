#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs a command beside a window manager on the current display: without one no window ever gets the focus.
openbox --sm-disable >/dev/null 2>&1 &
manager=$!
"$@"
status=$?
kill "$manager" 2>/dev/null
exit $status
