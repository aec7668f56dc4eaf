#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_run.py RUN.h5 RUN.csv RUN.npz RUN.mat SERIES.pvd LINK: fails where h5py, h5dump, NumPy, SciPy and VTK do not
find the numbers of the table."""
import csv
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import h5py
import numpy as np
import scipy.io
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

recording, table, npz, mat, series, link = sys.argv[1:7]
with open(table, encoding="utf-8", newline="") as stream:
    rows = list(csv.reader(stream))
names, numbers = rows[0], np.array(rows[1:], dtype=float)
assert numbers.shape[0] > 10 and "t" in names


def same(values, name, where):
    wanted = numbers[:, names.index(name)]
    values = np.asarray(values, dtype=float)
    assert values.shape == wanted.shape, f"{where} {name}: {values.shape} rows, not {wanted.shape}"
    nan = np.isnan(wanted)
    assert np.array_equal(np.isnan(values), nan), f"{where} {name}: NaN"
    error = np.abs(values - wanted)[~nan] / np.maximum(1, np.abs(wanted[~nan]))
    assert error.size == 0 or error.max() < 1e-12, f"{where} {name}: {error.max()}"


with h5py.File(recording, "r") as run:
    assert run.attrs["status"] == "complete" and run.attrs["format"] == "tendril run"
    assert re.match(r"\d+\.\d+", run.attrs["build"])
    assert run.attrs["integrator"] and run.attrs["options"].startswith("tendril simulate ")
    assert run.attrs["step"] > 0 and run.attrs["seed"] == 0
    assert '"links"' in run["project"].asstr()[()]
    assert run["rows"][()] == numbers.shape[0]
    assert set(run["signals"]) == set(names)
    for name in names:
        data = run["signals"][name]
        same(data[:], name, "h5py")
        assert data.attrs["column"] == names.index(name)
    assert run["signals/t"].attrs["unit"] == "s"
    assert run["signals/energy.kinetic"].attrs["unit"] == "J"
    assert run["signals/energy.kinetic"].attrs["description"]
    units = [run["signals"][name].attrs["unit"] for name in names]

for name in ("t", names[1]):
    text = subprocess.run(["h5dump", "--no-compact-subset", "-y", "-w", "1", "-m", "%.17g", "-d", "/signals/" + name, recording], check=True,
                          capture_output=True, text=True).stdout
    same([float(x) for x in re.search(r"DATA \{(.*?)\}", text, re.S).group(1).split(",")], name, "h5dump")

arrays = np.load(npz, allow_pickle=False)
assert list(arrays["names"]) == names and list(arrays["units"]) == units
for name in names:
    same(arrays[name], name, "NumPy")

matlab = scipy.io.loadmat(mat, squeeze_me=True)
assert list(matlab["names"]) == names
assert [str(u) if np.size(u) else "" for u in matlab["units"]] == units
for i, name in enumerate(names):
    same(matlab["values"][:, i], name, "SciPy")
same(matlab["t"], "t", "SciPy")

# Where the points are is told by the recorded curve of the tip: the last section of a rod.
times = numbers[:, names.index("t")]
tips = np.load(Path(npz).with_name("tip.npz"))
found = 0
for entry in xml.parse(series).iter("DataSet"):
    reader = vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(Path(series).parent / entry.get("file")))
    reader.Update()
    points = vtk_to_numpy(reader.GetOutput().GetPoints().GetData())
    row = int(np.argmin(np.abs(times - float(entry.get("timestep")))))
    assert abs(times[row] - float(entry.get("timestep"))) < 1e-12
    tip = np.array([tips[f"{link}.tip.{axis}"][row] for axis in "xyz"])
    assert np.abs(points[-1] - tip).max() < 1e-12, f"VTK: {points[-1]}, the tip is at {tip}"
    found += 1
assert found == 11, f"{found} shapes"

octave = f"""
pkg_values = load('{mat}');
i = find(strcmp(pkg_values.names, '{names[1].replace("'", "''")}'));
printf('%.17g\\n', pkg_values.values(:, i));
"""
text = subprocess.run(["octave-cli", "--no-init-file", "--eval", octave], check=True, capture_output=True,
                      text=True).stdout
same([float(x) for x in text.split()], names[1], "Octave")
