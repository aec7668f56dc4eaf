#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_killed.py RUN.h5: how many rows h5py finds in the recording of a program that was killed."""
import sys

import h5py

try:
    run = h5py.File(sys.argv[1], "r")
except OSError:  # killed in the moment of writing
    run = h5py.File(sys.argv[1], "r", swmr=True)
rows = run["rows"][()]
t = run["signals/t"][:rows]
assert len(t) == rows and (t[1:] > t[:-1]).all()
assert run.attrs["status"] == "running"
print(rows)
